import type { Period } from "#lib/contract/segment-parts.ts";
import { addDays, addMonths } from "#lib/time/days.ts";

/** Days are the organization's. */
export type Moment = { organizationId: string; timezone: string; now: Date };

/** Undefined at an open end. */
export function daysOf(
  period: Period,
  today: string,
): { from?: string | undefined; to?: string | undefined } {
  if ("last" in period) return { from: moved(today, -period.last.count, period.last.unit), to: today };
  if ("next" in period) return { from: today, to: moved(today, period.next.count, period.next.unit) };
  return period;
}

type Unit = Extract<Period, { last: unknown }>["last"]["unit"];

function moved(day: string, count: number, unit: Unit): string {
  switch (unit) {
    case "days":
      return addDays(day, count);
    case "weeks":
      return addDays(day, 7 * count);
    case "months":
      return addMonths(day, count);
    case "years":
      // Not before year 1.
      return addMonths(day, 12 * Math.max(count, 1 - Number(day.slice(0, 4))));
  }
}
