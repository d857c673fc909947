import { sql } from "drizzle-orm";
import fc from "fast-check";
import { DateTime } from "luxon";
import type { Db } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/db/id.ts";
import type { Shop, testHost } from "./host.ts";
import { recordsOf } from "./records.ts";
import { dateOf, LIFTED, type Made, type Place, pick, UNSUBSCRIBED, walkIn } from "./segments.ts";

const BATCH = 2_000;

function anyoneIn({ zone, now }: Place) {
  const { day, anyOwn } = walkIn({ zone, now });
  const instant = fc.oneof(
    fc.integer({ min: -1_000 * 24 * 3_600, max: 300 * 24 * 3_600 }).map((seconds) => now + seconds * 1_000),
    fc
      .tuple(day, pick(-3_600_000, 0, 3_600_000), pick(-1, 0, 1))
      .map(([that, hour, ms]) => DateTime.fromISO(that, { zone }).toMillis() + hour + ms),
  );
  const yearlyDay = fc.oneof(
    fc.constant(null),
    pick("1996-02-29", "1980-02-28", "1990-03-01", "1971-12-31", "1971-01-01", "2027-03-02"),
    fc
      .integer({ min: 0, max: 20_000 })
      .map((days) => dateOf("1960-01-01").plus({ days }).toISODate() as string),
  );
  return fc.record({
    firstName: pick("Amara", "Zoë", "Bo", "Łukasz", "Ann"),
    lastName: pick("Okafor", "Wójcik", "Li", "Anders", "がく", "สุดา"),
    email: pick("", "a@example.com", "zoe@example.org", "Bo_100%@Example.com"),
    phone: pick("", "+1 415 555 0134", "4155550199"),
    birthday: yearlyDay,
    anniversary: yearlyDay,
    added: instant,
    consent: pick("given", "withdrawn", "unknown"),
    sales: fc.array(
      fc.record({
        at: instant,
        cents: fc.integer({ min: 0, max: 90_000 }),
        back: pick(0, 0, 1, 0.5),
        category: pick(0, 1),
      }),
      { maxLength: 4 },
    ),
    source: pick("person", "import", "visitor", null),
    appointments: fc.array(fc.record({ at: instant, missed: pick(false, false, true) }), { maxLength: 2 }),
    mails: fc.array(instant, { maxLength: 2 }),
    repairs: fc.array(
      fc.record({ at: instant, state: pick("IN", "READY", "READY", "HANDED_OVER", "RETURNED") }),
      { maxLength: 2 },
    ),
    tags: fc.uniqueArray(pick(0, 1, 2), { maxLength: 3 }),
    own: anyOwn,
  });
}

export async function fillStore(host: ReturnType<typeof testHost>, shop: Shop, place: Place, count = 250) {
  await host.call("organization.setTimezone", shop.owner, { body: { timezone: place.zone } });
  const make = recordsOf(host);
  const categories = [await make.category(shop.user, "Pearls"), await make.category(shop.user, "Rings")];
  const tags = [newId(), newId(), newId()];
  const database = await host.database();
  const drawn = fc.sample(anyoneIn(place), { numRuns: count, seed: 15 });
  const people: Made[] = drawn.map((one) => ({
    ...one,
    id: newId(),
    name: `${one.firstName} ${one.lastName}`,
    email: one.email.toLowerCase(),
    phone: one.phone.replace(/\D/g, ""),
    own: one.own as Made["own"],
    tags: one.tags.map((n) => tags[n] ?? ""),
    sales: one.sales.map(({ at, cents, back, category }) => ({
      at,
      paid: cents - Math.floor(cents * back),
      category: categories[category] ?? "",
    })),
  }));
  const iso = (ms: number) => new Date(ms).toISOString();
  const analyze = () =>
    database.system((db) =>
      db.execute(sql`analyze contacts, purchases, bookings, mails, contact_tags, repairs`),
    );
  const patient = (work: (db: Db) => Promise<unknown>) =>
    database.tenant(shop.id, async (db) => {
      await db.execute(sql`set local statement_timeout = 0`);
      await work(db);
    });
  const insertInto =
    (db: Db) =>
    async (table: string, rows: object[], constants: object = {}) => {
      for (let from = 0; from < rows.length; from += BATCH) {
        const some = rows
          .slice(from, from + BATCH)
          .map((row) => ({ organization_id: shop.id, id: newId(), ...constants, ...row }));
        const columns = sql.raw(Object.keys(some[0] ?? {}).join(", "));
        await db.execute(sql`insert into ${sql.raw(table)} (${columns}) select ${columns}
        from jsonb_populate_recordset(null::${sql.raw(table)}, ${JSON.stringify(some)}::jsonb)`);
      }
    };
  const each = <T>(rows: (one: (typeof drawn)[number], id: string, i: number) => T[]) =>
    drawn.flatMap((one, i) => rows(one, people[i]?.id ?? "", i));
  const sales = each((one, contactId, i) =>
    one.sales.map(({ cents, at, category }, n) => ({
      ...{ id: newId(), cost: cents / 100, contact_id: contactId, created_at: iso(at) },
      ...{ product_category_id: categories[category], back: cents - (people[i]?.sales[n]?.paid ?? 0) },
    })),
  );
  await patient(async (db) => {
    const insert = insertInto(db);
    await db.execute(sql`insert into suppressions (organization_id, address, reason, lifted_at)
      values (${shop.id}, ${UNSUBSCRIBED}, 'unsubscribed', null), (${shop.id}, ${LIFTED}, 'unsubscribed', now())`);
    await insert(
      "contacts",
      each((one, id) => [
        {
          ...{ id, first_name: one.firstName, last_name: one.lastName, email: one.email },
          ...{ phone_number: one.phone, search: one.firstName, birthday: one.birthday },
          ...{
            fields: one.own,
            anniversary: one.anniversary,
            consent: one.consent,
            source: one.source,
            created_at: iso(one.added),
          },
        },
      ]),
    );
    await insert(
      "tags",
      tags.map((id) => ({ id, name: id, color: 1, version: 1, created_at: iso(0), updated_at: iso(0) })),
    );
    await insert(
      "contact_tags",
      each((_, id, i) =>
        (people[i]?.tags ?? []).map((tag) => ({ contact_id: id, tag_id: tag, created_at: iso(0) })),
      ),
    );
    const bought = { contact_name: "A", product_category_name: "B", search: "" };
    await insert(
      "purchases",
      sales.map(({ back, ...sale }) => sale),
      bought,
    );
  });
  await analyze();
  await patient(async (db) => {
    const insert = insertInto(db);
    await insert(
      "refunds",
      sales.flatMap(({ back, id }) => (back > 0 ? [{ purchase_id: id, amount: back / 100 }] : [])),
    );
    await insert(
      "bookings",
      each((one, contactId) =>
        one.appointments.map(({ at, missed }) => ({
          ...{ contact_id: contactId, request_key: newId(), starts_at: iso(at) },
          ...{ ends_at: iso(at + 1_800_000), status: missed ? "NO_SHOW" : "CONFIRMED" },
        })),
      ),
      {
        ...{ title: "Fitting", name: "A", email: "a@example.com", timezone: "UTC" },
        calendar_state: "written",
      },
    );
    let number = 0;
    await insert(
      "repairs",
      each((one, contactId) =>
        one.repairs.map(({ at, state }) => ({
          contact_id: contactId,
          state,
          state_at: iso(at),
          number: ++number,
        })),
      ),
      {
        ...{ name: "Ring", kind: "RING", contact_name: "A", state_by: "A", steps: [], lines: [], total: 0 },
        ...{ promised_day: "2026-11-27", search: "" },
      },
    );
    await insert(
      "mails",
      each((one, contactId) => one.mails.map((sent) => ({ contact_id: contactId, sent_at: iso(sent) }))),
      { kind: "test", to_address: "a@example.com", to_name: "A", state: "sent" },
    );
  });
  await analyze();
  return { people, tags, categories };
}
