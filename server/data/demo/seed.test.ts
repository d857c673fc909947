import { and, count, eq, inArray } from "drizzle-orm";
import { placeholderNames } from "#lib/contract/placeholders.ts";
import { repairStates } from "#lib/contract/repair-terms.ts";
import { unknownNames } from "#lib/contract/tokens.ts";
import { dayOf } from "#lib/time/days.ts";
import { teamOf } from "#server/booking/store.ts";
import { contacts, purchases, templates, users } from "#server/platform/db/schema.ts";
import { bookings } from "#server/platform/db/schema-calendar.ts";
import { repairNumbers, repairs } from "#server/platform/db/schema-repairs.ts";
import { newestContacts } from "#server/records/contacts/contact-page.ts";
import { openTestDatabase } from "#server/testing/database.ts";
import { seedDemo } from "./seed.ts";

const opening = openTestDatabase();
afterAll(async () => (await opening).close());

test("creates 240 contacts and 400 sales, mostly with recent customers", async () => {
  const { database } = await opening;
  const now = new Date("2026-11-21T15:00:00Z");
  const organizationId = await seedDemo(database, { now });
  await database.read(organizationId, async (db) => {
    expect(await db.select({ n: count() }).from(contacts)).toEqual([{ n: 240 }]);
    expect(await db.select({ n: count() }).from(purchases)).toEqual([{ n: 400 }]);
    const page = await newestContacts(db).execute({ organizationId, limit: 50, offset: 0 });
    expect(page.slice(0, 25).filter(({ saleDate }) => saleDate).length).toBeGreaterThanOrEqual(18);
    expect(page.filter(({ saleDate }) => saleDate).length).toBeGreaterThanOrEqual(36);
    expect(page.filter(({ saleDate }) => !saleDate).length).toBeGreaterThan(0);

    for (const { subject, content } of await db.select().from(templates)) {
      expect(unknownNames(`${subject}${content}`, placeholderNames)).toEqual([]);
    }

    const staff = await db.select().from(users);
    expect(staff.filter(({ availability }) => availability)).toHaveLength(3);
    const booked = await db.select().from(bookings);
    expect(booked).toHaveLength(8);
    expect(new Set(booked.map(({ userId }) => userId)).size).toBe(2);
    const days = booked.map(({ startsAt, timezone }) => dayOf(startsAt.getTime(), timezone));
    expect(new Set(days)).toEqual(new Set(["2026-11-21"]));
    const team = await teamOf(db);
    const hours = team.map(({ exceptions }) => exceptions.get("2026-11-26")?.some(Boolean));
    expect(hours).toEqual([false, false, false]);

    const pieces = await db.select().from(repairs);
    expect(new Set(pieces.map(({ state }) => state))).toEqual(new Set(repairStates));
    for (const { state, steps, stateAt, createdAt, total, lines } of pieces) {
      expect(steps.at(-1)).toMatchObject({ state, at: stateAt.toISOString() });
      expect(steps[0]?.at).toBe(createdAt.toISOString());
      expect(stateAt.getTime()).toBeLessThanOrEqual(now.getTime());
      expect(Number(total)).toBe(lines.reduce((sum, { amount }) => sum + Number(amount), 0));
    }
    const [numbers] = await db.select().from(repairNumbers);
    expect(numbers?.last).toBe(Math.max(...pieces.map(({ number }) => number)));

    const sold = await db.select().from(purchases);
    expect(sold.filter(({ createdAt }) => createdAt > now)).toEqual([]);
    const ids = page.map(({ id }) => id);
    const early = await db
      .select({ sold: purchases.createdAt, joined: contacts.createdAt })
      .from(purchases)
      .innerJoin(contacts, and(eq(contacts.id, purchases.contactId), inArray(contacts.id, ids)));
    expect(early.length).toBeGreaterThan(0);
    for (const sale of early) expect(sale.sold.getTime()).toBeGreaterThanOrEqual(sale.joined.getTime());
  });
}, 30_000);
