import { eq, inArray, type SQL, sql } from "drizzle-orm";
import type { HostAnswer } from "#lib/contract/contract.ts";
import { MOST_OPEN, WHAT_MAX } from "#lib/contract/task-terms.ts";
import { substitute } from "#lib/contract/tokens.ts";
import { addDays } from "#lib/time/days.ts";
import { oneLine, valuesForContact } from "#server/connections/mail/content.ts";
import type { Db } from "#server/platform/db/client.ts";
import { isId, newId } from "#server/platform/db/id.ts";
import { owned } from "#server/platform/db/owned.ts";
import { countRows } from "#server/platform/db/record.ts";
import { contacts, purchases, users } from "#server/platform/db/schema.ts";
import { automationTasks, tasks } from "#server/platform/db/schema-records.ts";
import { dueOn, isOpenTask } from "#server/platform/db/task-days.ts";
import { isoText } from "#server/platform/db/values.ts";
import { notFound } from "#server/platform/errors.ts";
import type { Rule } from "./rule.ts";

const PAGE = 50;

type Counts = { open: number; done: number; deleted: number; skipped: number };
type Row = Omit<HostAnswer<"automations.tasks">["tasks"][number], "contact" | "person"> &
  Record<"contactId" | "contactName" | "userId" | "userName", string | null>;

const STATE = sql`case when m.reason is not null then 'skipped' when t.id is null then 'deleted'
  when t.done_at is not null then 'done' else 'open' end`;

export async function madeTasksOf(db: Db, id: string, before: string | undefined) {
  const its = sql`from ${owned("automation_tasks", "m")}
    left join ${owned("tasks", "t")} on t.id = m.task_id`;
  const where = sql`where m.automation_id = ${id}::uuid`;
  const counted = await db.execute<{ state: keyof Counts; count: number }>(
    sql`select ${STATE} as state, count(*)::int as count ${its} ${where} group by 1`,
  );
  const counts = { open: 0, done: 0, deleted: 0, skipped: 0 };
  for (const { state, count } of counted.rows) counts[state] = count;
  const older = before && isId(before) ? sql`and m.id < ${before}::uuid` : sql``;
  const { rows } = await db.execute<Row>(sql`
    select m.id, t.name as what, c.id as "contactId", trim(c.first_name || ' ' || c.last_name) as "contactName",
      u.id as "userId", trim(u.first_name || ' ' || u.last_name) as "userName", ${STATE} as state, m.reason,
      ${isoText(sql`m.created_at`)} as "createdAt", ${isoText(sql`t.done_at`)} as "doneAt", t.done_by as "doneBy"
    ${its}
    left join ${owned("contacts", "c")} on c.id = coalesce(t.contact_id, m.contact_id)
    left join ${owned("users", "u")} on u.id = t.user_id
    ${where} ${older} order by m.id desc limit ${PAGE}`);
  const named = (id: string | null, name: string | null) => (id ? { id, name: name ?? "" } : null);
  const made = rows.map(({ contactId, contactName, userId, userName, ...row }) => ({
    ...row,
    contact: named(contactId, contactName),
    person: named(userId, userName),
  }));
  return { counts, tasks: made };
}

const MAX_TASKS = 200;

type Found = { where: SQL; occurrence: SQL; now: Date; day: string };

/** One task per contact and occurrence, also with concurrent hosts. The history shows how many were too many. */
export async function makeTasks(db: Db, rule: Rule, found: Found): Promise<void> {
  if (!rule.task) return;
  const open = await countRows(db, tasks, isOpenTask);
  const room = Math.max(0, Math.min(MAX_TASKS, MOST_OPEN - open));
  const claimed = await claim(db, rule, found, room);
  await insertTasks(db, rule, found, claimed);
  if (claimed.length < room) return;
  const left = await countRows(db, contacts, found.where);
  if (left === 0) return;
  const many = `${left.toLocaleString("en-US")} more contacts were found. `;
  const most = `At most ${MAX_TASKS} tasks are made at once, and ${MOST_OPEN.toLocaleString("en-US")} can be open`;
  await leaveLine(db, rule, found.now, `${many}${most}`);
}

export async function reportMissedTasks(
  db: Db,
  rule: Rule,
  { where, now, date }: { where: SQL; now: Date; date: string },
): Promise<void> {
  const missed = await countRows(db, contacts, where);
  if (missed === 0) return;
  const who = missed === 1 ? "1 contact" : `${missed.toLocaleString("en-US")} contacts`;
  await leaveLine(db, rule, now, `Missed ${who}: nothing was running on ${date}`);
}

async function leaveLine(db: Db, { id }: Rule, now: Date, reason: string): Promise<void> {
  await db.insert(automationTasks).values({
    ...{ id: newId(now.getTime() + 1), automationId: id, occurrence: now.toISOString() },
    ...{ reason, createdAt: now },
  });
}

type Claimed = { contactId: string; taskId: string };

async function claim(db: Db, rule: Rule, { where, occurrence, now }: Found, room: number) {
  if (room === 0) return [];
  const freshId = sql`overlay(gen_random_uuid()::text placing ${newId(now.getTime()).slice(0, 15)} from 1)::uuid`;
  const { rows } = await db.execute<Claimed>(sql`
    insert into ${automationTasks} (organization_id, id, automation_id, contact_id, occurrence, task_id, created_at)
    select ${rule.organizationId}::uuid, ${freshId}, ${rule.id}::uuid, ${contacts.id}, ${occurrence}, ${freshId},
      ${now.toISOString()}::timestamptz
    from ${owned(contacts)} where ${where} order by ${contacts.id} limit ${room}
    on conflict do nothing returning contact_id as "contactId", task_id as "taskId"`);
  return rows;
}

async function insertTasks(db: Db, rule: Rule, { day }: Found, claimed: Claimed[]): Promise<void> {
  const { organizationId, id: sourceId, task } = rule;
  if (!task || claimed.length === 0) return;
  const contactIds = claimed.map(({ contactId }) => contactId);
  const owners = await ownersOf(db, rule, contactIds);
  const due = dueOn(addDays(day, task.days));
  const rows = [];
  for (const { contactId, taskId } of claimed) {
    const values = await valuesForContact(db, contactId);
    rows.push({
      ...{ organizationId, id: taskId, kind: "CALL" as const },
      name: oneLine(substitute(task.what, values ?? {}), WHAT_MAX) || "Call",
      ...{ ...due, contactId, userId: owners(contactId), source: "automation" as const, sourceId },
    });
  }
  await db.insert(tasks).values(rows);
}

async function ownersOf(db: Db, { task }: Rule, contactIds: string[]) {
  if (task?.owner === "PERSON") {
    const { personId } = task;
    const isThere = personId !== null && (await isOfTeam(db, personId));
    return () => (isThere ? personId : null);
  }
  if (task?.owner !== "SELLER") return () => null;
  const sold = await db
    .selectDistinctOn([purchases.contactId], { contactId: purchases.contactId, userId: users.id })
    .from(purchases)
    .innerJoin(users, eq(users.id, purchases.soldById))
    .where(inArray(purchases.contactId, contactIds))
    .orderBy(purchases.contactId, sql`${purchases.createdAt} desc`, sql`${purchases.id} desc`);
  const sellers = new Map(sold.map(({ contactId, userId }) => [contactId, userId]));
  return (contactId: string) => sellers.get(contactId) ?? null;
}

async function isOfTeam(db: Db, id: string): Promise<boolean> {
  const is = eq(users.id, id);
  return isId(id) && (await countRows(db, users, is)) > 0;
}

export async function checkOwner(db: Db, task: Rule["task"]): Promise<void> {
  if (task?.personId && !(await isOfTeam(db, task.personId))) throw notFound();
}
