import { eq } from "drizzle-orm";
import fc from "fast-check";
import { newId } from "#server/platform/db/id.ts";
import {
  contacts,
  organizations,
  productCategories,
  purchases,
  refunds,
  users,
} from "#server/platform/db/schema.ts";
import { type Person, testHost } from "#server/testing/host.ts";
import { person, recordsOf } from "#server/testing/records.ts";
import { type Asked, asked, reportOf } from "#server/testing/reports.ts";

const host = testHost();
const make = recordsOf(host);

type Figures = { sales: number; sold: string; refunded: string; revenue: string; average: string | null };
type Row = Figures & {
  from: string;
  to: string;
  customers: number;
  newCustomers: number;
  before: string;
  salesBefore: number;
};
type Report = {
  before: { from: string; to: string };
  total: Row;
  totalBefore: Row;
  months: Row[];
  categories: (Row & { category: { id: string | null; name: string } })[];
  people: (Row & { person: { id: string | null; name: string } | null })[];
  sources: (Row & { source: string | null })[];
  best: { contact: { id: string; name: string }; sales: number; revenue: string; before: string }[];
};

const ask = (user: Person, query: object) => host.call("dashboard.report", user, { query });
async function reportFor(user: Person, query: object): Promise<Report> {
  const { status, body } = await ask(user, query);
  expect([status, body]).toEqual([200, expect.anything()]);
  return body as Report;
}

const amount = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
const cents = (text: string | null) => text && Math.round(Number(text) * 100);
function inCents<T extends { sold: string; refunded: string; revenue: string; average: string | null }>(
  row: T,
) {
  const { sold, refunded, revenue, average } = row;
  const exact = [sold, refunded, revenue, average ?? "0"].every((text) => /^-?\d+(\.\d{2})?$/.test(text));
  expect([row, exact]).toEqual([row, true]);
  return {
    ...row,
    tax: undefined,
    sold: cents(sold),
    refunded: cents(refunded),
    revenue: cents(revenue),
    average: cents(average),
    ...("before" in row && { before: cents(String(row.before)) }),
  };
}

async function storeWith({ zone, sales }: Asked) {
  const shop = await host.shop();
  const organizationId = shop.id;
  const database = await host.database();
  const people = Array.from({ length: 4 }, () => newId());
  const names = ["Olu OWNER", "Ada ADMIN", "Ada USER"];
  const team = [shop.owner.id, shop.admin.id, shop.user.id];
  const kinds = Array.from({ length: 3 }, () => newId());
  await database.system((db) =>
    db.update(organizations).set({ timezone: zone }).where(eq(organizations.id, organizationId)),
  );
  await database.tenant(organizationId, async (db) => {
    const own = { organizationId, search: "" };
    await db.insert(contacts).values(people.map((id, i) => ({ ...own, ...person, firstName: `P${i}`, id })));
    await db.insert(productCategories).values(kinds.map((id, i) => ({ organizationId, id, name: `K${i}` })));
    const called = eq(users.id, shop.owner.id);
    await db.update(users).set({ firstName: "Olu" }).where(called);
    for (const { at, cents, contact, category, seller, isOld, refunds: back } of sales) {
      const id = newId();
      await db.insert(purchases).values({
        ...own,
        id,
        cost: amount(cents),
        createdAt: new Date(at),
        contactId: contact === null ? null : people[contact],
        contactName: "x",
        productCategoryId: kinds[category],
        productCategoryName: `K${category}`,
        ...(isOld
          ? { createdBy: seller === null ? null : names[seller] }
          : { soldById: seller === null ? null : team[seller], soldBy: seller === null ? "" : "As then" }),
      });
      const given = back.map((one) => ({ amount: amount(one.cents), createdAt: new Date(one.at) }));
      if (given.length > 0) {
        await db
          .insert(refunds)
          .values(given.map((one) => ({ organizationId, id: newId(), purchaseId: id, ...one })));
      }
    }
  });
  return { ...shop, people, kinds, team };
}

test("matches a plain sum to the cent in any zone", async () => {
  await fc.assert(
    fc.asyncProperty(asked, async (one) => {
      const { owner, people, kinds, team } = await storeWith(one);
      const category = one.category === null ? undefined : kinds[one.category];
      const person = one.seller === null ? undefined : team[one.seller];
      const found = await reportFor(owner, { ...one.period, category, person, compare: one.compare });
      const expected = reportOf(one);
      for (const { person, ...row } of found.people) {
        const number = person ? team.indexOf(person.id ?? "") : null;
        const { customers: _, newCustomers: __, ...figures } = expected.seller(number);
        expect(inCents(row)).toEqual(figures);
      }
      expect(found.before).toEqual(expected.before);
      expect([found.total, found.totalBefore].map(inCents)).toEqual([expected.total, expected.totalBefore]);
      expect(found.months.map(inCents)).toEqual(expected.months);
      for (const { category, ...row } of found.categories) {
        const {
          customers: _,
          newCustomers: __,
          ...figures
        } = expected.category(kinds.indexOf(category.id ?? ""));
        expect(inCents(row)).toEqual(figures);
      }
      for (const rows of [found.categories, found.people, found.sources]) {
        const sum = rows.reduce((sum, { revenue }) => sum + Number(cents(revenue)), 0);
        expect(sum).toBe(expected.total.revenue);
      }
      const best = people
        .map((id, i) => ({ id, ...expected.contact(i) }))
        .filter(({ sold }) => sold > 0)
        .sort((a, b) => b.revenue - a.revenue || (a.id < b.id ? -1 : 1))
        .map(({ id, sales, revenue, before }) => ({ id, sales, revenue, before }));
      expect(
        found.best.map(({ contact, sales, revenue, before }) => ({
          id: contact.id,
          sales,
          revenue: cents(revenue),
          before: cents(before),
        })),
      ).toEqual(best);
    }),
    { numRuns: 40 },
  );
}, 120_000);

test("keeps a deleted category's line", async () => {
  const { owner, user } = await host.shop();
  const form = await make.saleForm(user, { cost: "100", createdAt: "2026-11-19T12:00:00Z" });
  await make.sale(user, form);
  const query = { from: "2026-11-01", to: "2026-11-30" };
  const category = form.productCategory.id;
  expect((await reportFor(owner, { ...query, category })).total).toMatchObject({
    sales: 1,
    revenue: "100.00",
  });
  await host.call("products.delete", user, { params: { id: category } });
  expect((await reportFor(owner, query)).categories).toMatchObject([
    { category: { id: null, name: "Pearls" }, revenue: "100.00", before: "0", salesBefore: 0 },
  ]);
  const other = await host.shop();
  const theirs = await make.category(other.user);
  for (const wrong of [theirs, category, "x"]) {
    expect((await ask(owner, { ...query, category: wrong })).status).toBe(404);
    expect((await ask(owner, { ...query, person: wrong })).status).toBe(404);
  }
  expect(await reportFor(other.owner, query)).toMatchObject({ total: { sales: 0, sold: "0" }, best: [] });
});

test("sums sales by how their contact was added", async () => {
  const { owner, user, id: organizationId } = await host.shop();
  const sale = async (cost: string, day: string) => {
    const form = await make.saleForm(user, { cost, createdAt: `${day}T12:00:00Z` });
    await make.sale(user, form);
    return form;
  };
  const booked = await sale("100", "2026-10-31");
  const typed = await sale("40", "2026-11-02");
  const database = await host.database();
  await database.tenant(organizationId, (db) =>
    db.update(contacts).set({ source: "visitor" }).where(eq(contacts.id, booked.contact.id)),
  );
  await host.call("contacts.delete", owner, { params: { id: typed.contact.id } });
  const november = { from: "2026-11-01", to: "2026-11-30" };
  const { before, sources } = await reportFor(owner, { ...november, compare: "period" });
  expect(before).toEqual({ from: "2026-10-01", to: "2026-10-31" });
  expect(sources).toMatchObject([
    { source: null, sales: 1, revenue: "40.00", before: "0", salesBefore: 0 },
    { source: "visitor", sales: 0, revenue: "0", before: "100.00", salesBefore: 1 },
  ]);
  const spring = { from: "2026-03-30", to: "2026-04-05", compare: "period" };
  expect((await reportFor(owner, spring)).before).toEqual({ from: "2026-03-23", to: "2026-03-29" });
  expect((await ask(owner, { ...november, compare: "never" })).status).toBe(400);
});

test("rejects invalid, reversed and overlong periods", async () => {
  const { owner } = await host.shop();
  for (const [from, to] of [
    ["2026-11-02", "2026-11-01"],
    ["2026-02-30", "2026-03-01"],
    ["2020-01-01", "2026-01-01"],
    ["0001-01-01", "0001-01-02"],
    ["9999-12-31", "9999-12-31"],
    ["", ""],
  ]) {
    expect([from, (await ask(owner, { from, to })).status]).toEqual([from, 400]);
  }
  const day = { from: "2028-02-29", to: "2028-02-29" };
  const { before, months } = await reportFor(owner, day);
  expect([before, months.length]).toEqual([{ from: "2027-02-28", to: "2027-02-28" }, 1]);
});
