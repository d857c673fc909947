import { eq } from "drizzle-orm";
import type { MadeTasks, Recipients } from "#lib/contract/automations.ts";
import type { Entry, Trashed } from "#lib/contract/journal.ts";
import type { Task } from "#lib/contract/tasks.ts";
import { newId } from "#server/platform/db/id.ts";
import { contacts } from "#server/platform/db/schema.ts";
import { suppressions } from "#server/platform/db/schema-mail.ts";
import { searchText } from "#server/platform/db/search.ts";
import { birthdayIsToday, condition, runTests } from "#server/testing/automations.ts";
import type { Person } from "#server/testing/host.ts";
import { person } from "#server/testing/records.ts";

const { clock, host, make, rules, runAt, shopAt } = runTests();

const CALL = { what: "Wish {{firstName}} well", owner: "ANYBODY", days: 1 };
const BUYS = { trigger: { type: "EVENT_BASED" }, condition: [condition("Purchase.cost", "GREATER_THAN", 0)] };

const making = (task: object = {}, changes: object = {}) => ({
  action: { type: "CREATE_TASK", task: { ...CALL, ...task } },
  ...changes,
});

async function tasksOf(user: Person): Promise<Task[]> {
  const answer = await host.call("tasks.list", user, { query: { whose: "all", limit: 100 } });
  expect(answer.status).toBe(200);
  const tasks = answer.body as Task[];
  return tasks.sort((a, b) => (a.what < b.what ? -1 : 1));
}

async function made(user: Person, id: string): Promise<MadeTasks> {
  const answer = await host.call("automations.tasks", user, { params: { id } });
  expect(answer.status).toBe(200);
  return answer.body as MadeTasks;
}

test("makes one task per occasion, also without email", async () => {
  const shop = await shopAt("2026-11-21T13:59:00Z");
  const { user } = shop;
  const database = await host.database();
  await database.tenant(shop.id, (db) =>
    db
      .insert(suppressions)
      .values({ organizationId: shop.id, address: "ada@example.com", reason: "bounced" }),
  );
  const id = await rules.create(user, making());
  const recipients = await host.call("automations.recipients", user, {
    params: { id },
    query: { at: "next" },
  });
  expect(recipients.body as Recipients).toMatchObject({ total: 2, reached: 2 });
  await runAt("2026-11-21T14:00:00Z", "2026-11-21T14:00:05Z");
  expect(await tasksOf(user)).toMatchObject([
    {
      kind: "CALL",
      what: "Wish Ada well",
      dueDay: "2026-11-22",
      person: null,
      source: { kind: "automation", id },
    },
    { kind: "CALL", what: "Wish Bo well", dueDay: "2026-11-22" },
  ]);
  expect(await rules.mails(user, id)).toEqual([]);
  const after = await host.call("automations.recipients", user, { params: { id }, query: {} });
  expect(after.body as Recipients).toMatchObject({ total: 2, reached: 0 });
  await runAt("2027-11-21T14:00:00Z");
  expect(await made(user, id)).toMatchObject({ counts: { open: 4, done: 0, deleted: 0, skipped: 0 } });
});

test("asks for a text from a template for texts", async () => {
  const { user } = await shopAt("2026-11-21T13:59:00Z");
  const other = await shopAt("2026-11-21T13:59:00Z");
  const template = async (who: Person, kind: string) => {
    const body = { kind, name: "Hello", subject: kind === "EMAIL" ? "Hi" : "", content: "Hi {{firstName}}" };
    const created = await host.call("templates.create", who, { body });
    return (created.body as { data: { id: string } }).data.id;
  };
  const templateId = await template(user, "TEXT");
  const asking = (id: string) => ({ action: { type: "CREATE_TASK", task: CALL, templateId: id } });
  const create = async (id: string) =>
    host.call("automations.create", user, { body: await rules.form(user, asking(id)) });
  expect((await create(await template(user, "EMAIL"))).status).toBe(400);
  expect((await create(await template(other.user, "TEXT"))).status).toBe(404);
  expect((await create(templateId)).status).toBe(200);
  await runAt("2026-11-21T14:00:00Z");
  expect(await tasksOf(user)).toMatchObject([{ source: { templateId } }, { source: { templateId } }]);
  expect((await host.call("templates.delete", user, { params: { id: templateId } })).status).toBe(409);
});

test("makes one task each when two hosts run at once", async () => {
  const { user } = await shopAt("2026-11-21T13:59:00Z");
  const id = await rules.create(user, making());
  clock.now = new Date("2026-11-21T14:00:00Z");
  await Promise.all([rules.run(), rules.run(), rules.run()]);
  expect((await made(user, id)).counts.open).toBe(2);
});

test("makes no second task after deletion, completion or restore", async () => {
  const { user, owner } = await shopAt("2026-11-21T13:59:00Z");
  const near = { condition: [condition("Contact.birthday", "LESS_THAN", 7)] };
  const id = await rules.create(user, making({}, near));
  await runAt("2026-11-21T14:00:00Z");
  const [ada, bo, cy] = await tasksOf(user);
  await host.call("tasks.delete", user, { params: { id: ada?.id ?? "" } });
  await host.call("tasks.setDone", user, { params: { id: bo?.id ?? "" }, body: { done: true } });
  await host.call("contacts.delete", owner, { params: { id: cy?.contact?.id ?? "" } });
  const trash = await host.call("trash.list", owner, { query: { kind: "contact" } });
  const gone = (trash.body as Trashed[]).find(({ name }) => name.startsWith("Cy"));
  await host.call("trash.restore", owner, { params: { id: gone?.id ?? "" } });
  await runAt("2026-11-22T14:00:00Z");
  const { counts, tasks } = await made(user, id);
  expect(counts).toEqual({ open: 1, done: 1, deleted: 1, skipped: 0 });
  expect(tasks.map(({ state, contact }) => `${contact?.name.split(" ")[0]} ${state}`).sort()).toEqual([
    "Ada deleted",
    "Bo done",
    "Cy open",
  ]);
});

test("counts the tasks of both contacts after a merge", async () => {
  const { user, owner } = await shopAt("2026-11-21T13:59:00Z");
  const twin = { firstName: "Adah", birthday: "1990-11-21", email: "twin@example.com" };
  const id = await rules.create(user, making());
  await runAt("2026-11-21T14:00:00Z");
  const ada = (await tasksOf(user)).find(({ what }) => what.includes("Ada "))?.contact?.id ?? "";
  const later = await make.contact(user, twin);
  const from = Object.fromEntries(
    ["name", "email", "phoneNumber", "birthday", "anniversary"].map((field) => [field, later]),
  );
  const cards = [ada, later].map((one) => ({ id: one, version: 1 }));
  const merged = await host.call("contacts.merge", owner, { body: { cards, from } });
  expect(merged.status).toBe(200);
  const database = await host.database();
  await database.tenant(user.organizationId, (db) =>
    db.execute("update automations set next_run_at = '2026-11-21T14:00:00Z', last_moment = null"),
  );
  await runAt("2026-11-21T14:01:00Z");
  expect((await made(user, id)).counts.open).toBe(2);
});

test("gives a sale's task to the last seller", async () => {
  const shop = await shopAt("2026-11-21T13:59:00Z");
  const { user, owner } = shop;
  await rules.create(user, {
    ...making({ what: "Ask {{name}} about {{lastPurchase}}", owner: "SELLER", days: 30 }),
    ...BUYS,
  });
  const form = await make.saleForm(user);
  await make.sale(user, { ...form, soldBy: { id: owner.id, name: "" } });
  const [task] = await tasksOf(user);
  expect(task).toMatchObject({ dueDay: "2026-12-21", person: { id: owner.id } });
  const { body } = await host.call("history.list", owner);
  const entry = (body as Entry[]).find(({ kind }) => kind === "task");
  expect(entry?.actor).toMatchObject({ kind: "automation" });
  const sale = (body as Entry[]).find(({ kind }) => kind === "sale");
  expect(sale?.actor).toMatchObject({ kind: "person" });
});

test("assigns a removed person's task to everyone", async () => {
  const { user, owner } = await shopAt("2026-11-21T13:59:00Z");
  await rules.create(user, making({ owner: "PERSON", personId: owner.id }));
  await runAt("2026-11-21T14:00:00Z");
  expect((await tasksOf(user)).map(({ person }) => person?.id)).toEqual([owner.id, owner.id]);
});

test("makes a limited number of tasks and continues later", async () => {
  const shop = await shopAt("2026-11-21T13:59:00Z");
  const { user, id: organizationId } = shop;
  const database = await host.database();
  await database.tenant(organizationId, (db) =>
    db.insert(contacts).values(
      Array.from({ length: 250 }, (_, i) => {
        const own = { ...person, email: `a${i}@example.com` };
        return { ...own, organizationId, id: newId(), birthday: "1990-11-23", search: searchText(own) };
      }),
    ),
  );
  const soon = { condition: [condition("Contact.birthday", "LESS_THAN", 7)] };
  const id = await rules.create(user, making({}, soon));
  await runAt("2026-11-21T14:00:00Z");
  const { counts, tasks } = await made(user, id);
  expect(counts).toMatchObject({ open: 200, skipped: 1 });
  expect(tasks.find(({ state }) => state === "skipped")?.reason).toMatch(/^53 more contacts were found/);
  await runAt("2026-11-22T14:00:00Z");
  expect((await made(user, id)).counts.open).toBe(253);
});

test("records a missed day and makes no tasks", async () => {
  const { user } = await shopAt("2027-11-20T15:00:00Z");
  const id = await rules.create(user, making());
  await runAt("2027-11-22T15:00:00Z");
  const { counts, tasks } = await made(user, id);
  expect(counts).toMatchObject({ open: 1, skipped: 1 });
  expect(tasks.at(-1)?.reason ?? tasks[0]?.reason).toMatch(/^Missed 2 contacts: nothing was running on/);
});

test.each([
  [{ what: "" }, "Task is required"],
  [{ what: "Call {{frist}}" }, "There is no placeholder {{frist}}"],
  [{ what: "Call {{name" }, "A placeholder is not closed"],
  [{ days: 1.5 }, "Must be a whole number from 0 to 365"],
  [{ days: "" }, "Must be a whole number from 0 to 365"],
  [{ owner: "PERSON" }, "Required"],
])("refuses %j: %s", async (task, sentence) => {
  const { user } = await host.shop();
  const body = await rules.form(user, making(task));
  const answer = await host.call("automations.create", user, { body });
  expect(answer.status).toBe(400);
  expect(JSON.stringify(answer.body)).toContain(sentence);
});

test("skips queued email when a rule changes to tasks", async () => {
  const { user } = await shopAt("2026-11-21T13:59:00Z");
  const id = await rules.create(user, { condition: [birthdayIsToday] });
  await runAt("2026-11-21T14:00:00Z");
  const body = await rules.form(user, making());
  const { status } = await host.call("automations.update", user, { params: { id }, body });
  expect(status).toBe(200);
  expect((await rules.mails(user, id)).map(({ state }) => state)).toEqual(["skipped", "skipped"]);
  const database = await host.database();
  const waiting = await database.tenant(user.organizationId, (db) =>
    db.select().from(contacts).where(eq(contacts.organizationId, user.organizationId)),
  );
  expect(waiting).toHaveLength(3);
});
