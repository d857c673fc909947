import { asc, eq, type SQL, sql } from "drizzle-orm";
import { addDays, dayOf, daysBetween } from "#lib/time/days.ts";
import { newId } from "#server/platform/db/id.ts";
import { contacts, notes, purchases } from "#server/platform/db/schema.ts";
import { bookings } from "#server/platform/db/schema-calendar.ts";
import { mails } from "#server/platform/db/schema-mail.ts";
import { type Shop, testHost } from "#server/testing/host.ts";
import { person, recordsOf } from "#server/testing/records.ts";
import { CHANGES, clockIn, momentsAround } from "#server/testing/zones.ts";
import { lastContactedMatches } from "./recipients.ts";

const host = testHost();
const make = recordsOf(host);
const now = new Date("2026-11-21T14:00:00Z");
const TIMEZONE = "America/New_York";

let shop: Shop;
beforeAll(async () => {
  shop = await host.shop();
  const other = await host.shop();
  const to = async (firstName: string) => ({
    organizationId: shop.id,
    id: newId(),
    contactId: await make.contact(shop.user, { firstName }),
  });
  const sale = { cost: "1", contactName: "Zoë", productCategoryName: "Rings", search: "" };
  const mail = { kind: "notice" as const, toAddress: person.email, toName: "Zoë", state: "sent" as const };
  const visit = { title: "Fitting", name: "Zoë", email: person.email, timezone: TIMEZONE };
  const booked = (time: string) => {
    const startsAt = new Date(time);
    return { ...visit, startsAt, endsAt: new Date(startsAt.getTime() + 1), requestKey: newId() };
  };
  const at = (time: string) => ({ createdAt: new Date(time) });
  const rows = {
    purchases: [
      { ...(await to("Sold today")), ...sale, ...at("2026-11-21T13:00:00Z") },
      { ...(await to("Sold ten days ago")), ...sale, ...at("2026-11-11T05:01:00Z") },
      { ...(await to("Sold eleven days ago")), ...sale, ...at("2026-11-11T04:59:00Z") },
      { ...(await to("Sold in future")), ...sale, ...at("2026-12-01T12:00:00Z") },
    ],
    notes: [{ ...(await to("Noted five days ago")), content: "Hello", ...at("2026-11-16T12:00:00Z") }],
    mails: [
      { ...(await to("Mailed yesterday")), ...mail, sentAt: new Date("2026-11-20T12:00:00Z") },
      { ...(await to("Mail waits")), ...mail, state: "queued" as const },
    ],
    bookings: [
      { ...(await to("Visited three days ago")), ...booked("2026-11-18T12:00:00Z") },
      { ...(await to("Visits tomorrow")), ...booked("2026-11-22T12:00:00Z") },
      { ...(await to("Cancelled")), ...booked("2026-11-19T12:00:00Z"), status: "CANCELLED" as const },
    ],
  };
  await to("Never");
  await make.sale(other.user, await make.saleForm(other.user));
  const database = await host.database();
  await database.tenant(shop.id, async (db) => {
    await db.insert(purchases).values(rows.purchases);
    await db.insert(notes).values(rows.notes);
    await db.insert(mails).values(rows.mails);
    await db.insert(bookings).values(rows.bookings);
  });
});

async function who(clause: SQL): Promise<string[]> {
  const database = await host.database();
  const found = await database.read(shop.id, (db) =>
    db.select({ name: contacts.firstName }).from(contacts).where(clause).orderBy(asc(contacts.firstName)),
  );
  return found.map(({ name }) => name);
}

type Operation = "EQUALS" | "GREATER_THAN" | "LESS_THAN";

function matching(operation: Operation, value: number | null) {
  const asked = { type: "DATE", field: "Contact.lastContactedAt", operation, value } as const;
  return who(lastContactedMatches(asked, { timezone: TIMEZONE, now }));
}

const NEVER = ["Cancelled", "Mail waits", "Never", "Sold in future", "Visits tomorrow"];
const EARLIER = [
  "Mailed yesterday",
  "Noted five days ago",
  "Sold ten days ago",
  "Sold eleven days ago",
  "Visited three days ago",
];

test.each<[Operation, number | null, string[]]>([
  ["EQUALS", null, ["Sold today"]],
  ["EQUALS", 0, ["Sold today"]],
  ["EQUALS", 1, ["Mailed yesterday"]],
  ["EQUALS", 3, ["Visited three days ago"]],
  ["EQUALS", 10, ["Sold ten days ago"]],
  ["EQUALS", 12, []],
  ["GREATER_THAN", null, []],
  ["LESS_THAN", null, [...NEVER, ...EARLIER]],
  ["GREATER_THAN", 0, [...NEVER, ...EARLIER]],
  ["GREATER_THAN", 5, [...NEVER, "Sold ten days ago", "Sold eleven days ago"]],
  ["GREATER_THAN", 10, [...NEVER, "Sold eleven days ago"]],
  ["GREATER_THAN", 3650, NEVER],
  ["LESS_THAN", 0, ["Sold today"]],
  ["LESS_THAN", 3, ["Mailed yesterday", "Sold today", "Visited three days ago"]],
  [
    "LESS_THAN",
    10,
    ["Mailed yesterday", "Noted five days ago", "Sold ten days ago", "Sold today", "Visited three days ago"],
  ],
])("%s %s: %j", async (operation, value, expected) => {
  expect(await matching(operation, value)).toEqual(expected.toSorted());
});

test.each([0, 1, 2, 3, 4, 5, 9, 10, 11, 12])("agrees with last_contacted_at() for %i days", async (days) => {
  const database = await host.database();
  const at = sql<string>`last_contacted_at(${shop.id}, ${contacts.id}, ${now.toISOString()}::timestamptz)`;
  const found = await database.read(shop.id, (db) =>
    db.select({ name: contacts.firstName, at }).from(contacts).where(eq(contacts.organizationId, shop.id)),
  );
  const those = (fits: (ago: number) => boolean) =>
    found
      .filter(({ at }) => fits(at ? daysBetween(dayOf(new Date(at), TIMEZONE), "2026-11-21") : Infinity))
      .map(({ name }) => name)
      .toSorted();
  expect(await matching("EQUALS", days)).toEqual(those((ago) => ago === days));
  expect(await matching("LESS_THAN", days)).toEqual(those((ago) => ago <= days));
  expect(await matching("GREATER_THAN", days)).toEqual(those((ago) => ago > days));
});

test.each(CHANGES)("assigns a sale to one day, also on $kind in $zone", async ({ zone, change }) => {
  const { id: organizationId } = await host.shop();
  const moments = momentsAround({ change });
  const database = await host.database();
  await database.tenant(organizationId, async (db) => {
    for (const at of moments) {
      const contactId = newId();
      const own = { organizationId, search: "" };
      await db.insert(contacts).values({ ...own, ...person, id: contactId, firstName: String(at) });
      const sale = { cost: "1", contactName: "Zoë", productCategoryName: "Rings" };
      await db.insert(purchases).values({ ...own, ...sale, id: newId(), contactId, createdAt: new Date(at) });
    }
  });
  const now = new Date(Math.max(...moments));
  const today = clockIn(zone, now.getTime()).day;
  const moment = { timezone: zone, now };
  for (const value of [0, 1, 2, 3]) {
    const asked = { type: "DATE", field: "Contact.lastContactedAt", operation: "EQUALS", value } as const;
    const found = await database.read(organizationId, (db) =>
      db
        .select({ name: contacts.firstName })
        .from(contacts)
        .where(
          sql`${eq(contacts.organizationId, organizationId)} and ${lastContactedMatches(asked, moment)}`,
        ),
    );
    const on = moments.filter((at) => clockIn(zone, at).day === addDays(today, -value)).map(String);
    expect(found.map(({ name }) => name).toSorted()).toEqual(on.toSorted());
  }
});
