import type { Trashed } from "#lib/contract/journal.ts";
import type { Repair } from "#lib/contract/repairs.ts";
import { newId } from "#server/platform/db/id.ts";
import { type Person, testHost } from "#server/testing/host.ts";
import { recordsOf } from "#server/testing/records.ts";
import { repairOf } from "#server/testing/repairs.ts";

let now = new Date("2026-11-21T10:00:00Z");
const host = testHost({ clock: () => now });
const make = recordsOf(host);
let user: Person;
let admin: Person;
let owner: Person;
let sale: object;
beforeAll(async () => {
  ({ user, admin, owner } = await host.shop());
  const { contact: _, createdAt: __, ...form } = await make.saleForm(user, { cost: "185.10" });
  sale = { ...form, invoiceNumber: null };
});
beforeEach(() => {
  now = new Date("2026-11-21T10:00:00Z");
});

async function taken() {
  const contact = await make.contact(user, { firstName: "Amara", lastName: "Okafor" });
  const { body } = await host.call("repairs.create", user, { body: repairOf(contact) });
  return { id: (body as { id: string }).id, contact };
}
const bodyOf = (changes: object) => ({ from: "IN", to: null, reason: null, sale, ...changes });
const handOver = (who: Person, id: string, changes: object = {}) =>
  host.call("repairs.handOver", who, { params: { id }, body: bodyOf(changes) });
const undo = (id: string) =>
  host.call("repairs.undo", user, { params: { id }, body: { from: "HANDED_OVER" } });
const read = async (id: string) => (await host.call("repairs.get", user, { params: { id } })).body as Repair;
const salesOf = async (contact: string) =>
  (await host.call("sales.ofContact", user, { params: { id: contact } })).body as { id: string }[];

test("hands a piece over and records its sale", async () => {
  const { id, contact } = await taken();
  const answer = await handOver(user, id, { to: " Chidi ", reason: "Has no phone" });
  expect(answer).toMatchObject({ status: 200, body: { id } });
  const [sold] = await salesOf(contact);
  expect(sold).toMatchObject({
    ...{ cost: "185.10", open: "0", createdAt: "2026-11-21T10:00:00.000Z" },
    ...{ contact: { id: contact, name: "Amara Okafor" }, item: "Pearls" },
    soldBy: { id: user.id },
  });
  const left = await read(id);
  expect(left).toMatchObject({ state: "HANDED_OVER", saleId: sold?.id, reason: "Has no phone" });
  expect(left.steps.at(-1)).toMatchObject({ state: "HANDED_OVER", to: "Chidi", reason: "Has no phone" });
});

test("records one sale for a repeated key", async () => {
  const { id, contact } = await taken();
  const headers = {
    authorization: `Bearer ${user.token}`,
    "content-type": "application/json",
    "idempotency-key": newId(),
  };
  const request = { headers, body: JSON.stringify(bodyOf({})) };
  const send = () => host.send("POST", `/repairs/${id}/hand-over`, request);
  const answers = await Promise.all([send(), send()]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect((await handOver(user, id)).status).toBe(409);
  expect(await salesOf(contact)).toHaveLength(1);
});

test("lets one of two people hand it over", async () => {
  const { id, contact } = await taken();
  const answers = await Promise.all([user, admin].map((one) => handOver(one, id)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    message: expect.stringMatching(/ already moved R-\d+ to “Handed over”\.$/),
  });
  expect(await salesOf(contact)).toHaveLength(1);
});

test("puts the sale in the trash when its handover is undone", async () => {
  const { id, contact } = await taken();
  await handOver(user, id);
  const { saleId } = await read(id);
  now = new Date("2026-11-23T10:00:00Z");
  expect(await undo(id)).toMatchObject({ status: 422 });
  expect(await salesOf(contact)).toHaveLength(1);
  now = new Date("2026-11-21T11:00:00Z");
  expect((await undo(id)).status).toBe(200);
  expect(await read(id)).toMatchObject({ state: "IN", saleId: null });
  expect(await salesOf(contact)).toEqual([]);
  const trash = (await host.call("trash.list", owner)).body as Trashed[];
  expect(trash.map((entry) => entry.id)).toContain(saleId);
  expect((await handOver(user, id, { sale: null })).status).toBe(200);
  expect((await undo(id)).status).toBe(200);
});

test("takes back each handover's sale, last first", async () => {
  const { id, contact } = await taken();
  const move = (from: string, state: string) =>
    host.call("repairs.move", user, { params: { id }, body: { from, state } });
  const takeBack = async (from: string) => {
    const undone = await host.call("repairs.undo", user, { params: { id }, body: { from } });
    return { status: undone.status, saleId: (await read(id)).saleId, sales: await soldOf(contact) };
  };
  const soldOf = async (of: string) => (await salesOf(of)).map((one) => one.id).sort();
  await handOver(user, id);
  const first = (await read(id)).saleId ?? "";
  await move("HANDED_OVER", "BENCH");
  await handOver(user, id, { from: "BENCH" });
  const second = (await read(id)).saleId ?? "";
  expect(second).not.toBe(first);
  await move("HANDED_OVER", "BENCH");
  await handOver(user, id, { from: "BENCH", sale: null });
  expect(await read(id)).toMatchObject({ state: "HANDED_OVER", saleId: second });
  const both = [first, second].sort();
  expect(await takeBack("HANDED_OVER")).toEqual({ status: 200, saleId: second, sales: both });
  expect(await takeBack("BENCH")).toEqual({ status: 200, saleId: second, sales: both });
  expect(await takeBack("HANDED_OVER")).toEqual({ status: 200, saleId: first, sales: [first] });
  expect(await takeBack("BENCH")).toEqual({ status: 200, saleId: first, sales: [first] });
  expect(await takeBack("HANDED_OVER")).toEqual({ status: 200, saleId: null, sales: [] });
});

test("keeps a handover whose sale has changed", async () => {
  const refused = { status: 409, body: { message: expect.stringContaining("changed after the handover") } };
  const edit = async (params: { id: string }, changes: object) => {
    const { body } = await host.call("sales.get", user, { params });
    return host.call("sales.update", user, { params, body: { ...(body as object), ...changes } });
  };
  const changes = {
    refunded: (params: { id: string }) => {
      const body = { amount: "10", createdAt: now.toISOString(), reason: null };
      return host.call("refunds.create", user, { params, body });
    },
    edited: (params: { id: string }) => edit(params, { invoiceNumber: "INV-77" }),
    paid: async (params: { id: string }) => {
      await edit(params, { payments: [] });
      return host.call("payments.create", user, { params, body: { amount: "10", method: "Card" } });
    },
  };
  for (const [name, change] of Object.entries(changes)) {
    const { id, contact } = await taken();
    expect((await handOver(user, id)).status).toBe(200);
    const params = { id: (await read(id)).saleId ?? "" };
    expect({ name, status: (await change(params)).status }).toEqual({ name, status: 200 });
    expect(await undo(id)).toMatchObject(refused);
    expect(await salesOf(contact)).toMatchObject([params]);
    expect((await host.call("sales.delete", user, { params })).status).toBe(200);
    expect((await undo(id)).status).toBe(200);
    expect(await read(id)).toMatchObject({ state: "IN", saleId: null });
  }
});

test("keeps a repair of a deleted sale", async () => {
  const { id } = await taken();
  await handOver(user, id);
  const { saleId } = await read(id);
  expect((await host.call("sales.delete", user, { params: { id: String(saleId) } })).status).toBe(200);
  expect(await read(id)).toMatchObject({ state: "HANDED_OVER", saleId: null });
  expect((await host.call("trash.restore", owner, { params: { id: String(saleId) } })).status).toBe(200);
  expect(await read(id)).toMatchObject({ state: "HANDED_OVER", saleId });
});

test("hands nothing over if its sale is refused", async () => {
  const { id, contact } = await taken();
  const stranger = (await host.shop()).user;
  const theirs = await make.category(stranger);
  for (const [changes, status] of [
    [{ sale: { ...sale, productCategory: { id: theirs, name: "" } } }, 404],
    [{ sale: { ...sale, cost: "-1" } }, 400],
    [{ sale: { ...sale, cost: "9".repeat(400) } }, 400],
    [{ sale: { ...sale, productCategory: null } }, 400],
    [{ to: "x".repeat(120_000) }, 400],
    [{ reason: "x".repeat(501) }, 400],
    [{ from: "READY" }, 409],
    [{ from: "HANDED_OVER" }, 400],
  ] as const)
    expect({ changes, status: (await handOver(user, id, changes)).status }).toEqual({ changes, status });
  expect((await handOver(stranger, id)).status).toBe(404);
  expect((await read(id)).state).toBe("IN");
  expect(await salesOf(contact)).toEqual([]);
});

test("forgets who took the piece when its customer is erased", async () => {
  const { id, contact } = await taken();
  await handOver(user, id, { to: "Chidi", reason: "Her brother" });
  const body = { name: "Amara Okafor" };
  expect((await host.call("contacts.erase", owner, { params: { id: contact }, body })).status).toBe(200);
  expect(JSON.stringify(await read(id))).not.toMatch(/Chidi|brother/);
});
