import type { Slots } from "#lib/contract/bookings.ts";
import { dayOf } from "#lib/time/days.ts";
import { clockText, dayText, zoneName } from "./words.ts";

export type Time = { startsAt: string; label: string };
export type SlotDay = { day: string; label: string; times: Time[]; reason: string; isFull: boolean };

const REASONS: Record<string, string> = {
  closed: "Closed",
  short: "Not open long enough",
  full: "Fully booked",
  past: "No more times today",
  beyond: "Too far ahead",
};

/** By the reader's days, which may differ from the store's. Days without times have a reason. */
export function slotDays(days: Slots["days"], timezone: string): SlotDay[] {
  const found = new Map<string, SlotDay>();
  const dayAt = (day: string) => {
    const known = found.get(day) ?? { day, label: dayText(day), times: [], reason: "", isFull: false };
    found.set(day, known);
    return known;
  };
  for (const { day, state, slots } of days) {
    const own = dayAt(day);
    own.reason = REASONS[state] ?? "No free times";
    own.isFull = state === "full";
    for (const startsAt of slots) {
      const instant = Date.parse(startsAt);
      dayAt(dayOf(instant, timezone)).times.push({ startsAt, label: clockText(instant, timezone) });
    }
  }
  return [...found.values()]
    .sort((a, b) => (a.day < b.day ? -1 : 1))
    .map((day) => ({ ...day, times: withZones(day.times, timezone) }));
}

const DAYS_OFFERED = 3;

export function nextFree(days: Slots["days"], timezone: string, from: string): SlotDay[] {
  return slotDays(days, timezone)
    .filter(({ day, times }) => day >= from && times.length > 0)
    .slice(0, DAYS_OFFERED)
    .map((day) => ({ ...day, times: spread(day.times) }));
}

function spread(times: Time[]): Time[] {
  const third = Math.max(1, Math.floor(times.length / 3));
  return [0, third, 2 * third].flatMap((at) => times[at] ?? []);
}

/** In autumn 1:30 comes twice; both then show their zone. */
function withZones(times: Time[], timezone: string): Time[] {
  return times.map((time) => {
    const isTwice = times.filter(({ label }) => label === time.label).length > 1;
    return isTwice
      ? { ...time, label: `${time.label} ${zoneName(Date.parse(time.startsAt), timezone)}` }
      : time;
  });
}

/** "Tuesday, November 24, 10:00 AM EST" */
export function momentIn(timezone: string, startsAt: string): string {
  const instant = Date.parse(startsAt);
  if (Number.isNaN(instant)) return "";
  const date = dayText(dayOf(instant, timezone));
  return `${date}, ${clockText(instant, timezone)} ${zoneName(instant, timezone)}`;
}
