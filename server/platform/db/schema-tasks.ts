import { sql } from "drizzle-orm";
import { date, index, smallint, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { Repeat, StoredKind, TaskSource } from "#lib/contract/task-terms.ts";
import { createdBy, instant, times, version } from "./columns.ts";
import { records } from "./schema.ts";

/**
 * Without `userId`, for everyone. Days are the store's. `plannedDay` and `repeatDay` (before a short month
 * shortened it) give the next repetition, even if `dueDay` was postponed. `sourceId` is a note, automation or
 * booking. A booking's row only records that its appointment was ticked off.
 */
export const tasks = records(
  "tasks",
  {
    kind: text("kind").$type<StoredKind>().notNull().default("TASK"),
    name: text("name").notNull(),
    detail: text("detail"),
    userId: uuid("user_id"),
    contactId: uuid("contact_id"),
    dueDay: date("due_day", { mode: "string" }).notNull(),
    dueTime: text("due_time"),
    repeat: text("repeat").$type<Repeat>().notNull().default("NONE"),
    plannedDay: date("planned_day", { mode: "string" }).notNull(),
    repeatDay: smallint("repeat_day").notNull(),
    nextId: uuid("next_id"),
    source: text("source").$type<TaskSource>().notNull().default("person"),
    sourceId: uuid("source_id"),
    doneAt: instant("done_at"),
    doneBy: text("done_by"),
    createdBy: createdBy(),
    ...version(),
    ...times(),
  },
  {
    whose: "contact",
    exported: true,
    kind: "task",
    quiet: ["nextId", "plannedDay", "repeatDay"],
    references: { userId: ["users", "set null"], contactId: ["contacts", "cascade"] },
  },
  (table) => [
    index("tasks_open")
      .on(table.organizationId, table.dueDay, table.id)
      .where(sql`done_at is null and kind in ('TASK', 'CALL')`),
    index("tasks_done").on(table.organizationId, table.doneAt, table.id).where(sql`done_at is not null`),
    index("tasks_contact").on(table.organizationId, table.contactId, table.dueDay),
    index("tasks_user").on(table.organizationId, table.userId),
    index("tasks_ticked")
      .on(table.organizationId, table.dueDay, table.kind)
      .where(sql`kind in ('birthday', 'anniversary', 'appointment')`),
  ],
);

/**
 * Tasks that an automation has created, one per contact and `occurrence`. No foreign keys, so a restored
 * contact doesn't get the task again. Rows without a contact say why none was created.
 */
export const automationTasks = records(
  "automation_tasks",
  {
    automationId: uuid("automation_id").notNull(),
    contactId: uuid("contact_id"),
    occurrence: text("occurrence").notNull(),
    taskId: uuid("task_id"),
    reason: text("reason"),
    createdAt: instant("created_at").notNull(),
  },
  {
    whose: "contact",
    exported: "Marks of created tasks, which are exported",
    notInOwnExport: "Marks of created tasks, which are included",
    references: { contactId: ["contacts", null] },
  },
  (table) => [
    uniqueIndex("automation_tasks_once").on(
      table.organizationId,
      table.automationId,
      table.contactId,
      table.occurrence,
    ),
    index("automation_tasks_history").on(table.organizationId, table.automationId, table.id),
  ],
);
