import { and, eq, sql } from "drizzle-orm";
import { openTestDatabase } from "#server/testing/database.ts";
import { newId } from "./id.ts";
import { randomFrom } from "./random.ts";
import { countRows } from "./record.ts";
import { contacts, organizations, purchases } from "./schema.ts";
import { bookings } from "./schema-calendar.ts";
import { dailyTotals } from "./schema-journal.ts";
import { mails } from "./schema-mail.ts";

jest.setTimeout(60_000);
const opening = openTestDatabase();
afterAll(async () => (await opening).close());

const HOUR = 3_600_000;
const START = Date.UTC(2026, 10, 18);
const { between, pick, chance } = randomFrom(2026);
const moment = () =>
  new Date(
    chance(0.3) ? START + between(0, 7) * 24 * HOUR + between(-1, 1) : START + between(0, 7 * 24 * HOUR),
  );

async function store(): Promise<string> {
  const { database } = await opening;
  const id = newId();
  await database.system((db) => db.insert(organizations).values({ id, name: "Shop", timezone: "UTC" }));
  return id;
}

async function fill(organizationId: string): Promise<void> {
  const { database } = await opening;
  const person = { firstName: "Ada", lastName: "Lovelace", email: "a@example.com", phoneNumber: "1" };
  const visitor = { name: "Ada", email: "a@example.com", timezone: "UTC", title: "Fitting" };
  const own = () => ({ organizationId, id: newId(), createdAt: moment() });
  const statements = Array.from({ length: 10 }, (_, i) => [
    () =>
      database.tenant(organizationId, (db) =>
        db.insert(contacts).values({ ...own(), ...person, search: "" }),
      ),
    () =>
      database.tenant(organizationId, (db) =>
        db.insert(purchases).values(
          Array.from({ length: 3 }, () => ({
            ...own(),
            cost: `${between(0, 9999)}.${between(10, 99)}`,
            contactName: "Ada",
            productCategoryName: "Rings",
            search: "",
          })),
        ),
      ),
    () =>
      database.tenant(organizationId, (db) =>
        db.insert(mails).values({
          ...own(),
          kind: "automation",
          toAddress: "a@example.com",
          toName: "Ada",
          ...(chance(0.5) && { state: "sent" as const, sentAt: moment() }),
        }),
      ),
    () =>
      database.tenant(organizationId, (db) =>
        db.insert(bookings).values({
          ...own(),
          ...visitor,
          requestKey: newId(),
          startsAt: new Date(START + i * HOUR),
          endsAt: new Date(START + (i + 1) * HOUR),
        }),
      ),
  ]).flat();
  await Promise.all(statements.map((statement) => statement()));
}

async function change(organizationId: string): Promise<void> {
  const { database } = await opening;
  const share = sql`abs(hashtext(id::text)) % 5`;
  await database.tenant(organizationId, async (db) => {
    await db.update(purchases).set({ cost: sql`cost * 2` }).where(sql`${share} = 0`);
    await db.update(purchases).set({ createdAt: moment() }).where(sql`${share} = 1`);
    await db
      .update(mails)
      .set({ state: "sent", sentAt: moment() })
      .where(sql`state = 'queued' and ${share} < 2`);
    await db.update(bookings).set({ status: "CANCELLED" }).where(sql`${share} = 2`);
    await db.update(bookings).set({ status: "NO_SHOW" }).where(sql`${share} = 3`);
    for (const table of [contacts, purchases, mails, bookings])
      await db.delete(table).where(sql`${share} = 4`);
  });
}

async function records(organizationId: string): Promise<{ what: string; at: Date; amount: number }[]> {
  const { database } = await opening;
  return database.system(async (db) => {
    const people = await db.select().from(contacts).where(eq(contacts.organizationId, organizationId));
    const sales = await db.select().from(purchases).where(eq(purchases.organizationId, organizationId));
    const sent = await db
      .select()
      .from(mails)
      .where(and(eq(mails.organizationId, organizationId), eq(mails.state, "sent")));
    const booked = await db.select().from(bookings).where(eq(bookings.organizationId, organizationId));
    return [
      ...people.map(({ createdAt }) => ({ what: "contacts", at: createdAt, amount: 1 })),
      ...sales.map(({ createdAt, cost }) => ({ what: "revenue", at: createdAt, amount: Number(cost) })),
      ...sent.map(({ sentAt }) => ({ what: "emails", at: sentAt ?? new Date(Number.NaN), amount: 1 })),
      ...booked
        .filter(({ status }) => status !== "CANCELLED")
        .map(({ createdAt }) => ({ what: "appointments", at: createdAt, amount: 1 })),
    ];
  });
}

test("totals are exact after inserts, updates and deletes", async () => {
  const { database } = await opening;
  const [here, there] = [await store(), await store()];
  await Promise.all([fill(here), fill(there)]);
  await change(here);
  const all = await records(here);
  for (let i = 0; i < 40; i++) {
    const what = pick(["contacts", "revenue", "emails", "appointments"]);
    const [starts, ends] = [moment(), moment()].sort((a, b) => a.getTime() - b.getTime());
    if (!starts || !ends) continue;
    const { rows } = await database.read(here, (db) =>
      db.execute<{ total: string }>(
        sql`select total_between(${here}, ${what}, ${i % 3 ? starts : "-infinity"}::timestamptz, ${ends}) as total`,
      ),
    );
    const expected = all
      .filter((record) => record.what === what && (i % 3 === 0 || record.at >= starts) && record.at < ends)
      .reduce((sum, { amount }) => sum + amount, 0);
    expect(Number(rows[0]?.total)).toBeCloseTo(expected, 5);
  }
});

test("totals are deleted with their organization", async () => {
  const { database } = await opening;
  const id = await store();
  await fill(id);
  const left = () => database.system((db) => countRows(db, dailyTotals, eq(dailyTotals.organizationId, id)));
  expect(await left()).toBeGreaterThan(0);
  await database.system((db) => db.delete(organizations).where(eq(organizations.id, id)));
  expect(await left()).toBe(0);
});
