import type { TimelineEntry } from "#lib/contract/timeline.ts";
import { readDay } from "#lib/dates.ts";
import { formatter } from "#lib/time/zone.ts";

/** What stands below each other: heads, and entries with their place between two heads. */
type TimelineRow =
  | { id: string; head: string }
  | { id: string; entry: TimelineEntry; isFirst: boolean; isLast: boolean };

/** Entries below the months (by the person's calendar) that they belong to. What is `next` stands above all of them. */
export function rowsOf(next: TimelineEntry[], entries: TimelineEntry[], timezone?: string): TimelineRow[] {
  const heads = entries.map(({ at }) => monthOf(at, timezone));
  return [
    ...group("Next", next),
    ...heads.flatMap((head, i) => {
      const isFirst = head !== heads[i - 1];
      const entry = entries[i];
      if (!entry) return [];
      const row = { id: entry.id, entry, isFirst, isLast: head !== heads[i + 1] };
      return isFirst ? [{ id: `month ${head}`, head }, row] : [row];
    }),
  ];
}

function group(head: string, entries: TimelineEntry[]): TimelineRow[] {
  if (entries.length === 0) return [];
  const last = entries.length - 1;
  return [
    { id: head, head },
    ...entries.map((entry, i) => ({ id: entry.id, entry, isFirst: i === 0, isLast: i === last })),
  ];
}

/** "November 2026" */
function monthOf(at: string | null, timezone?: string): string {
  const day = readDay(at, timezone);
  if (!day) return "Without a date";
  return formatter({ year: "numeric", month: "long" }, "UTC").format(
    new Date(Date.UTC(day.year, day.month - 1, 1)),
  );
}
