/** @jest-environment node */
import { text } from "node:stream/consumers";
import { prerenderToNodeStream } from "react-dom/static";
import { FakeHost } from "#lib/testing/fake-host.ts";
import ManagePage from "./page.tsx";

jest.mock("next/headers", () => jest.requireActual("#lib/testing/browser.ts").nextHeaders);

const host = new FakeHost();
beforeAll(async () => {
  process.env.API_URL = await host.start();
});
afterAll(() => host.stop());
beforeEach(() => host.reset());

const BOOKING = "GET /api/v1/booking/abc";
const SLOTS = "GET /api/v1/book/ring-fitting/slots";
const booking = {
  store: "Marlow & Finch",
  title: "Ring fitting",
  name: "Zoë Frost",
  startsAt: "2026-11-03T14:00:00.000Z",
  endsAt: "2026-11-03T14:45:00.000Z",
  timezone: "America/New_York",
  storeTimezone: "America/New_York",
  status: "CONFIRMED",
  slug: "ring-fitting",
  moveToken: "abc",
  isOver: false,
};
const slots = {
  timezone: "America/New_York",
  minutes: 45,
  days: [{ day: "2026-11-04", state: "open", slots: ["2026-11-04T14:00:00.000Z"] }],
  last: "2026-12-02",
};

async function html(): Promise<string> {
  const [params, searchParams] = [Promise.resolve({ token: "abc" }), Promise.resolve({})];
  const { prelude } = await prerenderToNodeStream(await ManagePage({ params, searchParams }));
  return text(prelude);
}

test("shows the current time and the possible ones", async () => {
  host.answers[BOOKING] = { body: booking };
  host.answers[SLOTS] = { body: slots };
  const page = await html();
  expect(page).toContain("Tuesday, November 3, 9:00 AM EST");
  expect(page).toMatch(/Choose another time[\s\S]*<details[\s\S]*<button/);
});

test("uses one deadline for appointment and times", async () => {
  host.answers[BOOKING] = { body: booking, delay: 4_000 };
  host.answers[SLOTS] = { body: slots, delay: 6_000 };
  const page = await html();
  expect(page).toContain("Tuesday, November 3, 9:00 AM EST");
  expect(page).toContain("Appointments cannot be booked online right now.");
  expect(page).toMatch(/<a href="\/book\/manage\/abc"[^>]*>Try again/);
  expect(page).not.toMatch(/<button|<details/);
});

test("shows a message if the host is down", async () => {
  host.answers[BOOKING] = { status: 502, body: "<h1>Bad gateway</h1>" };
  const page = await html();
  expect(page).toContain(
    "We can’t show your appointment right now. Please try again later or contact the store.",
  );
  expect(page).toMatch(/<a href="\/book\/manage\/abc"[^>]*>Try again/);
});

test("returns 404 for an unknown link", async () => {
  host.answers[BOOKING] = { status: 404, body: { message: "This appointment link doesn’t work" } };
  await expect(html()).rejects.toThrow("NEXT_HTTP_ERROR_FALLBACK;404");
});
