import type { Ask } from "./host.ts";
import { askRelations } from "./relations.ts";

export async function askTasks(ask: Ask, contact: { id: string }): Promise<void> {
  const task = {
    ...{ what: "Send the valuation", detail: "For her insurer", personId: null },
    ...{ contact: { ...contact, name: "" }, dueDay: "2026-11-03", dueTime: "14:30", repeat: "DAILY" },
  };
  const params = (await ask("tasks.create", { body: task })) as unknown as { id: string };
  await ask("tasks.get", { params });
  await ask("tasks.update", { params, body: { ...task, personId: null } });
  await ask("tasks.postpone", { params, body: { dueDay: "2026-11-04" } });
  await ask("tasks.setDone", { params, body: { done: true } });
  expect(await ask("tasks.list", { query: { state: "done" } })).not.toEqual([]);
  expect(await ask("tasks.list", { query: { contact: contact.id } })).not.toEqual([]);
  await ask("tasks.delete", { params });
  expect(await ask("today.get", { query: { whose: "mine" } })).toMatchObject({ ahead: { tasks: 1 } });
  expect(await ask("today.ahead")).not.toEqual([]);
  expect(await ask("people.today")).toEqual([]);
  await ask("today.tick", { body: { kind: "birthday", id: contact.id, done: true } });
  await askRelations(ask, contact);
}

export async function askMadeTasks(ask: Ask, templateId: string): Promise<void> {
  const params = (await ask("automations.create", { body: callRuleOf(null) })) as unknown as { id: string };
  const { day } = await ask("today.get");
  const someone = {
    ...{ firstName: "Task", lastName: "Person", email: "task@example.com", phoneNumber: "" },
    birthday: `1990-${day.slice(5)}`,
  };
  const contact = (await ask("contacts.create", { body: someone })) as unknown as { id: string };
  expect(await ask("automations.tasks", { params })).toMatchObject({ counts: { open: 1 } });
  await ask("today.greet", { body: { kind: "birthday", id: contact.id, templateId } });
  await ask("contacts.delete", { params: contact });
  await ask("automations.delete", { params });
}

export function callRuleOf(personId: string | null) {
  const task = { what: "Call {{firstName}}", owner: personId ? "PERSON" : "SELLER", personId, days: 2 };
  return {
    name: "Aftercare",
    trigger: { type: "EVENT_BASED" },
    condition: [],
    action: { type: "CREATE_TASK", task },
  };
}
