import fc from "fast-check";
import { DateTime } from "luxon";
import type { SaleCondition } from "#lib/contract/sale-segments.ts";
import { type SaleState, saleStates } from "#lib/contract/sale-states.ts";
import { fieldOf } from "#server/testing/fields.ts";
import { type Shop, testHost } from "#server/testing/host.ts";
import { recordsOf } from "#server/testing/records.ts";
import { namedBounds } from "#server/testing/segments.ts";

const ZONE = "America/New_York";
const NOW = "2026-03-08T15:30:00Z";
const host = testHost({ clock: () => new Date(NOW) });
const make = recordsOf(host);
let shop: Shop;

type Sold = {
  id: string;
  at: number;
  cost: number;
  category: string;
  second: string | undefined;
  refunded: boolean;
  discounted: boolean;
  method: string;
  open: number;
  state: SaleState;
  texts: Record<string, string>;
  own: { words?: string; stones?: string[]; carat?: string };
};
let sales: Sold[];
let categories: string[];

const at = (iso: string) => DateTime.fromISO(iso, { zone: ZONE });
const pick = <T>(...values: T[]) => fc.constantFrom(...values);
const drawn = fc.record({
  hours: fc.oneof(fc.integer({ min: -20, max: 20 }), fc.integer({ min: -9_000, max: 0 })),
  cents: pick(0, 100, 50_000, 50_001, 123_456),
  category: pick(0, 1),
  second: pick(undefined, undefined, 0, 1),
  refund: pick(0, 0, 100, 50_000),
  paid: pick(undefined, undefined, 0, 100, 49_900),
  invoice: pick("", "INV-1", "inv-20", "Ünder 5%"),
  customer: pick(0, 1, 2),
  own: fc.record(
    { words: pick("Für Łucja", "5%"), stones: pick(["a"], ["a", "b"]), carat: pick("0.5", "12", "-1") },
    { requiredKeys: [] },
  ),
});
let fields: Record<string, string>;

beforeAll(async () => {
  shop = await host.shop();
  const { user, owner } = shop;
  await host.call("organization.setTimezone", owner, { body: { timezone: ZONE } });
  categories = [await make.category(user, "Rings"), await make.category(user, "Pearls")];
  const names = ["Zoë Wójcik", "Bo Li", "Łukasz Okafor"];
  const people: string[] = [];
  for (const name of names) {
    const [firstName, lastName] = name.split(" ");
    people.push(await make.contact(user, { firstName, lastName }));
  }
  const forms = [
    fieldOf("Words", { of: "sales" }),
    fieldOf("Stones", { of: "sales", kind: "choices" }),
    fieldOf("Carat", { of: "sales", kind: "number" }),
  ];
  const { ids } = (await host.call("fields.create", owner, { body: { fields: forms } })).body as {
    ids: string[];
  };
  fields = { words: ids[0] ?? "", stones: ids[1] ?? "", carat: ids[2] ?? "" };
  sales = [];
  const item = (id: string | undefined, price: string) => ({ productCategory: { id, name: "" }, price });
  for (const one of fc.sample(drawn, { numRuns: 120, seed: 7 })) {
    const moment = Date.parse(NOW) + one.hours * 3_600_000;
    const { cents } = one;
    const cost = (cents / 100).toFixed(2);
    const [category = "", second] = [one.category, one.second].map((at) => categories[at ?? 2]);
    const paid = cents > 0 ? one.paid : undefined;
    const discounted = second !== undefined && one.category === 0 && cents > 0;
    const double = ((2 * cents) / 100).toFixed(2);
    const payment = { amount: Math.min(paid ?? 0, cents) / 100, method: "Card" };
    const form = await make.saleForm(user, {
      cost,
      ...(second && {
        items: [
          discounted ? { ...item(category, double), discount: HALF } : item(category, cost),
          item(second, "0"),
        ],
      }),
      ...(paid !== undefined && { payments: paid > 0 ? [payment] : [] }),
      createdAt: new Date(moment).toISOString(),
      invoiceNumber: one.invoice,
      contact: { id: people[one.customer], name: "" },
      productCategory: { id: category, name: "" },
      fields: Object.fromEntries(Object.entries(one.own).map(([name, value]) => [fields[name], value])),
    });
    const id = await make.sale(user, form);
    const refund = Math.min(one.refund, cents);
    if (refund > 0) {
      const body = { amount: refund / 100, createdAt: "2026-03-08" };
      const given = await host.call("refunds.create", user, { params: { id }, body });
      expect(given.status).toBe(200);
    }
    const isByPayments = paid !== undefined && paid < cents;
    const open = isByPayments ? Math.max(0, cents - refund - paid) : 0;
    const settled = refund === 0 ? "paid" : refund < cents ? "partRefunded" : "refunded";
    sales.push({
      ...{ id, refunded: refund > 0, at: moment, cost: cents, own: one.own, category, second, open },
      state: open === 0 ? settled : paid === 0 ? "open" : "partPaid",
      ...{ discounted, method: paid ? "Card" : "" },
      texts: { invoice: one.invoice, customer: names[one.customer] ?? "" },
    });
  }
}, 120_000);

const plain = (text: string) =>
  text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .replaceAll("ł", "l");

function holds(asked: SaleCondition, one: Sold): boolean {
  switch (asked.field) {
    case "soldAt": {
      const { period } = asked;
      if ("last" in period) {
        const from = at(NOW)
          .startOf("day")
          .minus({ [period.last.unit]: period.last.count });
        return one.at >= from.toMillis() && one.at <= Date.parse(NOW);
      }
      if ("in" in period) {
        const [begin, next] = namedBounds(period.in, at(NOW));
        return one.at >= begin.toMillis() && one.at < next.toMillis();
      }
      const isAfter = !period.from || one.at >= at(period.from).toMillis();
      return isAfter && (!period.to || one.at <= at(period.to).endOf("day").toMillis());
    }
    case "cost": {
      const cents = Math.round(Number(asked.amount) * 100);
      return asked.is === "over" ? one.cost > cents : one.cost < cents;
    }
    case "category":
      return one.category === asked.categoryId || one.second === asked.categoryId;
    case "payment":
      return one.state === asked.is;
    case "open": {
      const cents = Math.round(Number(asked.amount) * 100);
      return asked.is === "over" ? one.open > cents : one.open < cents;
    }
    case "refunded":
      return one.refunded;
    case "discounted":
      return one.discounted;
    case "method":
      return one.method === asked.is;
    case "own": {
      const { words, stones, carat } = one.own;
      if (asked.fieldId === fields.words)
        return words !== undefined && plain(words).includes(plain(asked.contains ?? ""));
      if (asked.fieldId === fields.stones)
        return stones !== undefined && (asked.optionIds?.some((id) => stones.includes(id)) ?? true);
      const number = asked.fieldId === fields.carat ? Number(carat ?? Number.NaN) : Number.NaN;
      return asked.is === "over" ? number > Number(asked.amount) : number < Number(asked.amount);
    }
    default: {
      const text = one.texts[asked.field] ?? "";
      return asked.contains ? plain(text).includes(plain(asked.contains)) : text !== "";
    }
  }
}

const HALF = { kind: "percent", value: 50 };
const day = pick("2026-03-07", "2026-03-08", "2026-03-09", "2025-11-02", "2026-01-01");
const last = fc.record({
  count: fc.integer({ min: 1, max: 13 }),
  unit: pick("days" as const, "weeks" as const, "months" as const),
});
const named = fc.record({ in: pick("thisMonth", "lastMonth", "thisYear", "lastYear") });
const period = fc.oneof(fc.record({ last }), named, fc.record({ from: day, to: day }, { requiredKeys: [] }));
const not = { not: pick(true, false) };
const condition = fc.oneof(
  fc.record({ field: fc.constant("soldAt"), period, ...not }),
  fc.record({
    ...{ field: fc.constant("cost"), is: pick("over", "under"), ...not },
    amount: pick("0", "1", "500", "500.00", "500.01", "1234.56"),
  }),
  fc.record({ field: fc.constant("category"), categoryId: pick("0", "1", "no id"), ...not }),
  fc.record({ field: fc.constant("refunded"), ...not }),
  fc.record({ field: fc.constant("discounted"), ...not }),
  fc.record({ field: fc.constant("method"), is: pick("Card", "Cash"), ...not }),
  fc.record({ field: fc.constant("payment"), is: pick(...(Object.keys(saleStates) as SaleState[])), ...not }),
  fc.record({
    field: fc.constant("open"),
    is: pick("over", "under"),
    amount: pick("0", "499", "500"),
    ...not,
  }),
  fc.record(
    { field: pick("invoice", "customer"), contains: pick("inv", "5%", "%", "_", "zoe", "ŁU", "li"), ...not },
    { requiredKeys: ["field"] },
  ),
  fc.record({ field: pick("own"), fieldId: pick("words"), contains: pick("lu", "%", "für"), ...not }),
  fc.record({ field: pick("own"), fieldId: pick("words", "stones"), ...not }),
  fc.record({ field: pick("own"), fieldId: pick("stones"), optionIds: pick(["b"], ["a", "b"]), ...not }),
  fc.record({
    ...{ field: pick("own"), fieldId: pick("carat", "none"), is: pick("over", "under"), ...not },
    amount: pick("0.5", "-1", "7"),
  }),
);
const segment = fc.array(fc.array(condition, { minLength: 1, maxLength: 3 }), { maxLength: 3 });

async function ask(where: unknown, query: object = {}) {
  const written = JSON.stringify(where);
  const answers = await Promise.all(
    [1, 2].map((page) =>
      host.call("sales.segment", shop.user, { query: { where: written, page, limit: 100, ...query } }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const ids = answers.flatMap(({ body }) => (body as { id: string }[]).map(({ id }) => id));
  const { body } = await host.call("sales.count", shop.user, { query: { where: written } });
  return { ids, counted: body };
}

test("finds the same sales as a walk over all", async () => {
  await fc.assert(
    fc.asyncProperty(segment, async (written) => {
      const where = JSON.parse(JSON.stringify(written), (key, value) =>
        key === "categoryId"
          ? (categories[Number(value)] ?? value)
          : key === "fieldId"
            ? (fields[value] ?? value)
            : value,
      ) as SaleCondition[][];
      const expected = sales
        .filter((one) =>
          where.every((group) => group.some((asked) => holds(asked, one) !== Boolean(asked.not))),
        )
        .map(({ id }) => id);
      const { ids, counted } = await ask(where);
      expect(ids.toSorted()).toEqual(expected.toSorted());
      expect(counted).toEqual({ count: expected.length, of: sales.length, isExact: true });
      const found = await host.call("sales.open", shop.user, { query: { where: JSON.stringify(where) } });
      const chosen = sales.filter(({ id }) => expected.includes(id));
      const states = chosen.map(({ state }) => state);
      expect(found.body).toEqual({
        partPaid: states.filter((state) => state === "partPaid").length,
        open: states.filter((state) => state === "open").length,
        amount: expect.stringMatching(/^[\d.]+$/),
      });
      const { amount } = found.body as { amount: string };
      expect(Math.round(Number(amount) * 100)).toBe(chosen.reduce((sum, { open }) => sum + open, 0));
    }),
    { numRuns: 60 },
  );
}, 120_000);

test("finds methods by their names", async () => {
  const { user, owner } = await host.shop();
  const methods = { Card: "Visa", Cash: "", Check: "Card", "Bank transfer": "", Other: "" };
  await host.call("organization.setBrand", owner, { body: { methods } });
  for (const method of ["Card", "visa", "Check", "CASH"]) {
    await make.sale(user, { ...(await make.saleForm(user)), cost: "9", payments: [{ method }] });
    const part = { ...(await make.saleForm(user)), cost: "9", payments: [{ method, amount: "1" }] };
    await make.sale(user, part);
  }
  for (const [is, count] of Object.entries({ Card: 4, VISA: 4, Check: 2, Cash: 2, Other: 0 })) {
    const where = JSON.stringify([[{ field: "method", is }]]);
    const { body } = await host.call("sales.count", user, { query: { where } });
    expect([is, body]).toMatchObject([is, { count }]);
  }
});

test("sorts as requested", async () => {
  const byId = new Map(sales.map((one) => [one.id, one]));
  const sorted = async (sort: string) => (await ask([], { sort })).ids.map((id) => byId.get(id) as Sold);
  const costs = (await sorted("cost:desc")).map(({ cost }) => cost);
  expect(costs).toEqual(costs.toSorted((a, b) => b - a));
  const times = (await sorted("createdAt:asc")).map(({ at }) => at);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  const names = (await sorted("customer:asc")).map(({ texts }) => texts.customer);
  expect([...new Set(names)]).toEqual(["Bo Li", "Łukasz Okafor", "Zoë Wójcik"]);
});

test("hides other stores' sales and rejects invalid segments", async () => {
  const other = await host.shop();
  const found = await host.call("sales.segment", other.user, { query: { where: "[]" } });
  expect([found.status, found.body]).toEqual([200, []]);
  const open = await host.call("sales.open", other.user, { query: {} });
  expect(open.body).toEqual({ partPaid: 0, open: 0, amount: "0" });
  for (const where of [
    "[[",
    '[[{"field":"spent"}]]',
    `[[{"field":"cost","is":"over","amount":"1' or 1"}]]`,
  ]) {
    for (const name of ["sales.segment", "sales.count", "sales.open"] as const)
      expect((await host.call(name, shop.user, { query: { where } })).status).toBe(400);
  }
});
