import { newId } from "#server/platform/db/id.ts";
import { testHost } from "#server/testing/host.ts";
import { recordsOf } from "#server/testing/records.ts";

const host = testHost({ clock: () => new Date("2026-11-21T20:00:00Z") });
const make = recordsOf(host);
type Shop = Awaited<ReturnType<typeof host.shop>>;
type Person = Shop["user"];

async function forms(user: Person) {
  const { contact } = await make.saleForm(user);
  const category = async (name: string) => ({ id: await make.category(user, name), name });
  const [rings, repairs] = [await category("Rings"), await category("Repairs")];
  const items = [
    { productCategory: rings, description: " Sapphire halo ring ", price: "1240.495" },
    {
      productCategory: repairs,
      quantity: 2,
      price: 245,
      discount: { kind: "percent", value: "10" },
    },
  ];
  const one = { contact, productCategory: rings, createdAt: "2026-11-20T15:00:00.000Z" };
  return { one, rings, repairs, items, two: { ...one, cost: "1681.50", items } };
}

const update = (user: Person, id: string, body: object) =>
  host.call("sales.update", user, { params: { id }, body });
const listed = async (user: Person) => (await make.sales(user)) as unknown as Record<string, unknown>[];
const setTax = (shop: Shop, taxRate: number | string, taxIsIncluded = false) =>
  host.call("organization.update", shop.owner, {
    body: { name: "Gems", currency: "USD", notation: "en-US", taxRate, taxIsIncluded },
  });
const itemsOf = async (user: Person) => (await listed(user))[0]?.items as { id: string; total: string }[];

test("stores a sale's items and lists them", async () => {
  const { user } = await host.shop();
  const { two, rings, repairs } = await forms(user);
  const id = await make.sale(user, two);
  const items = [
    {
      ...{ id: expect.any(String), productCategory: rings, description: "Sapphire halo ring" },
      ...{ quantity: 1, price: "1240.50", discount: null, total: "1240.50" },
    },
    {
      ...{ id: expect.any(String), productCategory: repairs, description: null },
      ...{ quantity: 2, price: "245.00", discount: { kind: "percent", value: "10" }, total: "441.00" },
    },
  ];
  const sale = { id, cost: "1681.50", open: "0", productCategory: rings, items };
  expect(await listed(user)).toMatchObject([sale]);
  expect((await host.call("sales.ofContact", user, { params: { id: two.contact.id } })).body).toMatchObject([
    sale,
  ]);
  expect(await make.sales(user, { search: "sapphire repairs" })).toHaveLength(1);
  expect(await make.sales(user, { search: "emerald" })).toEqual([]);
});

test("takes one piece without discount as today's sale", async () => {
  const { user } = await host.shop();
  const { one, rings } = await forms(user);
  await make.sale(user, { ...one, cost: 5, items: [{ productCategory: rings, price: 5 }] });
  const [sale] = await listed(user);
  expect(sale).toMatchObject({ cost: "5.00", productCategory: rings });
  expect(sale).not.toHaveProperty("items");
});

test("edits items, and keeps them if cost and category stay", async () => {
  const { user } = await host.shop();
  const { two, one, items, rings, repairs } = await forms(user);
  const id = await make.sale(user, two);
  const [first, second] = await itemsOf(user);
  const kept = { ...items[1], id: second?.id };
  const more = { productCategory: repairs, description: "Cleaning", price: "10" };
  const body = { ...one, productCategory: repairs, cost: "405.90", items: [kept, more] };
  const discount = { kind: "percent", value: 10 };
  expect(await update(user, id, { ...body, discount })).toMatchObject({ status: 200 });
  expect(await listed(user)).toMatchObject([
    {
      productCategory: repairs,
      discount: { kind: "percent", value: "10" },
      items: [{ id: second?.id, total: "396.90" }, { total: "9.00" }],
    },
  ]);
  expect(
    await update(user, id, { ...one, productCategory: repairs, cost: "405.90", invoiceNumber: "7" }),
  ).toMatchObject({ status: 200 });
  expect(await listed(user)).toMatchObject([
    { invoiceNumber: "7", items: [{ total: "396.90" }, { total: "9.00" }] },
  ]);
  expect(await make.sales(user, { search: "cleaning" })).toHaveLength(1);

  const strange = { ...body, items: [{ ...kept, id: first?.id }, more] };
  expect((await update(user, id, strange)).status).toBe(404);
  expect(await update(user, id, { ...one, productCategory: rings, cost: "400" })).toMatchObject({
    status: 200,
  });
  const [sale] = await listed(user);
  expect(sale).toMatchObject({ cost: "400.00", productCategory: rings });
  expect([sale?.items, sale?.discount]).toEqual([undefined, undefined]);
});

test("never takes another total than its own", async () => {
  const { user } = await host.shop();
  const { two, items, rings } = await forms(user);
  for (const cost of ["1681.49", 1, "1681.51"]) {
    expect(await host.call("sales.create", user, { body: { ...two, cost } })).toMatchObject({
      status: 400,
      body: { message: "cost: The total is $1,681.50. Check it and save again." },
    });
  }
  const refused: [object, string][] = [
    [{ quantity: 0 }, "items.0.quantity: must be a whole number from 1 to 999"],
    [{ quantity: "9".repeat(1_000) }, "items.0.quantity: must be a whole number from 1 to 999"],
    [{ quantity: 1.5 }, "items.0.quantity"],
    [{ price: "-1" }, "items.0.price: Price must be greater than or equal to 0"],
    [{ price: "9".repeat(1_000) }, "items.0.price: Price must be a number"],
    [{ price: "9999999999", quantity: 999 }, "cost: The total is too large"],
    [{ discount: { kind: "percent", value: 101 } }, "items.0.discount"],
    [
      { discount: { kind: "amount", value: "1240.51" } },
      "items.0.discount: The discount can't be more than the price.",
    ],
    [{ description: "x".repeat(201) }, "items.0.description"],
    [{ productCategory: null }, "items.0.productCategory: Required"],
  ];
  for (const [change, message] of refused) {
    const body = { ...two, items: [{ ...items[0], ...change }, items[1]] };
    const answer = await host.call("sales.create", user, { body });
    expect([change, answer]).toMatchObject([change, { status: 400 }]);
    expect((answer.body as { message: string }).message).toContain(message);
  }
  const strangers = (await host.shop()).user;
  const theirs = { id: await make.category(strangers), name: "Pearls" };
  for (const change of [{ productCategory: theirs }, { id: newId() }, { id: "x" }]) {
    const body = { ...two, items: [{ ...items[0], ...change }, items[1]] };
    expect((await host.call("sales.create", user, { body })).status).toBe(404);
  }
  for (const body of [
    { ...two, items: [] },
    { ...two, items: Array(101).fill(items[0]) },
    { ...two, items: undefined, discount: { kind: "percent", value: 5 } },
    { ...two, discount: { kind: "amount", value: "1681.51" }, cost: 0 },
  ]) {
    expect((await host.call("sales.create", user, { body })).status).toBe(400);
  }
  expect(await listed(user)).toEqual([]);
  expect(rings.name).toBe("Rings");
});

test("adds the store's tax, which edits keep", async () => {
  const shop = await host.shop();
  const { user } = shop;
  const { one, rings } = await forms(user);
  expect((await setTax(shop, "5,5")).status).toBe(200);
  expect((await host.call("users.me", user)).body).toMatchObject({ tax: { rate: "5.5", isIncluded: false } });
  const items = [{ productCategory: rings, price: "100" }];
  const id = await make.sale(user, { ...one, cost: "105.50", items });
  const tax = { rate: "5.5", isIncluded: false, amount: "5.50" };
  expect(await listed(user)).toMatchObject([{ cost: "105.50", tax }]);
  await setTax(shop, 7);
  const edited = { ...one, cost: "211.00", items: [{ ...items[0], price: 200 }] };
  expect(await update(user, id, edited)).toMatchObject({ status: 200 });
  expect(await listed(user)).toMatchObject([{ cost: "211.00", tax: { ...tax, amount: "11.00" } }]);
  await update(user, id, { ...one, cost: "10.55" });
  expect(await listed(user)).toMatchObject([
    { cost: "10.55", tax: { ...tax, isIncluded: true, amount: "0.55" } },
  ]);
  for (const rate of ["101", "x", -1, "9".repeat(1_000)]) expect((await setTax(shop, rate)).status).toBe(400);
});

test("renames and keeps deleted categories of items", async () => {
  const { user } = await host.shop();
  const { two, items, repairs } = await forms(user);
  const id = await make.sale(user, two);
  await host.call("products.update", user, { params: repairs, body: { ...repairs, name: "Workshop" } });
  expect(await listed(user)).toMatchObject([
    { items: [{}, { productCategory: { id: repairs.id, name: "Workshop" } }], version: 1 },
  ]);
  expect(await make.sales(user, { search: "workshop" })).toHaveLength(1);
  await host.call("products.delete", user, { params: repairs });
  const gone = { id: null, name: "Workshop" };
  expect(await listed(user)).toMatchObject([{ items: [{}, { productCategory: gone }] }]);
  const [first, second] = await itemsOf(user);
  const same = [
    { ...items[0], id: first?.id },
    { ...items[1], id: second?.id, productCategory: { id: repairs.id, name: "Workshop" } },
  ];
  expect(await update(user, id, { ...two, items: same, invoiceNumber: "8" })).toMatchObject({ status: 200 });
  expect(await listed(user)).toMatchObject([{ invoiceNumber: "8", items: [{}, { productCategory: gone }] }]);
});

test("the second of two edits gets the first's items", async () => {
  const { user } = await host.shop();
  const { two, items } = await forms(user);
  const id = await make.sale(user, two);
  const edits = ["1", "2"].map((quantity) =>
    update(user, id, {
      ...two,
      version: 1,
      cost: quantity === "1" ? "1681.50" : "2922.00",
      items: [{ ...items[0], quantity }, items[1]],
    }),
  );
  const answers = await Promise.all(edits);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const won = await itemsOf(user);
  expect(won).toHaveLength(2);
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ current: { items: won } });
});

test("comes back from the trash with items and payments", async () => {
  const { user } = await host.shop();
  const { two } = await forms(user);
  const id = await make.sale(user, { ...two, payments: [{ amount: "681.50", method: "Card" }] });
  const [before] = await listed(user);
  expect(before).toMatchObject({ open: "1000.00" });
  await host.call("sales.delete", user, { params: { id } });
  expect(await host.call("trash.restore", user, { params: { id } })).toMatchObject({ status: 200 });
  expect(await listed(user)).toEqual([before]);
});

test("deletes an erased contact's descriptions, and keeps amounts", async () => {
  const { owner, user } = await host.shop();
  const { two } = await forms(user);
  await make.sale(user, { ...two, payments: [] });
  const deleted = await make.sale(user, two);
  await host.call("sales.delete", user, { params: { id: deleted } });
  const body = { name: "Zoë O’Brien-Nguyễn" };
  expect(await host.call("contacts.erase", owner, { params: { id: two.contact.id }, body })).toMatchObject({
    status: 200,
  });
  expect(await make.sales(user, { search: "sapphire" })).toEqual([]);
  const sale = {
    items: [
      { description: null, total: "1240.50" },
      { description: null, total: "441.00" },
    ],
  };
  expect(await listed(user)).toMatchObject([{ ...sale, open: "1681.50" }]);
  const history = await host.call("history.list", user, { query: {} });
  expect(JSON.stringify(history.body)).not.toContain("Sapphire");
  await host.call("trash.restore", user, { params: { id: deleted } });
  expect(await listed(user)).toMatchObject([sale, sale]);
});
