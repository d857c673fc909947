import type { Ask } from "./host.ts";
import { askRelations } from "./relations.ts";

/** Asks every row of tasks once. */
export async function askTasks(ask: Ask, contact: { id: string }): Promise<void> {
  const task = {
    ...{ what: "Send the valuation", detail: "For her insurer", personId: null },
    ...{ contact: { ...contact, name: "" }, dueDay: "2026-11-03", dueTime: "14:30", repeat: "DAILY" },
  };
  const params = (await ask("tasks.create", { body: task })) as unknown as { id: string };
  await ask("tasks.update", { params, body: { ...task, personId: null } });
  await ask("tasks.postpone", { params, body: { dueDay: "2026-11-04" } });
  await ask("tasks.setDone", { params, body: { done: true } });
  expect(await ask("tasks.list", { query: { state: "done" } })).not.toEqual([]);
  expect(await ask("tasks.list", { query: { contact: contact.id } })).not.toEqual([]);
  await ask("tasks.delete", { params });
  expect(await ask("today.get", { query: { whose: "mine" } })).toMatchObject({ ahead: { tasks: 1 } });
  expect(await ask("today.ahead")).not.toEqual([]);
  await ask("today.tick", { body: { kind: "birthday", id: contact.id, done: true } });
  await askRelations(ask, contact);
}
