import { render, screen, waitFor, within } from "@testing-library/react";
import { Data } from "#components/shell/data.tsx";
import { COMPLETE, readKey } from "#lib/api/keys.ts";
import { periodQuery } from "#lib/periods.ts";
import { HomeScreen } from "./screen.tsx";

jest.mock("next/navigation", () => ({
  usePathname: () => "/dashboard",
  useSearchParams: () => new URLSearchParams(),
  useRouter: () => ({}),
}));

const ZONE = "America/New_York";
const summary = {
  totalContactsCount: 1248,
  contactsPercentageChange: 4.2,
  totalRevenue: 18102.5,
  revenuePercentageChange: -12.4,
  recentPurchases: [
    { id: "s1", cost: 72, createdAt: "2026-11-20T09:00:00Z", contact: { id: "1", name: "Chen Wei" } },
  ],
  topContacts: [],
};
const counted = {
  emailsSent: 1310,
  emailsSentPercentageChange: 3,
  appointmentsBooked: 0,
  appointmentsBookedPercentageChange: -100,
};

let asked: string[];
beforeEach(() => {
  asked = [];
  Object.assign(globalThis, {
    fetch: async (url: string) => {
      asked.push(url);
      return new Response('{"message":"no"}', { status: 500 });
    },
  });
});

function show(complete: boolean, reads: Record<string, unknown>, me: object = {}) {
  const user = {
    id: "1",
    firstName: "Amara",
    lastName: "Okafor",
    timezone: ZONE,
    isEmailIntegrationComplete: true,
  };
  const known = {
    [readKey("users.me", {})]: { ...user, ...me },
    [COMPLETE]: complete,
  };
  render(
    <Data reads={{ ...known, ...reads }}>
      <HomeScreen />
    </Data>,
  );
}

const SUMMARY = readKey("dashboard.summary", { query: periodQuery("7", ZONE) });
const NEWEST_SALE = readKey("sales.list", { query: { page: 1, limit: 1, sort: "createdAt:desc" } });

const card = (name: string) => screen.getByRole("link", { name: new RegExp(`^${name}`) }).textContent;

test("shows SPEC.md's fixed values for a section-7 host", () => {
  show(false, { [SUMMARY]: summary });
  expect(card("Total Customers")).toBe("Total Customers1,248Up +4.2%");
  expect(card("Sales Revenue")).toBe("Sales Revenue$18,102.50Down -12.4%");
  expect(card("Emails Sent")).toBe("Emails Sent24,988Down -1.39%");
  expect(card("Appointments Booked")).toBe("Appointments Booked1056Up +10.18%");
  expect(screen.queryByRole("region", { name: "Today" })).toBeNull();
  expect(screen.queryByRole("region", { name: "Revenue by day" })).toBeNull();
  expect(asked).toEqual([]);
});

test("shows the host's counts, including 0", () => {
  show(true, { [SUMMARY]: { ...summary, ...counted } });
  expect(card("Emails Sent")).toBe("Emails Sent1,310Up +3%");
  expect(card("Appointments Booked")).toBe("Appointments Booked0Down -100%");
});

test("shows dashes without an answer", async () => {
  show(true, {});
  for (const name of ["Total Customers", "Sales Revenue", "Emails Sent", "Appointments Booked"]) {
    expect(card(name)).toBe(`${name}—`);
  }
  expect(screen.queryByRole("alert")).toBeNull();
});

test("keeps the places of loading figures", async () => {
  show(true, {});
  for (const name of ["Revenue by day", "Recent Customers", "Recent Activity"])
    expect(
      within(screen.getByRole("region", { name })).getByRole("status", { name: "Loading" }),
    ).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole("region", { name: "Revenue by day" })).toBeNull());
  expect(screen.queryByRole("status", { name: "Loading" })).toBeNull();
});

const fresh = { ...summary, totalContactsCount: 0, totalRevenue: 0, recentPurchases: [] };
const steps = () => within(screen.getByRole("region", { name: "Get started" }));

test("shows a new store the steps to its first sale", () => {
  show(false, { [SUMMARY]: fresh }, { isEmailIntegrationComplete: false });
  expect(steps().getByText("0 of 3 done")).toBeTruthy();
  const links = steps().getAllByRole("link");
  expect(links.map((link) => link.getAttribute("href"))).toEqual([
    "/dashboard/settings/integrations",
    "/dashboard/contacts?new=true",
    "/dashboard/sales?new=true",
  ]);
  expect(asked).toEqual([]);
});

test("checks off finished steps until the first sale", () => {
  show(false, { [SUMMARY]: { ...fresh, totalContactsCount: 3 }, [NEWEST_SALE]: [] });
  expect(steps().getByText("2 of 3 done")).toBeTruthy();
  expect(
    steps()
      .getAllByRole("link")
      .map((link) => link.getAttribute("href")),
  ).toEqual(["/dashboard/sales?new=true"]);
});

test.each(["kept", "waiting"])("doesn't count unsent email as sent: %s", (emails) => {
  const kept = { ...counted, emailsSent: 0, emailsSentPercentageChange: null, emailsKept: 12 };
  show(true, { [SUMMARY]: { ...fresh, ...kept } }, { emails });
  expect(screen.getByRole("link", { name: /^Emails Sent/ }).textContent).toBe("Emails Sent012 not sent");
  expect(steps().getByText("0 of 3 done")).toBeTruthy();
  expect(steps().getByText("Emails are not sent until you connect an account.")).toBeTruthy();
});

test.each([
  ["sent", "button"],
  ["waiting", "link"],
])("greets with Loupe only if it can send: %s", (emails, role) => {
  const contact = { id: "1", name: "Chen Wei" };
  const nothing = { years: null, lastSale: null, wrote: null, doneAt: null, doneBy: null, phoneNumber: null };
  const occasion = { ...nothing, kind: "birthday", contact, email: "chen@example.com" };
  const ahead = { appointments: 0, birthdays: 0, anniversaries: 0, tasks: 0 };
  const today = { day: "2026-11-21", appointments: [], repairs: [], occasions: [occasion], tasks: [], ahead };
  const reads = { [readKey("today.get", { query: { whose: "mine" } })]: today };
  show(true, reads, { emails, isEmailIntegrationComplete: emails === "waiting" });
  expect(screen.getByRole(role, { name: "Greet Chen Wei" })).toBeTruthy();
});

test.each([
  ["a store that sold in the period", { [SUMMARY]: summary }],
  [
    "a quiet week of an old store",
    { [SUMMARY]: { ...fresh, totalContactsCount: 3 }, [NEWEST_SALE]: summary.recentPurchases },
  ],
  ["a store whose figures are not known", {}],
])("shows no first steps to %s", (_, reads) => {
  show(false, reads, { isEmailIntegrationComplete: false });
  expect(screen.queryByRole("region", { name: "Get started" })).toBeNull();
});
