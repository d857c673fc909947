import { sql } from "drizzle-orm";
import { rulesOf } from "#server/testing/automations.ts";
import { type Person, testHost } from "#server/testing/host.ts";
import { recordsOf } from "#server/testing/records.ts";
import { repairOf } from "#server/testing/repairs.ts";

let now = new Date("2026-11-21T14:00:00Z");
const host = testHost({ clock: () => now });
const make = recordsOf(host);
const rules = rulesOf(host);

const trigger = { type: "EVENT_BASED", event: "REPAIR_READY" };

async function take(user: Person) {
  const contact = await make.contact(user);
  const { body } = await host.call("repairs.create", user, { body: repairOf(contact) });
  return { contact, params: { id: (body as { id: string }).id } };
}

test("writes once when a repair is ready, unless undone", async () => {
  const { user } = await host.shop();
  const any = await rules.create(user, { trigger: { type: "EVENT_BASED" }, condition: [] });
  const id = await rules.create(user, { trigger, condition: [] });
  const { contact, params } = await take(user);
  const move = (from: string, state: string) =>
    host.call("repairs.move", user, { params, body: { from, state } });
  const both = await Promise.all([move("IN", "READY"), move("IN", "READY")]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await rules.mails(user, id)).toMatchObject([{ to: contact, state: "queued" }]);
  await host.call("repairs.undo", user, { params, body: { from: "READY" } });
  expect(await rules.mails(user, id)).toMatchObject([{ state: "skipped" }]);
  now = new Date(+now + 60_000);
  await move("IN", "READY");
  const states = (await rules.mails(user, id)).map(({ state }) => state);
  expect(states.sort()).toEqual(["queued", "skipped"]);
  await move("READY", "HANDED_OVER");
  await move("HANDED_OVER", "READY");
  expect(await rules.mails(user, id)).toHaveLength(2);
  expect((await rules.mails(user, any)).map(({ occurrence }) => occurrence)).toEqual([`contact:${contact}`]);
});

test("stores Ready and its notice together or not at all", async () => {
  const { user } = await host.shop();
  const id = await rules.create(user, { trigger, condition: [] });
  const { params } = await take(user);
  const ready = { params, body: { from: "IN", state: "READY" } };
  const database = await host.database();
  const alter = (how: string) => database.system((db) => db.execute(sql.raw(`alter table mails ${how}`)));
  await alter("add constraint lost check (automation_id is null) not valid");
  expect((await host.call("repairs.move", user, ready)).status).toBe(400);
  await alter("drop constraint lost");
  expect((await host.call("repairs.get", user, { params })).body).toMatchObject({ state: "IN" });
  expect((await host.call("repairs.move", user, ready)).status).toBe(200);
  expect(await rules.mails(user, id)).toMatchObject([{ state: "queued" }]);
});

test("keeps a rule's event when an older client edits the rule", async () => {
  const { user } = await host.shop();
  const id = await rules.create(user, { trigger, condition: [] });
  const edited = async (trigger: object) => {
    const { body: rule } = await host.call("automations.get", user, { params: { id } });
    const { name, condition, action } = rule as Record<string, unknown>;
    const sent = await host.call("automations.update", user, {
      params: { id },
      body: { name, condition, action, trigger },
    });
    expect(sent.status).toBe(200);
    return ((await host.call("automations.get", user, { params: { id } })).body as { trigger: object })
      .trigger;
  };
  expect(await edited({ type: "EVENT_BASED" })).toEqual({ ...trigger, schedule: null });
  expect(await edited({ type: "DATE_BASED" })).toEqual({ type: "DATE_BASED", schedule: null });
  expect(await edited({ type: "EVENT_BASED" })).toEqual({ type: "EVENT_BASED", schedule: null });
});
