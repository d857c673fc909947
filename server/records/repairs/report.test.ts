import type { RepairReport } from "#lib/contract/repair-report.ts";
import { DAY } from "#lib/time/zone.ts";
import { type Person, testHost } from "#server/testing/host.ts";
import { recordsOf } from "#server/testing/records.ts";
import { repairOf } from "#server/testing/repairs.ts";

let now = new Date("2026-11-02T10:00:00Z");
const host = testHost({ clock: () => now });
const make = recordsOf(host);

const pass = (days: number) => {
  now = new Date(+now + days * DAY);
};
const ask = (user: Person, query: object) => host.call("repairs.report", user, { query });

test("counts repairs by hand-over day, and their days until ready", async () => {
  now = new Date("2026-11-02T10:00:00Z");
  const { owner, user } = await host.shop();
  const contact = await make.contact(user);
  const take = async (promisedDay: string, personId: string | null = null) => {
    const { body } = await host.call("repairs.create", user, {
      body: repairOf(contact, { promisedDay, personId }),
    });
    const params = { id: (body as { id: string }).id };
    const move = (from: string, state: string, more: object = {}) =>
      host.call("repairs.move", user, { params, body: { from, state, ...more } });
    return { params, move, handOver: (from: string) => move(from, "HANDED_OVER") };
  };
  const [late, early, open] = [
    await take("2026-11-04", owner.id),
    await take("2026-11-09"),
    await take("2026-11-09"),
  ];
  await late.move("IN", "AWAY", { workshop: "Gem lab" });
  await open.move("IN", "AWAY", { workshop: "Gem lab" });
  pass(1);
  await early.move("IN", "READY");
  pass(3);
  await late.move("AWAY", "READY");
  const productCategory = { id: await make.category(user), name: "" };
  const sale = { cost: "100", invoiceNumber: "", productCategory };
  const body = { from: "READY", sale, to: "", reason: "" };
  expect((await host.call("repairs.handOver", user, { params: late.params, body })).status).toBe(200);
  pass(3);
  await early.handOver("READY");
  const november = { from: "2026-11-01", to: "2026-11-30" };
  const lateRow = { lateBy: 1.4, back: 0 };
  const report = (await ask(owner, november)).body as RepairReport;
  expect(report).toEqual({
    total: { repairs: 2, late: 1, days: 2.5, revenue: "285.10" },
    before: { repairs: 0, late: 0, days: null, revenue: "0" },
    months: [{ ...november, repairs: 2, days: 2.5 }],
    answered: { asked: 0, approved: 0, hours: null },
    spent: [
      { state: "WAITING", days: 0 },
      { state: "IN", days: 0.5 },
      { state: "BENCH", days: 0 },
      { state: "AWAY", days: 2 },
    ],
    rows: [
      { name: expect.any(String), isWorkshop: false, repairs: 1, late: 1, days: 4, open: 0, ...lateRow },
      { name: "Gem lab", isWorkshop: true, repairs: 1, late: 1, days: 4, open: 1, ...lateRow },
    ],
  });
  const only = async (query: object) =>
    ((await ask(owner, { ...november, ...query })).body as RepairReport).total;
  expect(await only({ to: "2026-11-08" })).toMatchObject({ repairs: 1 });
  expect(await only({ person: owner.id })).toMatchObject({ repairs: 1, late: 1 });
  expect(await only({ person: "nobody" })).toMatchObject({ repairs: 0 });
  const next = (await ask(owner, { from: "2027-11-01", to: "2027-11-30" })).body as RepairReport;
  expect(next.before).toEqual(report.total);
  expect((await ask((await host.shop()).owner, november)).body).toMatchObject({
    total: { repairs: 0 },
    rows: [],
  });
});

test("measures how long customers take to answer, and which pieces come back", async () => {
  now = new Date("2026-11-02T10:00:00Z");
  const { owner, user } = await host.shop();
  const contact = await make.contact(user);
  const wait = async (name: string, hours: number, next: string, personId = owner.id) => {
    const { body } = await host.call("repairs.create", user, { body: repairOf(contact, { name, personId }) });
    const { id, token } = body as { id: string; token: string };
    const params = { id };
    const move = (from: string, state: string, reason: string | null = null) =>
      host.call("repairs.move", user, { params, body: { from, state, reason } });
    await move("IN", "WAITING");
    pass(hours / 24);
    if (next === "approve")
      await host.call("visitor.approve", null, { params: { token }, body: { estimateVersion: 1 } });
    pass(1);
    if (next === "decline") await move("WAITING", "RETURNED", "Too expensive");
    else {
      await move("WAITING", "BENCH");
      await move("BENCH", "HANDED_OVER");
    }
  };
  await wait("Ring", 2, "approve");
  await wait("Chain", 6, "approve");
  await wait("Watch", 0, "decline");
  await wait("Brooch", 0, "call");
  for (const [days, name] of [
    [30, "RING"],
    [30, "Ring"],
    [31, "Chain"],
  ] as const) {
    pass(days);
    await host.call("repairs.create", user, { body: repairOf(contact, { name }) });
  }
  await host.call("repairs.create", user, { body: repairOf(await make.contact(user), { name: "Brooch" }) });
  const { body } = await ask(owner, { from: "2026-10-01", to: "2026-12-31" });
  expect(body).toMatchObject({
    total: { repairs: 3 },
    months: [{ repairs: 0, days: null }, { repairs: 3 }, { from: "2026-12-01", repairs: 0 }],
    answered: { asked: 4, approved: 3, hours: 15 },
    spent: [{ state: "WAITING", days: 1.1 }, { days: 0 }, { days: 0 }, { days: 0 }],
    rows: [{ repairs: 3, back: 1 }],
  });
});

test("needs access to reports, and shows five years", async () => {
  const { owner, user } = await host.shop();
  expect((await ask(user, { from: "2026-11-01", to: "2026-11-30" })).status).toBe(403);
  for (const query of [
    { from: "2026-11-30", to: "2026-11-01" },
    { from: "2020-01-01", to: "2026-01-01" },
    { from: "x", to: "2026-01-01" },
  ])
    expect((await ask(owner, query)).status).toBe(400);
});
