/** @jest-environment node */
import type { Automation } from "#lib/contract/automations.ts";
import { newId } from "../db/id.ts";
import { type Person, testHost } from "../testing.ts";

let now = new Date("2026-11-21T12:59:00Z");
const host = testHost({ clock: () => now });

async function template(user: Person): Promise<string> {
  const body = { name: "Birthday greeting", subject: "Happy birthday", content: "Hello {{firstName}}" };
  const answer = await host.call("templates.create", user, { body });
  return (answer.body as { data: { id: string } }).data.id;
}

const birthday = { type: "DATE", field: "Contact.birthday", operation: "EQUALS" };
const daily = { type: "TIME_BASED", schedule: "0 9 * * *" };
const form = (templateId: string, changes: object = {}) => ({
  name: "Birthdays",
  trigger: daily,
  condition: [birthday],
  action: { type: "SEND_EMAIL", templateId },
  ...changes,
});

async function create(user: Person, changes: object = {}): Promise<string> {
  const answer = await host.call("automations.create", user, { body: form(await template(user), changes) });
  expect(answer).toMatchObject({ status: 200, body: { id: expect.any(String) } });
  return (answer.body as { id: string }).id;
}

async function get(user: Person, id: string): Promise<Automation> {
  const answer = await host.call("automations.get", user, { params: { id } });
  expect(answer.status).toBe(200);
  return answer.body as Automation;
}

beforeEach(() => {
  now = new Date("2026-11-21T12:59:00Z");
});

test("an automation is created, listed newest first, changed and deleted", async () => {
  const { user } = await host.shop();
  const templateId = await template(user);
  const { status, body } = await host.call("automations.create", user, { body: form(templateId) });
  expect(status).toBe(200);
  const { id } = body as { id: string };
  const time = expect.stringMatching(/^\d{4}-.*Z$/);
  const answered = {
    id,
    name: "Birthdays",
    trigger: daily,
    condition: [{ ...birthday, value: null, unit: null }],
    action: { type: "SEND_EMAIL", templateId },
    isActive: true,
    pausedReason: null,
    nextRunAt: "2026-11-22T09:00:00.000Z",
    lastRunAt: null,
    version: 1,
    createdAt: time,
    updatedAt: time,
  };
  expect(await get(user, id)).toEqual(answered);
  const newest = await create(user, { name: "Welcome", trigger: { type: "EVENT_BASED" }, condition: [] });
  const list = await host.call("automations.list", user);
  expect(list.body).toMatchObject([
    { id: newest, trigger: { type: "EVENT_BASED", schedule: null }, nextRunAt: null },
    answered,
  ]);
});
