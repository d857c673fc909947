import type { Answer } from "#lib/contract/contract.ts";
import { filesOf } from "#server/testing/files.ts";
import { type Person, testHost } from "#server/testing/host.ts";
import { png } from "#server/testing/pictures.ts";
import { recordsOf } from "#server/testing/records.ts";
import { repairOf } from "#server/testing/repairs.ts";

let now = new Date("2026-11-21T12:00:00Z");
const host = testHost({ clock: () => now });
const files = filesOf(host);
beforeEach(() => {
  now = new Date("2026-11-21T12:00:00Z");
});
const make = recordsOf(host);

type Entry = Answer<"timeline.ofContact">[number];

async function page(user: Person, id: string, query: object = {}): Promise<Entry[]> {
  const wanted = { kind: "repair", ...query };
  return (await host.call("timeline.ofContact", user, { params: { id }, query: wanted })).body as Entry[];
}

test("sums repairs by their sales, like the report", async () => {
  const { user, owner } = await host.shop();
  const contact = await make.contact(user);
  const sale = {
    cost: "150",
    invoiceNumber: "",
    productCategory: { id: await make.category(user), name: "" },
  };
  const body = repairOf(contact, {
    estimate: "AFTER_LOOK",
    lines: [{ name: "Clasp", note: null, amount: "0" }],
  });
  const { id } = (await host.call("repairs.create", user, { body })).body as { id: string };
  const handOver = { from: "IN", to: null, reason: null, sale };
  await host.call("repairs.handOver", user, { params: { id }, body: handOver });
  const [sold] = await make.sales(user);
  const refund = { amount: "20", createdAt: "2026-11-21" };
  await host.call("refunds.create", user, { params: { id: sold?.id ?? "" }, body: refund });
  const { body: head } = await host.call("timeline.head", user, { params: { id: contact } });
  expect(head).toMatchObject({ repairs: { count: 1, total: "130.00" } });
  const query = { from: "2026-11-01", to: "2026-11-30" };
  const { body: report } = await host.call("repairs.report", owner, { query });
  expect(report).toMatchObject({ total: { repairs: 1, revenue: "130.00" } });
});

test("shows a step's photos, and the approval", async () => {
  const { user } = await host.shop();
  const contact = await make.contact(user);
  const photo = async (name: string) => ({ id: await files.upload(user, png()), name });
  const { body } = await host.call("repairs.create", user, {
    body: repairOf(contact, { photos: [await photo("front.png")] }),
  });
  const { id, token } = body as { id: string; token: string };
  now = new Date(Date.now() + 60_000);
  await host.call("repairs.move", user, { params: { id }, body: { from: "IN", state: "BENCH" } });
  await host.call("visitor.approve", null, { params: { token }, body: { estimateVersion: 1 } });
  const entries = (await page(user, contact)).map(({ repair }) => repair);
  expect(entries.map((one) => [one?.state, one?.isApproval, one?.photos.map(({ name }) => name)])).toEqual(
    expect.arrayContaining([
      ["BENCH", true, []],
      ["BENCH", undefined, []],
      ["IN", undefined, ["front.png"]],
    ]),
  );
  expect(entries.find((one) => one?.isApproval)).toMatchObject({ number: 1001, total: "185.1" });
  const { body: head } = await host.call("timeline.head", user, { params: { id: contact } });
  expect(head).toMatchObject({ counts: expect.arrayContaining([{ kind: "repair", count: 1 }]) });
});

test("lists every step of a repair once", async () => {
  const { user } = await host.shop();
  const contact = await make.contact(user);
  const { body } = await host.call("repairs.create", user, { body: repairOf(contact) });
  const params = { id: (body as { id: string }).id };
  const move = (from: string, state: string, more: object = {}) =>
    host.call("repairs.move", user, { params, body: { from, state, ...more } });
  await move("IN", "AWAY", { workshop: "Gem lab" });
  for (let i = 0; i < 25; i++) {
    await move("AWAY", "BENCH");
    await move("BENCH", "AWAY", { workshop: "Gem lab" });
  }
  await host.call("repairs.handOver", user, {
    params,
    body: { from: "AWAY", to: "Chidi", reason: null, sale: null },
  });
  const first = await page(user, contact);
  const last = first.at(-1);
  const rest = await page(user, contact, { before: `${last?.at}~${last?.id}` });
  const all = [...first, ...rest];
  expect([first.length, all.length, new Set(all.map(({ id }) => id)).size]).toEqual([50, 53, 53]);
  expect(all.filter(({ repair }) => repair?.isFirst)).toHaveLength(1);
  expect(all.find(({ repair }) => repair?.state === "HANDED_OVER")?.repair).toMatchObject({
    ...{ prefix: "R", number: 1001, name: "Sapphire halo ring", to: "Chidi", total: "185.1" },
  });
  expect(await page(user, contact, { search: "R-1001 gem" })).toHaveLength(26);
  const { body: head } = await host.call("timeline.head", user, { params: { id: contact } });
  expect(head).toMatchObject({
    counts: expect.arrayContaining([{ kind: "repair", count: 1 }]),
    repairs: { count: 1, total: "185.1" },
  });
  const stranger = (await host.shop()).user;
  expect((await host.call("timeline.head", stranger, { params: { id: contact } })).status).toBe(404);
});
