import { and, eq, like } from "drizzle-orm";
import type { Automation } from "#lib/contract/automations.ts";
import { newId } from "#server/platform/db/id.ts";
import { beginIncident, endIncident } from "#server/platform/db/incidents.ts";
import { mails } from "#server/platform/db/schema-mail.ts";
import { birthdayIsToday, condition, DAILY, rulesOf } from "#server/testing/automations.ts";
import { type Person, testHost } from "#server/testing/host.ts";
import { recordsOf } from "#server/testing/records.ts";

const START = "2026-11-21T08:59:00Z";
let now = new Date(START);
const host = testHost({ clock: () => now });
const rules = rulesOf(host);
const make = recordsOf(host);

beforeEach(() => {
  now = new Date(START);
});

async function get(user: Person, id: string): Promise<Automation> {
  const answer = await host.call("automations.get", user, { params: { id } });
  expect(answer.status).toBe(200);
  return answer.body as Automation;
}

async function setActive(user: Person, id: string, active: boolean) {
  const answer = await host.call("automations.setActive", user, { params: { id }, body: { active } });
  expect(answer.status).toBe(200);
}

test("creates, lists, changes and deletes automations", async () => {
  const { user } = await host.shop();
  const body = await rules.form(user);
  const created = await host.call("automations.create", user, { body });
  const { id } = created.body as { id: string };
  const time = expect.stringMatching(/^\d{4}-.*Z$/);
  const answered = {
    id,
    name: "Greeting",
    trigger: DAILY,
    condition: [{ ...birthdayIsToday, value: null, unit: null }],
    segment: null,
    action: body.action,
    isActive: true,
    pausedReason: null,
    nextRunAt: "2026-11-21T09:00:00.000Z",
    lastRunAt: null,
    version: 1,
    createdAt: time,
    updatedAt: time,
  };
  expect(await get(user, id)).toEqual(answered);
  const newest = await rules.create(user, { trigger: { type: "EVENT_BASED" }, condition: [] });
  expect((await host.call("automations.list", user)).body).toMatchObject([
    { id: newest, trigger: { type: "EVENT_BASED", schedule: null }, condition: [], nextRunAt: null },
    answered,
  ]);

  const changes = {
    name: "Big spenders",
    trigger: { type: "TIME_BASED", schedule: " 30  8 * * 1 " },
    condition: [condition("Purchase.cost", "GREATER_THAN", "1000")],
  };
  const params = { id };
  const update = { ...body, ...changes, version: 1 };
  expect((await host.call("automations.update", user, { params, body: update })).status).toBe(200);
  expect(await get(user, id)).toMatchObject({
    name: "Big spenders",
    trigger: { type: "TIME_BASED", schedule: "30 8 * * 1" },
    condition: [{ field: "Purchase.cost", value: 1000 }],
    nextRunAt: "2026-11-23T08:30:00.000Z",
    version: 2,
  });
  const stale = await host.call("automations.update", user, { params, body: update });
  expect(stale).toMatchObject({ status: 409, body: { message: "Changed by someone else" } });

  expect((await host.call("automations.delete", user, { params })).status).toBe(200);
  const missing = {
    status: 404,
    body: { message: "This record does not exist" },
  };
  expect(await host.call("automations.get", user, { params })).toMatchObject(missing);
  expect(await host.call("automations.update", user, { params, body })).toMatchObject(missing);
  expect(await host.call("automations.delete", user, { params })).toMatchObject(missing);
});

test.each<[object, number]>([
  [{ name: "" }, 400],
  [{ name: "Rule 1" }, 400],
  [{ trigger: { type: "HOURLY" } }, 400],
  [{ trigger: { type: "TIME_BASED" } }, 400],
  [{ trigger: { type: "TIME_BASED", schedule: "*/5 * * * *" } }, 400],
  [{ trigger: { type: "TIME_BASED", schedule: `0 9${" ".repeat(300)}* * *` } }, 400],
  [{ condition: [condition("Contact.shoe", "EQUALS")] }, 400],
  [{ condition: [{ ...birthdayIsToday, type: "STRING", value: "x" }] }, 400],
  [{ condition: [condition("Purchase.cost", "GREATER_THAN", "much")] }, 400],
  [{ condition: [condition("Contact.birthday", "EQUALS", 1.5)] }, 400],
  [{ condition: Array(21).fill(birthdayIsToday) }, 400],
  [{ condition: "all" }, 400],
  [{ action: { type: "SEND_EMAIL" } }, 400],
  [{ action: { type: "SEND_EMAIL", templateId: "7" } }, 404],
  [{ action: { type: "SEND_EMAIL", templateId: newId() } }, 404],
  [{ condition: Array(20).fill(birthdayIsToday) }, 200],
  [{ trigger: { type: "DATE_BASED", schedule: "whatever" } }, 200],
])("%j returns %i", async (changes, status) => {
  const { user } = await host.shop();
  const body = { ...(await rules.form(user)), ...changes };
  expect((await host.call("automations.create", user, { body })).status).toBe(status);
});

test("refuses another organization's template", async () => {
  const [{ user }, other] = [await host.shop(), await host.shop()];
  const templateId = await rules.template(other.user);
  const body = await rules.form(user, { action: { type: "SEND_EMAIL", templateId } });
  expect((await host.call("automations.create", user, { body })).status).toBe(404);
  const params = { id: await rules.create(user) };
  expect((await host.call("automations.update", user, { params, body })).status).toBe(404);
});

test("returns the names of the three trigger types", async () => {
  const { user } = await host.shop();
  expect((await host.call("automations.triggers", user)).body).toEqual([
    { type: "TIME_BASED", name: "Recurring" },
    { type: "DATE_BASED", name: "One-time" },
    { type: "EVENT_BASED", name: "Event" },
  ]);
});

test("has no next run while paused", async () => {
  const { user } = await host.shop();
  const id = await rules.create(user);
  await setActive(user, id, false);
  expect(await get(user, id)).toMatchObject({ isActive: false, nextRunAt: null });
  now = new Date("2026-11-21T09:30:00Z");
  await setActive(user, id, true);
  expect(await get(user, id)).toMatchObject({ isActive: true, nextRunAt: "2026-11-22T09:00:00.000Z" });
  expect(await get(user, id)).toMatchObject({ version: 1 });
  const nobody = { params: { id: newId() }, body: { active: true } };
  expect((await host.call("automations.setActive", user, nobody)).status).toBe(404);
});

async function waiting() {
  const { id: organizationId, user } = await host.shop();
  for (const firstName of ["Ada", "Bo"]) {
    await make.contact(user, { firstName, email: `${firstName}@example.com` });
  }
  const id = await rules.create(user, { condition: [] });
  now = new Date("2026-11-21T09:00:00Z");
  await rules.run();
  const database = await host.database();
  await database.tenant(organizationId, async (db) => {
    const toBo = and(eq(mails.organizationId, organizationId), like(mails.toName, "Bo%"));
    await db.update(mails).set({ isResent: true }).where(toBo);
  });
  const states = async () => (await rules.mails(user, id)).map(({ state }) => state);
  expect(await states()).toEqual(["queued", "queued"]);
  const reason = "The mailbox refused the password";
  const pausedByHost = () =>
    database.tenant(organizationId, (db) =>
      beginIncident(db, now, { kind: "mail", title: "", text: reason, href: "/dashboard" }),
    );
  const goesOn = () => database.tenant(organizationId, (db) => endIncident(db, now, { kind: "mail" }));
  return { user, id, states, reason, pausedByHost, goesOn };
}

test("skips queued email on a pause, except resent email", async () => {
  const { user, id, states } = await waiting();
  await setActive(user, id, false);
  const { body } = await host.call("automations.mails", user, {
    params: { id },
    query: { state: "skipped" },
  });
  expect(body).toMatchObject({ mails: [{ state: "skipped", reason: "The automation was paused" }] });
  await setActive(user, id, true);
  expect(await states()).toEqual(["skipped", "queued"]);
});

test("resumes after an account failure unless paused by a person", async () => {
  const { user, id, states, reason, pausedByHost, goesOn } = await waiting();
  const theirs = await rules.create(user, { condition: [] });
  await pausedByHost();
  const waits = { isActive: false, pausedReason: reason };
  expect(await get(user, id)).toMatchObject(waits);
  await setActive(user, id, true);
  expect(await get(user, id)).toMatchObject(waits);
  expect((await host.call("automations.list", user)).body).toMatchObject([waits, waits]);
  expect(await states()).toEqual(["queued", "queued"]);
  await setActive(user, theirs, false);
  expect(await get(user, theirs)).toMatchObject({ isActive: false, pausedReason: null });
  await goesOn();
  expect(await get(user, id)).toMatchObject({ isActive: true, pausedReason: null });
  expect(await get(user, theirs)).toMatchObject({ isActive: false, pausedReason: null });
  expect(await states()).toEqual(["queued", "queued"]);
  await pausedByHost();
  await setActive(user, id, false);
  expect(await states()).toEqual(["skipped", "queued"]);
});

test("survives simultaneous changes of rules and timezone", async () => {
  const shop = await host.shop();
  const ids = [await rules.create(shop.user), await rules.create(shop.user)];
  const body = await rules.form(shop.user);
  const change = async (params: { id: string }, hour: number) => {
    const trigger = { type: "TIME_BASED", schedule: `0 ${hour} * * *` };
    const { status } = await host.call("automations.update", shop.user, {
      params,
      body: { ...body, trigger },
    });
    expect(status).toBe(200);
    await setActive(shop.user, params.id, false);
    await setActive(shop.user, params.id, true);
  };
  for (const [hour, timezone] of [
    [10, "Asia/Tokyo"],
    [11, "UTC"],
    [12, "Asia/Tokyo"],
    [13, "UTC"],
  ] as const) {
    await Promise.all([...ids.map((id) => change({ id }, hour)), rules.setTimezone(shop, timezone)]);
  }
  for (const id of ids) expect((await get(shop.user, id)).nextRunAt).toBe("2026-11-21T13:00:00.000Z");
});

test("keeps a due run through unrelated changes", async () => {
  const { user } = await host.shop();
  const id = await rules.create(user);
  const update = async (changes: object) => {
    const body = await rules.form(user, changes);
    expect((await host.call("automations.update", user, { params: { id }, body })).status).toBe(200);
    return (await get(user, id)).nextRunAt;
  };
  now = new Date("2026-11-21T09:00:01Z");
  expect(await update({ name: "Birthdays" })).toBe("2026-11-21T09:00:00.000Z");
  expect(await update({ trigger: { type: "TIME_BASED", schedule: "0 8 * * *" } })).toBe(
    "2026-11-22T08:00:00.000Z",
  );
  await setActive(user, id, false);
  expect(await update({ trigger: { type: "TIME_BASED", schedule: "0 7 * * *" } })).toBeNull();
});

test("moves all rules to a new timezone", async () => {
  const shop = await host.shop();
  const daily = await rules.create(shop.user);
  const once = await rules.create(shop.user, { trigger: { type: "DATE_BASED" } });
  const event = await rules.create(shop.user, { trigger: { type: "EVENT_BASED" } });
  const paused = await rules.create(shop.user);
  await setActive(shop.user, paused, false);
  await rules.setTimezone(shop, "America/New_York");
  for (const id of [daily, once])
    expect((await get(shop.user, id)).nextRunAt).toBe("2026-11-21T14:00:00.000Z");
  for (const id of [event, paused]) expect((await get(shop.user, id)).nextRunAt).toBeNull();
  now = new Date("2026-11-21T14:00:01Z");
  await rules.setTimezone(shop, "Asia/Kolkata");
  expect((await get(shop.user, daily)).nextRunAt).toBe("2026-11-22T03:30:00.000Z");
});
