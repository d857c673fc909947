import { READY_LONG_DAYS, type RepairState } from "./contract/repair-terms.ts";
import type { RepairRow } from "./contract/repairs.ts";
import { formatDay, formatWeekday, readDay } from "./dates.ts";
import { dayOf, daysBetween } from "./time/days.ts";

type Promised = { state: RepairState; stateAt: string | null; promisedDay: string };

/** "2 days late", "Today", "Fri, Nov 27", and for a ready piece the days since: "34 days". */
export function promiseWords(
  { state, stateAt, promisedDay }: Promised,
  timezone?: string,
): { text: string; isLate: boolean } {
  const now = dayOf(Date.now(), timezone);
  if (state === "READY" && stateAt) {
    const days = daysBetween(dayOf(new Date(stateAt), timezone), now);
    return { text: days < 1 ? "Ready today" : dayCount(days), isLate: days > READY_LONG_DAYS };
  }
  const left = daysBetween(now, promisedDay);
  if (left < 0 && state !== "HANDED_OVER" && state !== "RETURNED")
    return { text: `${dayCount(-left)} late`, isLate: true };
  return { text: nearDay(promisedDay, left), isLate: false };
}

/** "Fri, Nov 27" */
export function dayWords(written: string): string {
  const day = readDay(written);
  return day ? `${formatWeekday(day)}, ${formatDay(day, { short: true })}` : "";
}

function dayCount(days: number): string {
  return days === 1 ? "1 day" : `${days} days`;
}

function nearDay(written: string, left: number): string {
  if (left === 0) return "Today";
  if (left === 1) return "Tomorrow";
  const day = readDay(written);
  if (!day) return "";
  const text = formatDay(day, { short: true });
  return left > 1 && left < 7 ? `${formatWeekday(day)}, ${text}` : text;
}

/** Whether the customer approved at least this total. */
export function isApproved({ approved, total }: Pick<RepairRow, "approved" | "total">): boolean {
  return approved !== null && Number(approved.total) >= Number(total);
}
