import { and, isNull, sql } from "drizzle-orm";
import { tasks } from "./schema-records.ts";

export const isOpenTask = and(isNull(tasks.doneAt), sql`${tasks.kind} in ('TASK', 'CALL')`);

type Days = Pick<typeof tasks.$inferInsert, "dueDay" | "plannedDay" | "repeatDay">;

export function dueOn(day: string): Days {
  return { dueDay: day, plannedDay: day, repeatDay: Number(day.slice(8)) };
}
