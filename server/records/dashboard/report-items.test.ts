import { testHost } from "#server/testing/host.ts";
import { recordsOf } from "#server/testing/records.ts";

const host = testHost();
const make = recordsOf(host);
const november = { from: "2026-11-01", to: "2026-11-30" };

test("counts each item in its category", async () => {
  const { owner } = await host.shop();
  const rate = { name: "Gems", currency: "USD", notation: "en-US", taxRate: "10", taxIsIncluded: false };
  expect((await host.call("organization.update", owner, { body: rate })).status).toBe(200);
  const form = await make.saleForm(owner, { createdAt: "2026-11-20" });
  const pearls = form.productCategory;
  const gold = { id: await make.category(owner, "Gold"), name: "Gold" };
  const half = { kind: "percent", value: 50 };
  const items = [
    { productCategory: pearls, price: "100" },
    { productCategory: gold, price: "400", discount: half },
    { productCategory: pearls, price: "100" },
  ];
  const id = await make.sale(owner, { ...form, items, cost: "440.00" });
  await make.sale(owner, { ...form, contact: null, cost: "11", productCategory: gold });
  const sale = (await make.sales(owner)).find((one) => one.id === id);
  const report = async (query: object = {}) =>
    (await host.call("dashboard.report", owner, { query: { ...november, ...query } })).body;
  const category = (of: { id: string }, sales: number, sold: string, refunded: string, tax: string) =>
    expect.objectContaining({ category: expect.objectContaining({ id: of.id }), sales, sold, refunded, tax });
  expect(await report()).toMatchObject({
    total: { sales: 2, sold: "451.00", refunded: "0.00", revenue: "451.00", tax: "41.00" },
    categories: [
      category(gold, 2, "231.00", "0.00", "21.00"),
      category(pearls, 1, "220.00", "0.00", "20.00"),
    ],
  });

  const refund = (body: object) =>
    host.call("refunds.create", owner, { params: { id }, body: { createdAt: "2026-11-21", ...body } });
  const golden = (sale as unknown as { items: { id: string }[] }).items[1]?.id;
  expect((await refund({ amount: "220.00", items: [{ id: golden, quantity: 1 }] })).status).toBe(200);
  expect((await refund({ amount: "10.01" })).status).toBe(200);
  expect(await report()).toMatchObject({
    total: { sales: 2, refunded: "230.01", revenue: "220.99", tax: "20.09" },
    people: [expect.objectContaining({ revenue: "220.99" })],
    sources: expect.arrayContaining([expect.objectContaining({ revenue: "11.00" })]),
  });
  expect(await report({ category: gold.id })).toMatchObject({
    total: { sales: 2, sold: "231.00", customers: 1, refunded: expect.stringMatching(/^22[05]\.0\d$/) },
    categories: [expect.objectContaining({ sales: 2 })],
    best: [expect.objectContaining({ sales: 1 })],
  });
});

test("splits a refund into whole cents, and finds buyers by item", async () => {
  const { owner } = await host.shop();
  const rate = { name: "Gems", currency: "USD", notation: "en-US", taxRate: "10", taxIsIncluded: true };
  await host.call("organization.update", owner, { body: rate });
  const form = await make.saleForm(owner, { createdAt: "2026-11-20" });
  const categories = [form.productCategory.id];
  for (const name of ["Gold", "Care"]) categories.push(await make.category(owner, name));
  const items = categories.map((id) => ({ productCategory: { id, name: "" }, price: "10" }));
  const id = await make.sale(owner, { ...form, items, cost: "30.00" });
  for (const amount of ["10", "20"]) {
    const body = { amount, createdAt: "2026-11-21" };
    expect((await host.call("refunds.create", owner, { params: { id }, body })).status).toBe(200);
    const spent = JSON.stringify([
      [{ field: "spent", is: "over", amount: "6.65", categoryId: categories[1] }],
    ]);
    const { body: found } = await host.call("contacts.segment", owner, { query: { where: spent } });
    expect(found).toMatchObject(amount === "10" ? [{ id: form.contact.id, spent: "6.66" }] : []);
    const { body: report } = await host.call("dashboard.report", owner, { query: november });
    const { total, categories: rows } = report as { total: Row; categories: Row[] };
    for (const key of ["refunded", "revenue", "tax"] as const)
      expect(rows.reduce((sum, row) => sum + cents(row[key]), 0)).toBe(cents(total[key]));
    expect(total).toMatchObject(amount === "10" ? { refunded: "10.00", tax: "1.83" } : { tax: "0.00" });
  }
});

type Row = { refunded: string; revenue: string; tax: string };
const cents = (amount: string) => Math.round(Number(amount) * 100);
