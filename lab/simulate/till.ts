import { newId } from "#server/platform/db/id.ts";
import { now } from "./machine.ts";
import { anyOf, mark, nextMark, type Store } from "./store.ts";
import type { Person, World } from "./world.ts";

const named = (id: string) => ({ id, name: "as shown" });

export async function addSale(world: World, store: Store, person: Person) {
  const customer = anyOf(store, store.customers);
  if (!customer) return;
  const invoiceNumber = nextMark(store, "s");
  const createdAt = new Date(now() - store.random.between(0, 3) * 86_400_000).toISOString();
  const items = Array.from({ length: store.random.pick([1, 1, 2, 3]) }, () => ({
    productCategory: named(store.random.pick(store.products)),
    ...{ description: "", quantity: store.random.between(1, 2) },
    price: (store.random.between(250, 125_000) / 100).toFixed(2),
  }));
  const cents = items.reduce(
    (sum, { price, quantity }) => sum + Math.round(Number(price) * 100) * quantity,
    0,
  );
  const [{ productCategory }] = items as [(typeof items)[number]];
  const body = {
    ...{
      cost: (cents / 100).toFixed(2),
      createdAt,
      invoiceNumber,
      contact: named(customer.id),
      productCategory,
    },
    ...(items.length > 1 && { items }),
  };
  const said = await world.ask("sales.create", person, { body }, { key: newId() });
  mark(store, "sale", invoiceNumber, said);
  const { id } = said.body as { id?: string };
  if (said.status === 200 && id) store.sales.push({ id, mark: invoiceNumber, contactId: customer.id, cents });
}

export async function refund(world: World, store: Store, person: Person) {
  const sale = anyOf(store, store.sales);
  if (!sale) return;
  const params = { id: sale.id };
  const sold = store.random.chance(0.4) ? await world.ask("sales.get", person, { params }) : undefined;
  const item = sold?.status === 200 && sold.body.items && store.random.pick(sold.body.items);
  // Half of the others are too large.
  const amount = item ? item.total : (store.random.between(1, sale.cents * 2) / 100).toFixed(2);
  const body = {
    ...{ amount: String(amount), createdAt: new Date(now()).toISOString(), reason: "", method: "Card" },
    ...(item && { items: [{ id: item.id ?? "", quantity: item.quantity }] }),
  };
  await world.ask("refunds.create", person, { params, body }, { key: newId() });
}

export async function editSale(world: World, store: Store, person: Person) {
  const customer = anyOf(store, store.customers);
  if (!customer) return;
  const { status, body } = await world.ask("sales.ofContact", person, { params: { id: customer.id } });
  const sale = status === 200 ? anyOf(store, body) : undefined;
  if (!sale?.id) return;
  const { cost, createdAt, invoiceNumber, contact, productCategory, version } = sale;
  const moved = new Date(Date.parse(createdAt ?? "") - store.random.between(0, 30) * 3_600_000).toISOString();
  const changes = store.random.chance(0.5) ? { createdAt: moved } : { cost: String(Number(cost) + 1) };
  const form = {
    cost: String(cost),
    createdAt,
    invoiceNumber,
    contact,
    productCategory,
    version,
    ...changes,
  };
  const params = { id: sale.id };
  await saveTwice(world, store, () => world.ask("sales.update", person, { params, body: form }));
}

export async function deleteSale(world: World, store: Store, person: Person) {
  const sale = anyOf(store, store.sales);
  if (!sale) return;
  store.marked.delete(sale.mark);
  await world.ask("sales.delete", person, { params: { id: sale.id } });
  if (store.random.chance(0.5)) await world.ask("trash.restore", person, { params: { id: sale.id } });
}

export async function partPaid(world: World, store: Store, person: Person) {
  const customer = anyOf(store, store.customers);
  if (!customer) return;
  const invoiceNumber = nextMark(store, "s");
  const createdAt = new Date(now()).toISOString();
  const body = {
    ...{ cost: "100.00", createdAt, invoiceNumber, contact: named(customer.id), payments: [] },
    productCategory: named(store.random.pick(store.products)),
  };
  const said = await world.ask("sales.create", person, { body }, { key: newId() });
  mark(store, "sale", invoiceNumber, said);
  const { id } = said.body as { id?: string };
  if (said.status !== 200 || !id) return;
  const payment = { amount: "40.00", method: "Card" };
  await Promise.all(
    [newId(), newId(), newId()].map((key) =>
      world.ask("payments.create", person, { params: { id }, body: payment }, { key }),
    ),
  );
}

export async function changeCategory(world: World, store: Store, person: Person) {
  const id = store.random.pick(store.products);
  const params = { id };
  const body = { name: nextMark(store, "p"), description: "" };
  const { status: found, body: all } = await world.ask("products.list", person);
  const version = found === 200 ? all.find((one) => one.id === id)?.version : undefined;
  if (version === undefined) return;
  if (store.random.chance(0.5))
    return void (await world.ask("products.update", person, { params, body: { id, ...body, version } }));
  const { status } = await world.ask("products.delete", person, { params });
  if (status >= 400 && status < 500) return;
  const made = await world.ask("products.create", person, { body }, { key: newId() });
  store.products = store.products.filter((one) => one !== id);
  if (made.status === 200) store.products.push(made.body.id);
}

export async function saveTwice(world: World, store: Store, save: () => Promise<{ status: number }>) {
  if (!store.random.chance(0.3)) return void (await save());
  const all = await Promise.all([save(), save()]);
  if (all.every(({ status }) => status === 200)) world.problems.push("Two people saved the same version");
}
