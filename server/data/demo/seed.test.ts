import { and, count, eq, inArray, isNotNull } from "drizzle-orm";
import { placeholderNames } from "#lib/contract/placeholders.ts";
import { repairStates } from "#lib/contract/repair-terms.ts";
import { readSegment } from "#lib/contract/segments.ts";
import { unknownNames } from "#lib/contract/tokens.ts";
import { dayOf } from "#lib/time/days.ts";
import { teamOf } from "#server/booking/store.ts";
import { reportOf } from "#server/outreach/campaigns/run.ts";
import { readFace } from "#server/platform/db/face.ts";
import { contacts, logos, purchases, templates, users } from "#server/platform/db/schema.ts";
import { appointmentTypes, bookings, waitlistEntries } from "#server/platform/db/schema-calendar.ts";
import { campaigns } from "#server/platform/db/schema-campaigns.ts";
import { mails } from "#server/platform/db/schema-mail.ts";
import {
  contactTags,
  ownFields,
  relations,
  salePayments,
  segments,
  tasks,
} from "#server/platform/db/schema-records.ts";
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
    expect(booked).toHaveLength(16);
    expect(new Set(booked.map(({ userId }) => userId)).size).toBe(2);
    const days = booked.map(({ startsAt, timezone }) => dayOf(startsAt.getTime(), timezone));
    expect(new Set(days)).toEqual(new Set(["2026-11-21", "2026-11-28"]));
    const [type] = await db
      .select()
      .from(appointmentTypes)
      .where(eq(appointmentTypes.name, "Ring consultation"));
    const line = await db.select().from(waitlistEntries);
    expect(line).toHaveLength(1);
    expect(new Set(line.map(({ fromDay }) => fromDay))).toEqual(new Set(["2026-11-28"]));
    expect(new Set(line.map((entry) => entry.appointmentTypeId))).toEqual(new Set([type?.id]));
    const face = await readFace(db);
    expect(face).toMatchObject({ color: "#14594a", website: expect.stringMatching(/^https/) });
    const [logo] = await db.select().from(logos);
    expect(face.logo).toBe(`${organizationId}-${logo?.hash}`);
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
    const payments = await db.select().from(salePayments);
    for (const { id, paid, isPaidAtOnce } of sold) {
      const its = payments.filter(({ purchaseId }) => purchaseId === id);
      expect(isPaidAtOnce ? its.length : its.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(
        Number(paid),
      );
    }
    const [campaign] = await db.select().from(campaigns);
    const sent = await db.select().from(mails).where(isNotNull(mails.campaignId));
    expect(campaign).toMatchObject({ state: "done", audience: sent.length });
    const report = await reportOf(db, campaign?.id ?? "");
    expect(report).toMatchObject({ counts: { sent: sent.length }, unsubscribed: 1 });
    expect(report.cameBack.contacts).toBeGreaterThan(0);
    for (const { segment } of await db.select().from(segments)) expect(readSegment(segment)).not.toBeNull();
    for (const table of [contactTags, relations, tasks, ownFields]) {
      expect((await db.select({ n: count() }).from(table))[0]?.n).toBeGreaterThan(1);
    }

    const people = new Map((await db.select().from(contacts)).map((person) => [person.id, person]));
    const born = (id: string) => Number(people.get(id)?.birthday?.slice(0, 4) ?? 1900);
    for (const { id, anniversary } of people.values())
      if (anniversary) expect(Number(anniversary.slice(0, 4)) - born(id)).toBeGreaterThanOrEqual(18);
    for (const { contactId, otherId, name } of await db.select().from(relations)) {
      const [one, other] = [people.get(contactId), people.get(otherId)];
      if (name === "Partner") expect(one?.anniversary).toBe(other?.anniversary);
      if (name === "Daughter" && other?.birthday) expect(born(otherId) - born(contactId)).toBeGreaterThan(15);
    }

    const ids = page.map(({ id }) => id);
    const early = await db
      .select({ sold: purchases.createdAt, joined: contacts.createdAt })
      .from(purchases)
      .innerJoin(contacts, and(eq(contacts.id, purchases.contactId), inArray(contacts.id, ids)));
    expect(early.length).toBeGreaterThan(0);
    for (const sale of early) expect(sale.sold.getTime()).toBeGreaterThanOrEqual(sale.joined.getTime());
  });
}, 30_000);
