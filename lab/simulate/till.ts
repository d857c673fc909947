import { newId } from "#server/platform/db/id.ts";
import { now } from "./machine.ts";
import { anyOf, mark, nextMark, type Store } from "./store.ts";
import type { Person, World } from "./world.ts";

const named = (id: string) => ({ id, name: "as shown" });

export async function addSale(world: World, store: Store, person: Person) {
  const customer = anyOf(store, store.customers);
  if (!customer) return;
  const invoiceNumber = nextMark(store, "s");
  const cents = store.random.between(500, 250_000);
  const createdAt = new Date(now() - store.random.between(0, 3) * 86_400_000).toISOString();
  const body = {
    ...{ cost: (cents / 100).toFixed(2), createdAt, invoiceNumber, contact: named(customer.id) },
    productCategory: named(store.random.pick(store.products)),
  };
  const said = await world.ask("sales.create", person, { body }, { key: newId() });
  mark(store, "sale", invoiceNumber, said);
  const { id } = said.body as { id?: string };
  if (said.status === 200 && id) store.sales.push({ id, contactId: customer.id, cents });
}

export async function refund(world: World, store: Store, person: Person) {
  const sale = anyOf(store, store.sales);
  if (!sale) return;
  // Half of them are too large.
  const amount = (store.random.between(1, sale.cents * 2) / 100).toFixed(2);
  const body = { amount, createdAt: new Date(now()).toISOString(), reason: "", method: "Card" };
  await world.ask("refunds.create", person, { params: { id: sale.id }, body }, { key: newId() });
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
  await world.ask("sales.update", person, { params: { id: sale.id }, body: form });
}

export async function deleteSale(world: World, store: Store, person: Person) {
  const sale = anyOf(store, store.sales);
  if (!sale) return;
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
