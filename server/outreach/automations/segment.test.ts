import type { Automation, Recipients } from "#lib/contract/automations.ts";
import { rulesOf } from "#server/testing/automations.ts";
import { type Person, type Shop, testHost } from "#server/testing/host.ts";
import { recordsOf } from "#server/testing/records.ts";

let now = new Date("2026-11-21T08:59:00Z");
const host = testHost({ clock: () => now });
const rules = rulesOf(host);
const make = recordsOf(host);
let shop: Shop;

beforeEach(async () => {
  now = new Date("2026-11-21T08:59:00Z");
  shop = await host.shop();
});

const BUYERS = JSON.stringify([[{ field: "spent", is: "over", amount: "100" }]]);

async function get(user: Person, id: string) {
  return (await host.call("automations.get", user, { params: { id } })).body as Automation;
}

async function update(user: Person, id: string, changes: object) {
  const body = { ...(await rules.form(user)), ...changes };
  return (await host.call("automations.update", user, { params: { id }, body })).status;
}

test("finds contacts who match both conditions and segment", async () => {
  const { user } = shop;
  const ada = await make.contact(user, { firstName: "Ada", email: "ada@example.com" });
  const bo = await make.contact(user, { firstName: "Bo", email: "bo@example.com" });
  await make.contact(user, { firstName: "Cy", email: "cy@example.com" });
  for (const [id, cost] of [
    [ada, "150"],
    [bo, "90"],
  ])
    await make.sale(user, await make.saleForm(user, { contact: { id, name: "" }, cost }));
  const id = await rules.create(user, { condition: [], segment: BUYERS });
  expect(await get(user, id)).toMatchObject({ segment: BUYERS });
  const { body } = await host.call("automations.recipients", user, { params: { id } });
  const { total, contacts } = body as Recipients;
  expect([total, contacts.map((one) => one.id)]).toEqual([1, [ada]]);

  now = new Date("2026-11-21T09:00:00Z");
  await rules.run();
  expect((await rules.mails(user, id)).map(({ to }) => to)).toEqual([ada]);

  await make.sale(user, await make.saleForm(user, { contact: { id: bo, name: "" }, cost: "20" }));
  now = new Date("2026-11-22T09:00:00Z");
  await rules.run();
  const found = (await rules.mails(user, id)).map(({ to }) => to);
  expect(found).toContain(bo);
});

test("applies an event only to contacts in the segment", async () => {
  const { user } = shop;
  const trigger = { type: "EVENT_BASED" };
  const id = await rules.create(user, { trigger, condition: [], segment: BUYERS });
  const ada = await make.contact(user, { firstName: "Ada" });
  expect(await rules.mails(user, id)).toEqual([]);
  await make.sale(user, await make.saleForm(user, { contact: { id: ada, name: "" }, cost: "101" }));
  expect((await rules.mails(user, id)).map(({ to }) => to)).toEqual([ada]);
});

test("keeps an omitted segment and removes an empty one", async () => {
  const { user } = shop;
  const id = await rules.create(user, { segment: BUYERS });
  expect(await update(user, id, {})).toBe(200);
  expect(await get(user, id)).toMatchObject({ segment: BUYERS });
  expect(await update(user, id, { segment: "[[]]" })).toBe(400);
  expect(await update(user, id, { segment: "[]" })).toBe(200);
  expect(await get(user, id)).toMatchObject({ segment: null });
  await update(user, id, { segment: BUYERS });
  await update(user, id, { segment: null });
  expect(await get(user, id)).toMatchObject({ segment: null });
});
