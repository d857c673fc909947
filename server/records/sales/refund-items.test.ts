import { testHost } from "#server/testing/host.ts";
import { recordsOf } from "#server/testing/records.ts";

const host = testHost({ clock: () => new Date("2026-11-21T20:00:00Z") });
const make = recordsOf(host);
type Person = Awaited<ReturnType<typeof host.shop>>["user"];
type Item = { id: string; total: string; productCategory: { id: string; name: string }; price: string };
type Sale = { id: string; cost: string; open: string; refunded: string; items: Item[] };

const TODAY = "2026-11-21";
const refund = (user: Person, id: string, body: object) =>
  host.call("refunds.create", user, { params: { id }, body: { createdAt: TODAY, ...body } });
const given = async (user: Person, id: string) =>
  (await host.call("refunds.ofSale", user, { params: { id } })).body as {
    id: string;
    amount: string;
    method: string | null;
    items: { id: string; quantity: number; amount: string }[];
  }[];

/** With 5.5% tax on top. */
async function sold(user: Person, owner: Person, more: object = {}) {
  const body = { name: "Gems", currency: "USD", notation: "en-US", taxRate: "5.5", taxIsIncluded: false };
  await host.call("organization.update", owner, { body });
  const productCategory = { id: await make.category(user, "Rings"), name: "" };
  const care = { id: await make.category(user, "Care"), name: "" };
  const items = [
    { productCategory, price: "245", quantity: 2, discount: { kind: "percent", value: "10" } },
    { productCategory, price: "0.05", quantity: 3, description: "Cards" },
    { productCategory: care, price: "10", description: "Cloth" },
  ];
  const form = await make.saleForm(user, { cost: "475.96", items, ...more });
  const id = await make.sale(user, form);
  const [sale] = (await make.sales(user)) as unknown as Sale[];
  return { id, form: { ...form, items }, items: sale?.items ?? [] };
}
const sale = async (user: Person) => ((await make.sales(user)) as unknown as Sale[])[0];

test("refunds pieces with discount and tax to the cent", async () => {
  const { user, owner } = await host.shop();
  const { id, items, form } = await sold(user, owner);
  const [rings, cards, cloth] = items;
  expect(items.map(({ total }) => total)).toEqual(["465.25", "0.16", "10.55"]);
  const amounts: string[] = [];
  const take = async (item: Item | undefined, amount: string) => {
    const body = { items: [{ id: item?.id, quantity: 1 }], amount, method: "Card" };
    const { status, body: answer } = await refund(user, id, body);
    expect([status, answer]).toEqual([200, { id: expect.any(String) }]);
    amounts.push(amount);
  };
  await take(rings, "232.63");
  await take(rings, "232.62");
  for (const amount of ["0.05", "0.05", "0.06"]) await take(cards, amount);
  expect((await given(user, id)).map(({ items }) => items[0]?.amount).toReversed()).toEqual(amounts);
  await take(cloth, "10.55");
  expect(await sale(user)).toMatchObject({ cost: "475.96", refunded: "475.96" });
  expect((await given(user, id))[0]).toMatchObject({
    amount: "10.55",
    method: "Card",
    items: [{ id: cloth?.id, quantity: 1, amount: "10.55" }],
  });
  const { contact } = form;
  const params = { id: contact.id };
  const timeline = await host.call("timeline.ofContact", user, { params, query: { kind: "sale" } });
  const categories = (timeline.body as { refund?: { category: string } }[]).flatMap(
    ({ refund }) => refund?.category ?? [],
  );
  expect(categories.sort()).toEqual(["Care", ...Array.from({ length: 5 }, () => "Rings")]);
});

test("rejects wrong totals, pieces and items", async () => {
  const { user, owner } = await host.shop();
  const { id, items } = await sold(user, owner);
  const one = (index: number, quantity = 1) => ({ id: items[index]?.id, quantity });
  const message = async (body: object) => {
    const answer = await refund(user, id, body);
    return [answer.status, (answer.body as { message: string }).message];
  };
  expect(await message({ items: [one(0)], amount: "232.64" })).toEqual([
    400,
    "amount: The refund is $232.63. Check it and refund again.",
  ]);
  const tooMany = [400, "items: Someone has already refunded this."];
  expect(await message({ items: [one(0, 3)], amount: "697.89" })).toEqual(tooMany);
  expect(await message({ items: [one(0), one(0)], amount: "475.96" })).toEqual(tooMany);
  expect((await message({ items: [one(0, 0)], amount: 1 }))[0]).toBe(400);
  expect((await message({ items: [], amount: 1 }))[0]).toBe(400);
  expect((await message({ items: Array(101).fill(one(2)), amount: 1 }))[0]).toBe(400);
  expect((await message({ items: [one(2)], amount: "10.55", method: "x".repeat(41) }))[0]).toBe(400);
  expect((await message({ amount: "0.004" }))[0]).toBe(400);
  const other = await host.shop();
  const theirs = await sold(other.user, other.owner);
  expect((await message({ items: [{ id: theirs.items[0]?.id, quantity: 1 }], amount: 1 }))[0]).toBe(404);
  expect(await given(user, id)).toEqual([]);
});

test("tells the second of two people who refund the same item", async () => {
  const { user, admin, owner } = await host.shop();
  const { id, items } = await sold(user, owner);
  const body = { items: [{ id: items[0]?.id, quantity: 2 }], amount: "465.25" };
  const answers = await Promise.all([refund(user, id, body), refund(admin, id, body)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  expect(answers.find(({ status }) => status === 400)?.body).toMatchObject({
    message: expect.stringMatching(/^items: Ada (USER|ADMIN) refunded this just now\.$/),
  });
  expect(await given(user, id)).toHaveLength(1);
});

test("never refunds more than is left, open part first", async () => {
  const { user, owner } = await host.shop();
  const { id, items } = await sold(user, owner, { payments: [{ method: "Cash", amount: "100" }] });
  expect((await refund(user, id, { amount: "470" })).status).toBe(200);
  const body = { items: [{ id: items[2]?.id, quantity: 1 }] };
  expect((await refund(user, id, { ...body, amount: "10.55" })).status).toBe(400);
  expect((await refund(user, id, { ...body, amount: "5.96" })).status).toBe(200);
  expect(await sale(user)).toMatchObject({ refunded: "475.96", open: "0" });
});

test("keeps refunded pieces until the refund is deleted", async () => {
  const { user, owner } = await host.shop();
  const { id, form, items } = await sold(user, owner);
  await refund(user, id, { items: [{ id: items[2]?.id, quantity: 1 }], amount: "10.55" });
  const [rings] = items;
  const edited = { ...form, cost: "465.26", items: [{ ...form.items[0], id: rings?.id }] };
  const update = (body: object) => host.call("sales.update", user, { params: { id }, body });
  expect(await update(edited)).toMatchObject({
    status: 400,
    body: { message: "items: A refunded item must stay. Delete its refund first." },
  });
  expect((await update({ ...form, cost: "500", items: undefined })).status).toBe(400);
  const [one] = await given(user, id);
  await host.call("refunds.delete", user, { params: { id: one?.id ?? "" } });
  expect((await update(edited)).status).toBe(200);
});
