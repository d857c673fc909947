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
  const report = (await ask(owner, november)).body as RepairReport;
  expect(report).toEqual({
    total: { repairs: 2, late: 1, days: 2.5, revenue: "285.10" },
    before: { repairs: 0, late: 0, days: null, revenue: "0" },
    rows: [
      { name: expect.any(String), isWorkshop: false, repairs: 1, late: 1, days: 4, open: 0 },
      { name: "Gem lab", isWorkshop: true, repairs: 1, late: 1, days: 4, open: 1 },
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
