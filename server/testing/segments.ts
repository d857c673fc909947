import { sql } from "drizzle-orm";
import fc from "fast-check";
import { DateTime } from "luxon";
import type { Period, SegmentCondition } from "#lib/contract/segments.ts";
import { newId } from "#server/db/id.ts";
import type { Shop, testHost } from "./host.ts";
import { recordsOf } from "./records.ts";

/*
 * What a segment finds, written a second time: people that a store may have, whatever may be asked of them, and a plain walk
 * over all of them that shares nothing with the host.
 */

// Still 28 February in New York: whose birthday is the 29th has it today in a common year.
export const NOW = "2026-03-01T03:30:00Z";
const ZONE = "America/New_York";
/** Whoever has this address has unsubscribed; whoever has the other has asked for mails again. */
const UNSUBSCRIBED = "zoe@example.org";
const LIFTED = "a@example.com";

/** A contact as the reference knows them: instants in milliseconds, amounts in cents. */
export type Made = {
  id: string;
  name: string;
  email: string;
  phone: string;
  birthday: string | null;
  anniversary: string | null;
  added: number;
  consent: string;
  sales: { at: number; paid: number; category: string }[];
  appointments: number[];
  mails: number[];
};
const at = (iso: string) => DateTime.fromISO(iso, { zone: ZONE });
const today = at(NOW).startOf("day");

/** A period, read anew: by luxon, and by nothing of the host. */
function inPeriod(period: Period | undefined, instant: number): boolean {
  if (!period) return true;
  if ("last" in period) {
    const from = today.minus({ [period.last.unit]: period.last.count });
    return instant >= from.toMillis() && instant <= Date.parse(NOW);
  }
  if ("next" in period) {
    const to = today.plus({ [period.next.unit]: period.next.count }).endOf("day");
    return instant >= Date.parse(NOW) && instant <= to.toMillis();
  }
  const isAfter = !period.from || instant >= at(period.from).toMillis();
  return isAfter && (!period.to || instant <= at(period.to).endOf("day").toMillis());
}

/** The next time that a day comes round, as people know it. */
export function nextOf(day: string): DateTime {
  const falls = (year: number) => {
    const that = DateTime.fromObject({ year, month: Number(day.slice(5, 7)) }, { zone: ZONE });
    return that.set({ day: Math.min(Number(day.slice(8)), that.daysInMonth ?? 0) });
  };
  const [first, second] = [falls(today.year), falls(today.year + 1)];
  return first >= today ? first : second;
}

function fitsYearly(day: string | null, { within, month }: { within?: number; month?: number }): boolean {
  if (!day) return false;
  if (within !== undefined) {
    const next = nextOf(day);
    return next <= today.plus({ days: within }) && next >= at(day);
  }
  return month === undefined || Number(day.slice(5, 7)) === (month || today.month);
}

/** Without case and accents. */
const plain = (text: string) =>
  text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .replaceAll("ł", "l");

/** Whether a condition holds of somebody, leaving its `not` aside. */
export function holds(asked: SegmentCondition, one: Made): boolean {
  const sold = (which: { categoryId?: string; period?: Period }) =>
    one.sales.filter(
      ({ at, category }) =>
        (!which.categoryId || category === which.categoryId) && inPeriod(which.period, at),
    );
  const sum = (sales: Made["sales"]) => sales.reduce((total, { paid }) => total + paid, 0);
  switch (asked.field) {
    case "name":
      return plain(one.name).includes(plain(asked.contains ?? ""));
    case "email":
      return asked.contains ? plain(one.email).includes(plain(asked.contains)) : one.email !== "";
    case "phoneNumber":
      return asked.contains
        ? /\d/.test(asked.contains) && one.phone.includes(asked.contains.replace(/\D/g, ""))
        : one.phone !== "";
    case "birthday":
    case "anniversary":
      return fitsYearly(one[asked.field], asked);
    case "added":
      return inPeriod(asked.period, one.added);
    case "spent":
      return asked.is === "over"
        ? sold(asked).length > 0 && sum(sold(asked)) > Number(asked.amount) * 100
        : !(sold(asked).length > 0 && sum(sold(asked)) >= Number(asked.amount) * 100);
    case "sales":
      return asked.is === "atLeast" ? sold(asked).length >= asked.count : sold(asked).length <= asked.count;
    case "firstSale":
    case "lastSale": {
      const moments = one.sales.map(({ at }) => at);
      const found = asked.field === "firstSale" ? Math.min(...moments) : Math.max(...moments);
      return moments.length > 0 && inPeriod(asked.period, found);
    }
    case "appointment":
      return one.appointments.some((at) => inPeriod(asked.period, at));
    case "mailed":
      return one.mails.some((at) => inPeriod(asked.period, at));
    case "consent":
      return (one.email === UNSUBSCRIBED ? "withdrawn" : one.consent) === asked.is;
  }
}

// ---- a store, and what may be asked of it ------------------------------------------------------------------

const pick = <T>(...values: T[]) => fc.constantFrom(...values);
const day = fc.integer({ min: -900, max: 400 }).map((days) => today.plus({ days }).toISODate() as string);
// Near the edges of a day by the store's clock, too.
const instant = fc.oneof(
  fc
    .integer({ min: -1_000 * 24 * 3_600, max: 300 * 24 * 3_600 })
    .map((seconds) => Date.parse(NOW) + seconds * 1_000),
  day.chain((that) => pick(-1, 0, 1).map((ms) => at(that).toMillis() + ms)),
);
const yearlyDay = fc.oneof(
  fc.constant(null),
  pick("1996-02-29", "1980-02-28", "1990-03-01", "1971-12-31", "1971-01-01", "2027-03-02"),
  fc.integer({ min: 0, max: 20_000 }).map((days) => at("1960-01-01").plus({ days }).toISODate() as string),
);
const anyone = fc.record({
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
  appointments: fc.array(instant, { maxLength: 2 }),
  mails: fc.array(instant, { maxLength: 2 }),
});

/** Fills a store; answers its people, and its categories' ids. */
export async function fillStore(host: ReturnType<typeof testHost>, shop: Shop) {
  await host.call("organization.setTimezone", shop.owner, { body: { timezone: ZONE } });
  const make = recordsOf(host);
  const categories = [await make.category(shop.user, "Pearls"), await make.category(shop.user, "Rings")];
  const database = await host.database();
  const drawn = fc.sample(anyone, { numRuns: 250, seed: 15 });
  const people: Made[] = drawn.map((one) => ({
    ...one,
    id: newId(),
    name: `${one.firstName} ${one.lastName}`,
    email: one.email.toLowerCase(),
    phone: one.phone.replace(/\D/g, ""),
    sales: one.sales.map(({ at, cents, back, category }) => ({
      at,
      paid: cents - Math.floor(cents * back),
      category: categories[category] ?? "",
    })),
  }));
  const iso = (ms: number) => new Date(ms).toISOString();
  await database.tenant(shop.id, async (db) => {
    await db.execute(sql`insert into suppressions (organization_id, address, reason, lifted_at)
      values (${shop.id}, ${UNSUBSCRIBED}, 'unsubscribed', null), (${shop.id}, ${LIFTED}, 'unsubscribed', now())`);
    for (const [i, one] of drawn.entries()) {
      const { id, sales } = people[i] as Made;
      await db.execute(sql`insert into contacts (organization_id, id, first_name, last_name, email, phone_number, search,
          birthday, anniversary, consent, created_at)
        values (${shop.id}, ${id}, ${one.firstName}, ${one.lastName}, ${one.email}, ${one.phone}, ${one.firstName},
          ${one.birthday}, ${one.anniversary}, ${one.consent}, ${iso(one.added)})`);
      for (const [n, sale] of one.sales.entries()) {
        const refunded = sale.cents - (sales[n]?.paid ?? 0);
        const saleId = newId();
        await db.execute(sql`insert into purchases (organization_id, id, cost, contact_id, contact_name, product_category_id,
            product_category_name, search, created_at)
          values (${shop.id}, ${saleId}, ${sale.cents / 100}::numeric, ${id}, 'A', ${categories[sale.category]}, 'B', '',
            ${iso(sale.at)})`);
        if (refunded > 0)
          await db.execute(sql`insert into refunds (organization_id, id, purchase_id, amount)
            values (${shop.id}, ${newId()}, ${saleId}, ${refunded / 100}::numeric)`);
      }
      for (const starts of one.appointments)
        await db.execute(sql`insert into bookings (organization_id, id, title, contact_id, name, email, timezone, request_key,
            starts_at, ends_at, calendar_state)
          values (${shop.id}, ${newId()}, 'Fitting', ${id}, 'A', 'a@example.com', 'UTC', ${newId()}, ${iso(starts)},
            ${iso(starts + 1_800_000)}, 'written')`);
      for (const sent of one.mails)
        await db.execute(sql`insert into mails (organization_id, id, kind, contact_id, to_address, to_name, state, sent_at)
          values (${shop.id}, ${newId()}, 'test', ${id}, 'a@example.com', 'A', 'sent', ${iso(sent)})`);
    }
  });
  return { people, categories };
}

const past = fc.record({
  last: fc.record({ count: fc.integer({ min: 1, max: 40 }), unit: pick("days", "weeks", "months", "years") }),
});
const coming = fc.record({
  next: fc.record({ count: fc.integer({ min: 1, max: 40 }), unit: pick("days", "weeks", "months") }),
});
const between = fc.record({ from: day, to: day }, { requiredKeys: [] });
const period = fc.oneof(past, between);
const which = { categoryId: pick(0, 1).map((n) => n), period };
const anyNot = { not: fc.boolean() };
const optional = { requiredKeys: ["field"] as never[] };
const text = pick("zo", "an", "ö", "%", "_", "0134", "@example.com", "555 01", "łu", "が", "สุ", "nobody");
const condition: fc.Arbitrary<object> = fc.oneof(
  fc.record({ field: pick("name", "email", "phoneNumber"), contains: text, ...anyNot }, optional),
  fc.record(
    { field: pick("birthday", "anniversary"), within: fc.integer({ min: 0, max: 366 }), ...anyNot },
    optional,
  ),
  fc.record(
    { field: pick("birthday", "anniversary"), month: fc.integer({ min: 0, max: 12 }), ...anyNot },
    optional,
  ),
  fc.record(
    { field: pick("added", "firstSale", "lastSale"), period, ...anyNot },
    { requiredKeys: ["field", "period"] },
  ),
  fc.record(
    {
      field: pick("spent"),
      is: pick("over", "under"),
      amount: pick("0", "100", "512.50", "2000"),
      ...which,
      ...anyNot,
    },
    { requiredKeys: ["field", "is", "amount"] },
  ),
  fc.record(
    {
      field: pick("sales"),
      is: pick("atLeast", "atMost"),
      count: fc.integer({ min: 0, max: 4 }),
      ...which,
      ...anyNot,
    },
    { requiredKeys: ["field", "is", "count"] },
  ),
  fc.record(
    { field: pick("appointment"), period: fc.oneof(past, coming, between), ...anyNot },
    { requiredKeys: ["field", "period"] },
  ),
  fc.record({ field: pick("mailed"), period, ...anyNot }, optional),
  fc.record(
    { field: pick("consent"), is: pick("given", "withdrawn", "unknown"), ...anyNot },
    { requiredKeys: ["field", "is"] },
  ),
);
/** Whatever may be asked; a category is 0 or 1. */
export const anySegment = fc.array(fc.array(condition, { minLength: 1, maxLength: 3 }), { maxLength: 3 });
