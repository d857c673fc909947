import { sql } from "drizzle-orm";
import fc from "fast-check";
import type { Answer } from "#lib/contract/contract.ts";
import type { Segment } from "#lib/contract/segments.ts";
import { DAY, HOUR } from "#lib/time/zone.ts";
import { inSegment } from "#server/outreach/segments/where.ts";
import { type Shop, testHost } from "#server/testing/host.ts";
import { recordsOf } from "#server/testing/records.ts";
import { fillStore } from "#server/testing/segment-store.ts";
import { type Made, NEW_YORK, type Place, walkIn } from "#server/testing/segments.ts";
import { CHANGES } from "#server/testing/zones.ts";

// After a change of `where`: SEGMENT_PEOPLE=100000 SEGMENT_RUNS=200.
const PEOPLE = Number(process.env.SEGMENT_PEOPLE ?? 250);
const RUNS = Number(process.env.SEGMENT_RUNS ?? 60);
const LISTED = 1_000;
const isWhole = PEOPLE <= LISTED;

let { now } = NEW_YORK;
const host = testHost({ clock: () => new Date(now) });
const make = recordsOf(host);
const { anySegment, holds, nextOf } = walkIn(NEW_YORK);
let shop: Shop;
let people: Made[];
let categories: string[];
let tags: string[];

beforeAll(async () => {
  shop = await host.shop();
  ({ people, categories, tags } = await fillStore(host, shop, NEW_YORK, PEOPLE));
}, 600_000);

afterEach(() => {
  now = NEW_YORK.now;
});

async function list(where: Segment, query: object = {}, { user } = shop): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1; ids.length < LISTED; page++) {
    const asked = { where: JSON.stringify(where), page, limit: 100, ...query };
    const answer = await host.call("contacts.segment", user, { query: asked });
    expect(answer.status).toBe(200);
    const rows = answer.body as { id: string }[];
    ids.push(...rows.map(({ id }) => id));
    if (rows.length < 100) break;
  }
  return ids;
}

async function count(where: Segment): Promise<number> {
  const { body } = await host.call("contacts.count", shop.user, { query: { where: JSON.stringify(where) } });
  const { count, of, isExact } = body as Answer<"contacts.count">;
  if (isExact || isWhole) {
    expect([of, isExact]).toEqual([people.length, true]);
    return count ?? Number.NaN;
  }
  const moment = { organizationId: shop.id, timezone: NEW_YORK.zone, now: new Date(now) };
  const database = await host.database();
  const { rows } = await database.read(shop.id, (db) =>
    db.transaction(async (tx) => {
      await tx.execute(sql`set local statement_timeout = 0`);
      return tx.execute<{ count: number }>(
        sql`select count(*)::int as count from contacts where ${inSegment(where, moment)}`,
      );
    }),
  );
  return rows[0]?.count ?? Number.NaN;
}

test("finds contacts and sales by two words", async () => {
  const { owner } = await host.shop();
  await make.sale(owner, await make.saleForm(owner));
  const query = { search: "zoe obrien" };
  for (const name of ["contacts.segment", "sales.segment"] as const)
    expect((await host.call(name, owner, { query })).body).toHaveLength(1);
  for (const name of ["contacts.count", "sales.count"] as const)
    expect((await host.call(name, owner, { query })).body).toMatchObject({ count: 1 });
});

test("every condition agrees with a check of each contact", async () => {
  await fc.assert(
    fc.asyncProperty(anySegment, async (drawn) => {
      const where = JSON.parse(JSON.stringify(drawn), (key, value) =>
        key === "categoryId"
          ? categories[value]
          : key === "tagIds"
            ? value.map((n: number) => tags[n])
            : value,
      ) as Segment;
      const expected = people
        .filter((one) =>
          where.every((group) => group.some((asked) => holds(asked, one) !== Boolean(asked.not))),
        )
        .map(({ id }) => id);
      if (isWhole) expect((await list(where)).toSorted()).toEqual(expected.toSorted());
      expect(await count(where)).toBe(expected.length);
    }),
    { numRuns: RUNS },
  );
}, 3_600_000);

test.each(CHANGES)(
  "a day with $kind in $zone is one day",
  async ({ zone, change }) => {
    const shop = await host.shop();
    const place: Place = { zone, now: change + 14 * HOUR };
    const { people } = await fillStore(host, shop, place, 100);
    for (const later of [0, 2]) {
      now = place.now + later * DAY;
      const { aboutPeriods, holds } = walkIn({ zone, now });
      await fc.assert(
        fc.asyncProperty(aboutPeriods, async (drawn) => {
          const where = JSON.parse(JSON.stringify(drawn)) as Segment;
          const expected = people.filter((one) => where.flat().every((asked) => holds(asked, one)));
          expect((await list(where, {}, shop)).toSorted()).toEqual(expected.map(({ id }) => id).toSorted());
        }),
        { numRuns: 25 },
      );
    }
  },
  120_000,
);

test("nobody spent less than 0, and everybody spent 0 or more", async () => {
  const spent = { field: "spent", is: "under", amount: "0" } as const;
  expect(await count([[spent]])).toBe(0);
  expect(await count([[{ ...spent, not: true }]])).toBe(people.length);
});

test("a future wedding is within the right days", async () => {
  const shop = await host.shop();
  await host.call("organization.setTimezone", shop.owner, { body: { timezone: NEW_YORK.zone } });
  const wedding = await make.contact(shop.user, { firstName: "Wed", anniversary: "2027-02-28" });
  await make.contact(shop.user, { firstName: "Later", anniversary: "2028-02-28" });
  const within = (days: number) => list([[{ field: "anniversary", within: days }]], {}, shop);
  expect([await within(364), await within(365), await within(366)]).toEqual([[], [wedding], [wedding]]);
});

test("another store finds no contacts, also not by category", async () => {
  const other = await host.shop();
  const own = await make.contact(other.user);
  const found = async (where: object) =>
    (await host.call("contacts.segment", other.user, { query: { where: JSON.stringify(where) } })).body;
  expect(await found([])).toMatchObject([{ id: own }]);
  expect(await found([[{ field: "sales", is: "atLeast", count: 1, categoryId: categories[0] }]])).toEqual([]);
  expect((await host.call("contacts.count", other.user)).body).toMatchObject({ count: 1, of: 1 });
});

test.each([
  ["no JSON", "[["],
  ["no segment", '{"field":"name"}'],
  ["an unknown field", '[[{"field":"password_hash"}]]'],
  ["an amount with SQL", `[[{"field":"spent","is":"over","amount":"1' or '1'='1"}]]`],
  ["an invalid day", '[[{"field":"added","period":{"from":"2026-02-31"}}]]'],
  ["an unknown unit", '[[{"field":"added","period":{"last":{"count":1,"unit":"secs)--"}}}]]'],
  ["too many conditions", JSON.stringify(Array.from({ length: 21 }, () => [{ field: "name" }]))],
  ["a megabyte", JSON.stringify([[{ field: "name", contains: "x".repeat(1_000_000) }]])],
])("refuses %s without a query", async (_, where) => {
  for (const name of ["contacts.segment", "contacts.count"] as const) {
    const { status } = await host.call(name, shop.user, { query: { where } });
    expect([400, 414, 431]).toContain(status);
  }
});

test("the last possible day works in conditions", async () => {
  expect(await count([[{ field: "added", period: { to: "9999-12-31" } }]])).toBe(people.length);
});

test("escapes LIKE wildcards and sorts missing values last", async () => {
  const found = people.filter(({ email }) => email.includes("_100%"));
  expect(await count([[{ field: "email", contains: "_100%" }]])).toBe(found.length);
  const byBirthday = await list([], { sort: "birthday:asc" });
  const known = people.filter(({ birthday }) => birthday).length;
  const born = new Map(people.map(({ id, birthday }) => [id, birthday]));
  const days = byBirthday.slice(0, known).map((id) => nextOf(born.get(id) ?? "").toMillis());
  expect(days).toEqual(days.toSorted((a, b) => a - b));
  expect(byBirthday.slice(known).every((id) => born.get(id) === null)).toBe(true);
  const bySum = await list([], { sort: "spent:desc" });
  const paid = new Map(people.map(({ id, sales }) => [id, sales.reduce((sum, sale) => sum + sale.paid, 0)]));
  const sums = bySum.map((id) => paid.get(id) ?? 0);
  expect(sums).toEqual(sums.toSorted((a, b) => b - a));
});
