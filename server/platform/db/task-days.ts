import { and, isNull, sql } from "drizzle-orm";
import { MOST_OPEN } from "#lib/contract/task-terms.ts";
import { HttpError } from "#server/platform/errors.ts";
import type { Db } from "./client.ts";
import { countRows } from "./record.ts";
import { tasks } from "./schema-records.ts";

export const isOpenTask = and(isNull(tasks.doneAt), sql`${tasks.kind} in ('TASK', 'CALL')`);

export async function checkOpenTasks(db: Db, more = 1): Promise<void> {
  if ((await countRows(db, tasks, isOpenTask)) + more > MOST_OPEN)
    throw new HttpError(422, `You already have ${MOST_OPEN} open tasks. Finish or delete some first.`);
}

type Days = Pick<typeof tasks.$inferInsert, "dueDay" | "plannedDay" | "repeatDay">;

export function dueOn(day: string): Days {
  return { dueDay: day, plannedDay: day, repeatDay: Number(day.slice(8)) };
}
