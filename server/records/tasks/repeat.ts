import type { Repeat } from "#lib/contract/task-terms.ts";
import { addDays, addMonths } from "#lib/time/days.ts";

/** `day` is the last planned day. `dayOfMonth` is the original one, which short months cut. */
type Recurrence = { repeat: Repeat; day: string; dayOfMonth: number };

const LAST_DAY = "2199-12-31";
// A store that is closed for longer gets the next calendar day.
const MAX_CLOSED_DAYS = 400;

/**
 * Counts from the planned day, regardless of when the task was done or postponed. Skips missed days, so the
 * result is never before today. Null after the last possible day.
 */
export function nextDay(
  { repeat, day, dayOfMonth }: Recurrence,
  today: string,
  isOpen: (day: string) => boolean,
): string | null {
  const next = step();
  return next !== null && next <= LAST_DAY ? next : null;

  function step(): string | null {
    if (repeat === "NONE" || day >= LAST_DAY) return null;
    if (repeat === "DAILY" || repeat === "WORKDAY") {
      const tomorrow = addDays(day, 1);
      const first = tomorrow < today ? today : tomorrow;
      return repeat === "DAILY" ? first : nextOpenDay(first);
    }
    let at = day;
    do {
      // The 31st becomes the last day of a short month.
      at = repeat === "WEEKLY" ? addDays(at, 7) : addMonths(at, repeat === "MONTHLY" ? 1 : 12, dayOfMonth);
    } while (at < today);
    return at;
  }

  function nextOpenDay(first: string): string {
    let at = first;
    for (let n = 0; n < MAX_CLOSED_DAYS; n++, at = addDays(at, 1)) if (isOpen(at)) return at;
    return first;
  }
}
