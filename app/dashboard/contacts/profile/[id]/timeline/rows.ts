import type { Task } from "#lib/contract/tasks.ts";
import type { TimelineEntry } from "#lib/contract/timeline.ts";
import { readDay } from "#lib/dates.ts";
import { dayOf } from "#lib/time/days.ts";
import { formatter } from "#lib/time/zone.ts";

type TimelineRow =
  | { id: string; head: string }
  | { id: string; entry: TimelineEntry; isFirst: boolean; isLast: boolean }
  | { id: string; task: Task; isFirst: boolean; isLast: boolean };

type Next = { entries: TimelineEntry[]; tasks: Task[] };

/** By month in the person's time zone, `next` first. */
export function rowsOf(next: Next, entries: TimelineEntry[], timezone?: string): TimelineRow[] {
  const heads = entries.map(({ at }) => monthOf(at, timezone));
  return [
    ...nextRows(next, timezone),
    ...heads.flatMap((head, i) => {
      const isFirst = head !== heads[i - 1];
      const entry = entries[i];
      if (!entry) return [];
      const row = { id: entry.id, entry, isFirst, isLast: head !== heads[i + 1] };
      return isFirst ? [{ id: `month ${head}`, head }, row] : [row];
    }),
  ];
}

function nextRows({ entries, tasks }: Next, timezone?: string): TimelineRow[] {
  const all = [
    ...entries.map((entry) => ({
      by: `${dayOf(Date.parse(entry.at ?? ""), timezone ?? "UTC")} ${entry.at}`,
      entry,
    })),
    ...tasks.map((task) => ({ by: `${task.dueDay} z${task.dueTime ?? ""}`, task })),
  ].toSorted((a, b) => (a.by < b.by ? -1 : 1));
  if (all.length === 0) return [];
  return [
    { id: "Next", head: "Next" },
    ...all.map(({ by: _, ...one }, i) => {
      const id = "task" in one ? one.task.id : one.entry.id;
      return { id, ...one, isFirst: i === 0, isLast: i === all.length - 1 };
    }),
  ];
}

function monthOf(at: string | null, timezone?: string): string {
  const day = readDay(at, timezone);
  if (!day) return "Without a date";
  return formatter({ year: "numeric", month: "long" }, "UTC").format(
    new Date(Date.UTC(day.year, day.month - 1, 1)),
  );
}
