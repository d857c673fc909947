import type { tasks } from "./schema-records.ts";

type Days = Pick<typeof tasks.$inferInsert, "dueDay" | "plannedDay" | "repeatDay">;

export function dueOn(day: string): Days {
  return { dueDay: day, plannedDay: day, repeatDay: Number(day.slice(8)) };
}
