import type { Repeat } from "#lib/contract/task-terms.ts";
import type { Task } from "#lib/contract/tasks.ts";
import { formatClock, formatDay, formatWeekdayAndDay, readDay } from "./dates.ts";
import { plural } from "./text.ts";
import { daysBetween } from "./time/days.ts";

export const repeatWords: Record<Repeat, string> = {
  NONE: "Never",
  DAILY: "Every day",
  WORKDAY: "Every day the store is open",
  WEEKLY: "Every week",
  MONTHLY: "Every month",
  YEARLY: "Every year",
};

/** "1 day late", "2:30 PM", "Today", "Mon, Nov 23" */
export function dueWords({ dueDay, dueTime, doneAt }: Task, today: string): { text: string; late: boolean } {
  const late = doneAt ? 0 : daysBetween(dueDay, today);
  if (late > 0) return { text: `${plural(late, "day")} late`, late: true };
  if (dueDay > today) return { text: formatWeekdayAndDay(dueDay), late: false };
  return { text: dueTime ? formatClock(dueTime) : "Today", late: false };
}

/** The second line. `me`: the user, whose name is omitted. */
export function taskLine(task: Task, { me, timezone }: { me: string | undefined; timezone?: string }) {
  const { detail, contact, source, repeat, person, doneBy } = task;
  const written = source?.kind === "note" ? formatDay(readDay(source.at, timezone), { short: true }) : "";
  const whose = person && person.id !== me ? `for ${person.name}` : !person && "for everyone";
  const parts = [
    detail,
    contact?.name && task.kind === "TASK" && `About ${contact.name}`,
    written && `from the note of ${written}`,
    source?.kind === "automation" && `automation “${source.name}”`,
    repeat !== "NONE" && repeatWords[repeat],
    whose,
    doneBy && `done by ${doneBy}`,
  ].filter((part) => typeof part === "string" && part !== "");
  return parts.join(" · ");
}
