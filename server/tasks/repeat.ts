import type { Repeat } from "#lib/contract/task-terms.ts";
import { addDays, addMonths } from "#lib/time/days.ts";

/** `day` is where the last one stood; `dayOfMonth` the one that it was made for, which shorter months cut. */
type Rhythm = { repeat: Repeat; day: string; dayOfMonth: number };

const LAST_DAY = "2199-12-31";
// A store that is shut for longer has no opening day to wait for.
const MOST_SHUT = 400;

/**
 * The day of the next one: by the calendar's days alone, so clocks that change move none. It goes on from the day that was
 * planned, whenever it was done or put off to; what was missed meanwhile is not made up for, so it is never before today.
 * Null after the last day that a task can have.
 */
export function nextDay(
  { repeat, day, dayOfMonth }: Rhythm,
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
      return repeat === "DAILY" ? first : opening(first);
    }
    let at = day;
    do {
      // The 31st is kept on the last day of a shorter month, and 29 February on the 28th.
      at = repeat === "WEEKLY" ? addDays(at, 7) : addMonths(at, repeat === "MONTHLY" ? 1 : 12, dayOfMonth);
    } while (at < today);
    return at;
  }

  function opening(first: string): string {
    let at = first;
    for (let n = 0; n < MOST_SHUT; n++, at = addDays(at, 1)) if (isOpen(at)) return at;
    return first;
  }
}
