import { newId } from "#server/db/id.ts";
import { bookings } from "#server/db/schema-calendar.ts";
import { type Person, testHost } from "#server/testing/host.ts";
import { recordsOf } from "#server/testing/records.ts";

let now = new Date();
const host = testHost({ clock: () => now });
const make = recordsOf(host);

type Row = {
  kind: string;
  day: string;
  startsAt: string | null;
  title: string;
  contact: { id: string; name: string };
};

async function shopIn(timezone: string) {
  const shop = await host.shop();
  await host.call("organization.setTimezone", shop.owner, { body: { timezone } });
  return shop;
}

async function comingUp(user: Person): Promise<Row[]> {
  const { status, body } = await host.call("dashboard.comingUp", user);
  expect(status).toBe(200);
  return body as Row[];
}

const days = (rows: Row[]) => rows.map(({ kind, day, contact }) => `${day} ${kind} ${contact.name}`);

function person(firstName: string, dates: { birthday?: string; anniversary?: string }) {
  return { firstName, lastName: "May", ...dates };
}

async function book(organizationId: string, startsAt: string, changes: object = {}) {
  const database = await host.database();
  const times = { startsAt: new Date(startsAt), endsAt: new Date(Date.parse(startsAt) + 900_000) };
  const visitor = { title: "Fitting", name: "Visitor", email: "v@example.com", timezone: "UTC" };
  const keys = { organizationId, id: newId(), requestKey: newId() };
  await database.tenant(organizationId, (db) =>
    db.insert(bookings).values({ ...keys, ...times, ...visitor, ...changes }),
  );
}

test("today and the next 13 days of the store, soonest first, across New Year", async () => {
  const { user } = await shopIn("Asia/Tokyo");
  // In Tokyo it is the 24th already.
  now = new Date("2026-12-23T15:30:00Z");
  await make.contact(user, person("Yesterday", { birthday: "1980-12-23" }));
  await make.contact(user, person("Last", { anniversary: "2011-01-06", birthday: "1980-01-07" }));
  await make.contact(user, person("New", { birthday: "1991-01-01" }));
  await make.contact(user, person("Today", { birthday: "1984-12-24", anniversary: "2016-12-24" }));
  expect(days(await comingUp(user))).toEqual([
    "2026-12-24 birthday Today May",
    "2026-12-24 anniversary Today May",
    "2027-01-01 birthday New May",
    "2027-01-06 anniversary Last May",
  ]);
});

test("29 February is kept on the 28th in common years, and on its own day in leap years", async () => {
  const { user } = await shopIn("America/New_York");
  await make.contact(user, person("Leap", { birthday: "1988-02-29" }));
  now = new Date("2027-02-20T12:00:00Z");
  expect(days(await comingUp(user))).toEqual(["2027-02-28 birthday Leap May"]);
  now = new Date("2028-02-20T12:00:00Z");
  expect(days(await comingUp(user))).toEqual(["2028-02-29 birthday Leap May"]);
});

test("a wedding of the years to come has no anniversary yet", async () => {
  const { user } = await shopIn("UTC");
  now = new Date("2026-11-21T12:00:00Z");
  await make.contact(user, person("Engaged", { anniversary: "2027-11-25" }));
  expect(await comingUp(user)).toEqual([]);
});

test("appointments that are confirmed and still to begin, under the contact's name of today", async () => {
  const { id, user } = await shopIn("America/New_York");
  now = new Date("2026-11-21T12:00:00Z");
  const contactId = await make.contact(user, person("Known", {}));
  await book(id, "2026-11-21T11:45:00Z", { name: "Begun" });
  await book(id, "2026-11-22T15:00:00Z", { name: "Off", status: "CANCELLED" });
  await book(id, "2026-11-23T03:30:00Z", { contactId, name: "As booked" });
  await book(id, "2026-12-05T04:30:00Z", { name: "Last" });
  await book(id, "2026-12-05T05:00:00Z", { name: "After" });
  expect(await comingUp(user)).toEqual([
    {
      kind: "appointment",
      day: "2026-11-22",
      startsAt: "2026-11-23T03:30:00.000Z",
      title: "Fitting",
      contact: { id: contactId, name: "Known May" },
      email: "v@example.com",
    },
    expect.objectContaining({ day: "2026-12-04", contact: { id: null, name: "Last" } }),
  ]);
});

test("eight at the most, and birthdays of one day leave room for the next three appointments", async () => {
  const { id, user } = await shopIn("UTC");
  now = new Date("2026-11-21T12:00:00Z");
  for (let i = 0; i < 9; i++) await make.contact(user, person("Many", { birthday: "1980-11-21" }));
  for (let i = 0; i < 5; i++) await book(id, `2026-11-25T1${i}:00:00Z`);
  const rows = await comingUp(user);
  expect(rows.map(({ kind }) => kind)).toEqual([
    ...Array(5).fill("birthday"),
    ...Array(3).fill("appointment"),
  ]);
  expect(rows.at(-1)?.startsAt).toBe("2026-11-25T12:00:00.000Z");
});

test("another organization's days and appointments do not come up", async () => {
  const { id, user } = await shopIn("UTC");
  now = new Date("2026-11-21T12:00:00Z");
  await make.contact(user, person("Here", { birthday: "1980-11-21" }));
  await book(id, "2026-11-22T10:00:00Z");
  const other = await host.shop();
  expect(await comingUp(other.user)).toEqual([]);
  expect(await comingUp(user)).toHaveLength(2);
});
