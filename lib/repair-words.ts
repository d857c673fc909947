import { doneStates, noticeWords, READY_LONG_DAYS, type RepairState } from "./contract/repair-terms.ts";
import type { Repair, RepairRow } from "./contract/repairs.ts";
import { formatDay, formatTime, formatWeekdayAndDay, readDay } from "./dates.ts";
import { dayOf, daysBetween } from "./time/days.ts";
import { formatter } from "./time/zone.ts";

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

/** "in 4 days". Done repairs have no days left. */
export function daysLeft({ state, promisedDay }: Promised, timezone?: string) {
  const left = daysBetween(dayOf(Date.now(), timezone), promisedDay);
  if (doneStates.includes(state)) return { text: "", isLate: false };
  if (left < 0)
    return { text: state === "READY" ? "" : `${dayCount(-left)} late`, isLate: state !== "READY" };
  return { text: left === 0 ? "today" : left === 1 ? "tomorrow" : `in ${dayCount(left)}`, isLate: false };
}

export function isToday(at: string | null, timezone?: string): boolean {
  return at !== null && dayOf(new Date(at), timezone) === dayOf(Date.now(), timezone);
}

/** "Nov 21", and with the time if it is today. */
export function stepDay(at: string | null, timezone?: string): string {
  const day = readDay(at, timezone);
  if (!at || !day) return "";
  return isToday(at, timezone)
    ? `Today, ${formatTime(at, timezone)}`
    : formatDay(day, { short: true, timezone });
}

/** Older deposits have no time of their own. */
export function depositDay({ depositAt, createdAt }: Repair, timezone?: string): string {
  return formatDay(readDay(depositAt ?? createdAt, timezone), { short: true, timezone });
}

/** "Today", "Yesterday", "Saturday, November 21" */
export function dayHead(day: string, timezone?: string): string {
  const ago = daysBetween(day, dayOf(Date.now(), timezone));
  if (ago === 0) return "Today";
  if (ago === 1) return "Yesterday";
  const year = ago > 180 ? "numeric" : undefined;
  return formatter({ weekday: "long", month: "long", day: "numeric", year }, "UTC").format(Date.parse(day));
}

/** "Texted today by Lena" */
export function noticeText({ how, at, by }: NonNullable<RepairRow["notified"]>, timezone?: string): string {
  const isToday = at !== null && dayOf(new Date(at), timezone) === dayOf(Date.now(), timezone);
  const day = isToday ? "today" : formatDay(readDay(at, timezone), { short: true });
  return `${noticeWords[how]} ${day} by ${by.split(" ")[0]}`;
}

function dayCount(days: number): string {
  return days === 1 ? "1 day" : `${days} days`;
}

function nearDay(written: string, left: number): string {
  if (left === 0) return "Today";
  if (left === 1) return "Tomorrow";
  return left > 1 && left < 7 ? formatWeekdayAndDay(written) : formatDay(readDay(written), { short: true });
}

/** Whether the customer approved at least this total. A price that isn't known yet is never approved. */
export function isApproved(repair: Pick<RepairRow, "approved" | "total" | "estimate">): boolean {
  const { approved, total, estimate } = repair;
  return approved !== null && estimate !== "AFTER_LOOK" && Number(approved.total) >= Number(total);
}
