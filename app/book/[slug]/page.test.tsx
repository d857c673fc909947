/** @jest-environment node */
import { renderToStaticMarkup } from "react-dom/server";
import { FakeHost } from "#lib/testing/fake-host.ts";
import BookPage from "./page.tsx";

jest.mock("next/headers", () => jest.requireActual("#lib/testing/browser.ts").nextHeaders);

const host = new FakeHost();
beforeAll(async () => {
  process.env.API_URL = await host.start();
});
afterAll(() => host.stop());
beforeEach(() => host.reset());

const about = {
  store: "Marlow & Finch",
  email: "hello@store.example",
  title: "Ring fitting",
  minutes: 45,
  daysInAdvance: 30,
  timezone: "America/New_York",
  today: "2026-11-02",
  ...{ place: "STORE", placeText: "", people: null, questions: [], hasWaitingList: false },
};
const NOT_NOW =
  "Appointments cannot be booked online right now. Please try again later or contact the store.";

async function html(): Promise<string> {
  const searchParams = Promise.resolve({});
  return renderToStaticMarkup(
    await BookPage({ params: Promise.resolve({ slug: "ring-fitting" }), searchParams }),
  );
}

function expectNoTimes(page: string) {
  expect(page).toMatch(new RegExp(`role="alert"[\\s\\S]*${NOT_NOW}`));
  expect(page).toMatch(/<a href="\/book\/ring-fitting"[^>]*>Try again/);
  expect(page).not.toMatch(/<button|<details|Choose a time/);
}

test("renders free times on the server", async () => {
  const days = [{ day: "2026-11-03", state: "open", slots: ["2026-11-03T14:00:00.000Z"] }];
  const slots = { timezone: about.timezone, minutes: about.minutes, days, last: "2026-12-02" };
  host.answers["GET /api/v1/book/ring-fitting"] = { body: about };
  host.answers["GET /api/v1/book/ring-fitting/slots"] = { body: slots };
  expect(await html()).toMatch(/Choose a time[\s\S]*<details[\s\S]*<button[\s\S]*9:00 AM/);
});

test("shows the store and a retry link without a calendar", async () => {
  host.answers["GET /api/v1/book/ring-fitting"] = { body: about };
  host.answers["GET /api/v1/book/ring-fitting/slots"] = { status: 503, body: { message: NOT_NOW } };
  const page = await html();
  expectNoTimes(page);
  expect(page).toContain("Marlow &amp; Finch");
  expect(page).toContain("mailto:hello@store.example");
});

test("shows the same message if the host times out", async () => {
  host.answers["GET /api/v1/book/ring-fitting"] = { delay: Number.POSITIVE_INFINITY };
  host.answers["GET /api/v1/book/ring-fitting/slots"] = { delay: Number.POSITIVE_INFINITY };
  expectNoTimes(await html());
});

test("shows one message for any invalid answer", async () => {
  host.answers["GET /api/v1/book/ring-fitting"] = { body: about };
  host.answers["GET /api/v1/book/ring-fitting/slots"] = { body: "<h1>Bad gateway</h1>" };
  expectNoTimes(await html());
  host.answers["GET /api/v1/book/ring-fitting"] = { status: 502, body: "<h1>Bad gateway</h1>" };
  expectNoTimes(await html());
});

const nineToFive = Array.from({ length: 24 }, (_, hour) => hour >= 9 && hour < 17);
const shopFace = {
  ...{ name: "Marlow & Finch", tagline: "Rings", color: "#f2c94c", phone: "(207) 555-0100" },
  ...{ website: "https://marlowfinch.com", address: "12 Harbor Street", logo: null, exceptions: [] },
  hours: Array.from({ length: 7 }, () => nineToFive),
};

test.each([
  ["2026-11-02T13:59:00Z", [], "Opens today at 9 AM"],
  ["2026-11-02T14:00:00Z", [], "Open today until 5 PM"],
  ["2026-11-02T21:59:00Z", [], "Open today until 5 PM"],
  ["2026-11-02T22:00:00Z", [], "Closed now"],
  ["2026-11-03T04:00:00Z", [], "Closed now"],
  ["2026-11-02T15:00:00Z", [{ day: "2026-11-02", hours: [] }], "Closed now"],
  ["2026-11-02T15:00:00Z", [{ day: "2026-11-03", hours: [] }], "Open today until 5 PM"],
])("at %s with the exceptions %j, says %s", async (now, exceptions, words) => {
  const clock = jest.spyOn(Date, "now").mockReturnValue(Date.parse(now));
  const face = { ...shopFace, exceptions };
  host.answers["GET /api/v1/book/ring-fitting"] = { body: { ...about, face } };
  expect(await html()).toContain(words);
  clock.mockRestore();
});

test("shows the store's look, details and hours as text", async () => {
  const evil = "</style><script>alert(1)</script>";
  const face = { ...shopFace, tagline: evil };
  host.answers["GET /api/v1/book/ring-fitting"] = { body: { ...about, face } };
  const page = await html();
  expect(page).toContain("--link:#7e6928");
  expect(page).toContain('href="tel:2075550100"');
  // Other sites frame the page, and maps refuse to be framed.
  expect(page).toMatch(/<a target="_top"[^>]*href="https:\/\/www.google.com\/maps/);
  expect(page).toMatch(/Monday<\/dt><dd[^>]*>9 AM – 5 PM/);
  expect(page).not.toContain("<script");
  const forged = { ...face, color: `red}${evil}`, website: "javascript:alert(1)" };
  host.answers["GET /api/v1/book/ring-fitting"] = { body: { ...about, face: forged } };
  expect(await html()).not.toMatch(/<script|href="javascript/);
});
