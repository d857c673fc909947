import type { RepairSettings } from "#lib/contract/repair-settings.ts";
import { type Person, testHost } from "#server/testing/host.ts";
import { recordsOf } from "#server/testing/records.ts";
import { repairOf } from "#server/testing/repairs.ts";

const host = testHost();
const make = recordsOf(host);

const save = (user: Person, body: object) => host.call("repairs.setSettings", user, { body });
const settings = async (user: Person) => (await host.call("repairs.settings", user)).body as RepairSettings;
const price = (name: string, amount: string | number = "30") => ({ name, note: "", amount });

test("changes only sent fields, and refuses a simultaneous save", async () => {
  const { owner, admin, user } = await host.shop();
  const stranger = await host.shop();
  const before = { prefix: "R", slipText: "", prices: [], workshops: [], version: 1 };
  expect(await settings(user)).toEqual(before);
  const saved = await Promise.all([
    save(owner, { prices: [price("Polish and clean", "30.50"), price("Resize ring", 85)], version: 1 }),
    save(admin, { prices: [price("Polish")], version: 1 }),
  ]);
  expect(saved.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(saved.find(({ status }) => status === 409)?.body).toMatchObject({ current: { version: 2 } });
  const { prices } = await settings(user);
  expect((await save(owner, { workshops: [{ name: "Gem  lab", days: "5" }] })).status).toBe(200);
  expect(await settings(user)).toEqual({
    ...{ ...before, prices, workshops: [{ name: "Gem lab", days: 5 }], version: 3 },
  });
  expect((await save(user, { prices: [] })).status).toBe(403);
  expect(await settings(stranger.owner)).toEqual(before);
  expect((await host.call("repairs.workshops", stranger.user)).body).toEqual([]);
  const { body } = await host.call("history.list", owner, { query: { kind: "repairSettings" } });
  expect((body as { action: string }[]).map(({ action }) => action)).toEqual([
    "changed",
    "changed",
    "created",
  ]);
});

test.each([
  ["a prefix of digits", { prefix: "12" }],
  ["a long prefix", { prefix: "REPAIR" }],
  ["a long text", { slipText: "x".repeat(301) }],
  ["a name twice", { prices: [price("Polish"), price("polish ")] }],
  ["a negative amount", { prices: [price("Polish", "-1")] }],
  ["words as an amount", { prices: [price("Polish", "about 12")] }],
  ["a workshop without a name", { workshops: [{ name: " ", days: null }] }],
  ["a workshop that takes forever", { workshops: [{ name: "Gem lab", days: 4000 }] }],
  ["too many prices", { prices: Array.from({ length: 301 }, (_, i) => price(`Work ${i}`)) }],
])("refuses %s", async (_, body) => {
  const { owner } = await host.shop();
  expect((await save(owner, body)).status).toBe(400);
});

test("gives new tickets the store's prefix, and finds earlier ones", async () => {
  const { owner, user } = await host.shop();
  const contact = await make.contact(user);
  const taken = async () =>
    (await host.call("repairs.create", user, { body: repairOf(contact) })).body as object;
  expect(await taken()).toMatchObject({ prefix: "R", number: 1001 });
  await save(owner, { prefix: "mf" });
  expect(await taken()).toMatchObject({ prefix: "MF", number: 1002 });
  for (const [search, prefix] of [
    ["R-1001", "R"],
    ["mf 1002", "MF"],
    ["1002", "MF"],
  ])
    expect((await host.call("repairs.list", user, { query: { search } })).body).toMatchObject([{ prefix }]);
  const refused = await host.call("contacts.delete", user, { params: { id: contact } });
  expect(refused.body).toMatchObject({ message: "R-1001 is still here." });
});
