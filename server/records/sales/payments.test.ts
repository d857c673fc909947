import { MOST_OPEN } from "#lib/contract/task-terms.ts";
import { newId } from "#server/platform/db/id.ts";
import { tasks as taskTable } from "#server/platform/db/schema-records.ts";
import { testHost } from "#server/testing/host.ts";
import { recordsOf } from "#server/testing/records.ts";

const host = testHost({ clock: () => new Date("2026-11-21T20:00:00Z") });
const make = recordsOf(host);
type Person = Awaited<ReturnType<typeof host.shop>>["user"];
type Payment = { id: string; amount: string };

const pay = (user: Person, id: string, body: object) =>
  host.call("payments.create", user, { params: { id }, body });
const paid = async (user: Person, id: string) =>
  (await host.call("payments.ofSale", user, { params: { id } })).body as Payment[];
const listed = async (user: Person) => (await make.sales(user)) as unknown as Record<string, unknown>[];
const remove = (user: Person, id: string) => host.call("payments.delete", user, { params: { id } });

async function sold(user: Person, changes: object = {}) {
  const form = await make.saleForm(user, { cost: "100", payments: [], ...changes });
  return { form, id: await make.sale(user, form) };
}

test.each([
  ["without payments as paid in full", undefined, { open: "0", method: null }, 0],
  ["with one of all that is open as paid in full", [{ method: "Card" }], { open: "0", method: "Card" }, 0],
  [
    "with one of the whole amount as paid in full",
    [{ method: " Cash ", amount: 100 }],
    { open: "0", method: "Cash" },
    0,
  ],
  ["with none as open", [], { open: "100.00", method: null }, 0],
  ["with a part as part paid", [{ method: "Card", amount: "55.22" }], { open: "44.78", method: null }, 1],
  [
    "with two methods as paid",
    [{ method: "Card", amount: 60 }, { method: "Cash" }],
    { open: "0.00", method: null },
    2,
  ],
])("records a sale %s", async (_, payments, sale, count) => {
  const { user } = await host.shop();
  const { id } = await sold(user, { payments });
  expect(await listed(user)).toMatchObject([sale]);
  expect(await paid(user, id)).toHaveLength(count);
});

test("takes later payments until nothing is open", async () => {
  const { user } = await host.shop();
  const { id } = await sold(user);
  expect(await pay(user, id, { amount: "30.005", method: "Card" })).toMatchObject({ status: 200 });
  expect(await listed(user)).toMatchObject([{ open: "69.99" }]);
  expect(await pay(user, id, { amount: "70", method: "Card" })).toMatchObject({
    status: 400,
    body: { message: "amount: Only $69.99 is open." },
  });
  for (const amount of [0, -1, "", "0.004", "much", "9".repeat(1_000)])
    expect((await pay(user, id, { amount, method: "Card" })).status).toBe(400);
  for (const method of ["", " ", "x".repeat(41), undefined])
    expect((await pay(user, id, { amount: 1, method })).status).toBe(400);
  expect((await pay(user, id, { method: "Check", createdAt: "2026-11-22" })).status).toBe(200);
  expect(await listed(user)).toMatchObject([{ open: "0.00", version: 1 }]);
  expect(await paid(user, id)).toMatchObject([
    { amount: "30.01", method: "Card", createdAt: "2026-11-21T20:00:00.000Z", createdBy: "Ada USER" },
    { amount: "69.99", method: "Check", createdAt: "2026-11-22T12:00:00.000Z" },
  ]);
  expect(await pay(user, id, { method: "Card" })).toMatchObject({
    status: 400,
    body: { message: "amount: This sale is already paid." },
  });
});

const tasks = async (user: Person, state = "open") =>
  (await host.call("tasks.list", user, { query: { state } })).body as { id: string; source: object }[];

test("keeps the task to collect open until the sale is paid", async () => {
  const { user } = await host.shop();
  const collectOn = "2026-12-04";
  const { id } = await sold(user, { collectOn, payments: [{ method: "Card", amount: 40 }] });
  await sold(user, { collectOn, payments: undefined });
  const task = {
    ...{ what: "Collect $60.00", detail: "INV-2026-0001", kind: "CALL", dueDay: collectOn },
    ...{ person: { id: user.id }, source: { kind: "sale", id, name: "INV-2026-0001" } },
  };
  expect(await tasks(user)).toMatchObject([{ ...task, contact: { name: expect.any(String) } }]);
  await pay(user, id, { amount: 10, method: "Cash" });
  expect(await tasks(user)).toMatchObject([{ ...task, what: "Collect $50.00" }]);
  await pay(user, id, { method: "Cash" });
  expect(await tasks(user)).toEqual([]);
  expect(await tasks(user, "done")).toMatchObject([{ ...task, what: "Collect $50.00", doneBy: "Ada USER" }]);
  for (const payment of (await paid(user, id)).slice(1)) await remove(user, payment.id);
  expect(await tasks(user)).toMatchObject([{ ...task, doneBy: null }]);
});

test("refunds and edits change the sale's open task", async () => {
  const { user } = await host.shop();
  const { id, form } = await sold(user, { collectOn: "2026-12-04", contact: null });
  expect(await tasks(user)).toMatchObject([{ what: "Collect $100.00", kind: "TASK", contact: null }]);
  const update = async (changes: object) => {
    const body = { ...form, payments: undefined, collectOn: undefined, ...changes };
    expect((await host.call("sales.update", user, { params: { id }, body })).status).toBe(200);
  };
  const refund = { params: { id }, body: { amount: 30, createdAt: "2026-11-21" } };
  const { id: refundId } = (await host.call("refunds.create", user, refund)).body as { id: string };
  expect(await tasks(user)).toMatchObject([{ what: "Collect $70.00" }]);
  await host.call("refunds.delete", user, { params: { id: refundId } });
  const contact = { id: await make.contact(user), name: "" };
  await update({ contact });
  expect(await tasks(user)).toMatchObject([
    { what: "Collect $100.00", kind: "CALL", contact: { id: contact.id } },
  ]);
  await update({ contact, payments: [{ method: "Card" }] });
  expect(await tasks(user)).toEqual([]);
  await update({ contact, payments: [] });
  const [task] = await tasks(user);
  await host.call("tasks.setDone", user, { params: { id: task?.id ?? "" }, body: { done: true } });
  await pay(user, id, { amount: 10, method: "Cash" });
  await update({ cost: "120", contact });
  expect(await tasks(user)).toEqual([]);
});

test("deletes and restores a sale with its task", async () => {
  const { user } = await host.shop();
  const { id } = await sold(user, { collectOn: "2026-12-04" });
  const before = await tasks(user);
  await host.call("sales.delete", user, { params: { id } });
  expect(await tasks(user)).toEqual([]);
  expect((await host.call("trash.restore", user, { params: { id } })).status).toBe(200);
  expect(await tasks(user)).toEqual(before);
});

test("adds no task to 1000 open ones", async () => {
  const { id, user } = await host.shop();
  const row = { name: "Polish", dueDay: "2026-12-04", plannedDay: "2026-12-04", repeatDay: 4 };
  const rows = Array.from({ length: MOST_OPEN }, () => ({ ...row, id: newId() }));
  await (await host.database()).tenant(id, (db) => db.insert(taskTable).values(rows));
  const body = await make.saleForm(user, { cost: "100", payments: [], collectOn: "2026-12-04" });
  expect((await host.call("sales.create", user, { body })).status).toBe(422);
});

test("never takes more than is open, also concurrently", async () => {
  const { user } = await host.shop();
  const { id } = await sold(user);
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => pay(user, id, { amount: 30, method: "Cash" })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, ...Array(5).fill(400)]);
  const headers = {
    authorization: `Bearer ${user.token}`,
    "content-type": "application/json",
    "idempotency-key": "payment-0001",
  };
  const send = () =>
    host.send("POST", `/purchases/${id}/payments`, {
      headers,
      body: JSON.stringify({ amount: 4, method: "Cash" }),
    });
  expect((await Promise.all([send(), send()])).map(({ status }) => status)).toEqual([200, 200]);
  expect(await paid(user, id)).toHaveLength(4);
  expect(await listed(user)).toMatchObject([{ open: "6.00" }]);
});

test("an edit doesn't pay a sale partly paid meanwhile", async () => {
  const { user } = await host.shop();
  for (let time = 0; time < 5; time++) {
    const { id, form } = await sold(user);
    const body = { ...form, version: 1, payments: [{ method: "Card" }] };
    const [edited, taken] = await Promise.all([
      host.call("sales.update", user, { params: { id }, body }),
      pay(user, id, { amount: 60, method: "Cash" }),
    ]);
    expect([edited.status, taken.status].toSorted()).toEqual([200, expect.any(Number)]);
    expect((await listed(user)).find((sale) => sale.id === id)).toMatchObject(
      taken.status === 200 ? { paid: "60.00", open: "40.00" } : { open: "0" },
    );
  }
});

test("a refund lowers what is open first", async () => {
  const { user } = await host.shop();
  const { id } = await sold(user);
  await pay(user, id, { amount: 60, method: "Card" });
  const refund = (amount: number) =>
    host.call("refunds.create", user, { params: { id }, body: { amount, createdAt: "2026-11-21" } });
  await refund(30);
  expect(await listed(user)).toMatchObject([{ open: "10.00" }]);
  await refund(30);
  expect(await listed(user)).toMatchObject([{ open: "0" }]);
});

test("only managers and its taker delete a payment", async () => {
  const { user, admin } = await host.shop();
  const { id } = await sold(user);
  await pay(admin, id, { amount: 10, method: "Card" });
  await pay(user, id, { amount: 20, method: "Card" });
  const [theirs, own] = await paid(user, id);
  expect((await remove(user, theirs?.id ?? "")).status).toBe(403);
  expect(await listed(user)).toMatchObject([{ open: "70.00" }]);
  expect((await remove(user, own?.id ?? "")).status).toBe(200);
  expect((await remove(admin, theirs?.id ?? "")).status).toBe(200);
  expect((await remove(admin, theirs?.id ?? "")).status).toBe(404);
  expect(await listed(user)).toMatchObject([{ open: "100.00" }]);
});

test("a corrected cost never goes below the payments", async () => {
  const { user } = await host.shop();
  const { id, form } = await sold(user, { payments: [{ method: "Card" }] });
  const update = (body: object) =>
    host.call("sales.update", user, { params: { id }, body: { ...form, payments: undefined, ...body } });
  await update({ cost: "120" });
  expect(await listed(user)).toMatchObject([{ cost: "120.00", open: "0", method: "Card" }]);
  expect((await update({ payments: [{ amount: 50, method: "Cash" }] })).status).toBe(200);
  expect(await listed(user)).toMatchObject([{ open: "50.00", method: null }]);
  expect(await update({ cost: "49.99" })).toMatchObject({
    status: 400,
    body: { message: "cost: The amount can't be lower than what was already paid" },
  });
  expect(await update({ payments: [] })).toMatchObject({
    status: 400,
    body: { message: "payments: This sale has payments. Add or delete them one by one." },
  });
  for (const sale of await paid(user, id)) await remove(user, sale.id);
  expect((await update({ payments: [{ method: "Card" }] })).status).toBe(200);
  expect(await listed(user)).toMatchObject([{ open: "0", method: "Card" }]);
});
