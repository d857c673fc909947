import type { Slots } from "#lib/contract/bookings.ts";

export type Time = { startsAt: string; label: string };
export type VisitorDay = { day: string; label: string; times: Time[]; reason: string };

const REASONS: Record<string, string> = {
  closed: "Closed",
  full: "Fully booked",
  past: "No more times today",
  beyond: "Too far ahead",
};

/**
 * The store's days with free times as days of the visitor's calendar: a morning in New York is a night in Tokyo. A day
 * without any says why, unless it has times of the store's day before or after it.
 */
export function visitorDays(days: Slots["days"], timezone: string): VisitorDay[] {
  const found = new Map<string, VisitorDay>();
  const dayAt = (day: string) => {
    const known = found.get(day) ?? { day, label: dayLabel(day), times: [], reason: "" };
    found.set(day, known);
    return known;
  };
  for (const { day, state, slots } of days) {
    if (slots.length === 0) dayAt(day).reason = REASONS[state] ?? "No free times";
    for (const startsAt of slots) {
      dayAt(dayIn(timezone, startsAt)).times.push({ startsAt, label: timeIn(timezone, startsAt) });
    }
  }
  return [...found.values()]
    .sort((a, b) => (a.day < b.day ? -1 : 1))
    .map((day) => ({ ...day, times: told(day.times, timezone) }));
}

/** In autumn 1:30 comes twice: then both say which one they are. */
function told(times: Time[], timezone: string): Time[] {
  return times.map((time) => {
    const isTwice = times.filter(({ label }) => label === time.label).length > 1;
    return isTwice ? { ...time, label: `${time.label} ${zoneIn(timezone, time.startsAt)}` } : time;
  });
}

/** "Tuesday, November 24, 10:00 AM EST" */
export function momentIn(timezone: string, startsAt: string): string {
  const date = format(timezone, { weekday: "long", month: "long", day: "numeric" }, startsAt);
  return `${date}, ${timeIn(timezone, startsAt)} ${zoneIn(timezone, startsAt)}`;
}

function dayIn(timezone: string, startsAt: string): string {
  return new Intl.DateTimeFormat("en-CA", {
    timeZone: timezone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).format(new Date(startsAt));
}

function dayLabel(day: string): string {
  return format("UTC", { weekday: "long", month: "long", day: "numeric" }, `${day}T12:00:00Z`);
}

function timeIn(timezone: string, startsAt: string): string {
  return format(timezone, { hour: "numeric", minute: "2-digit" }, startsAt);
}

function zoneIn(timezone: string, startsAt: string): string {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone: timezone,
    timeZoneName: "short",
  }).formatToParts(new Date(startsAt));
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
}

function format(timeZone: string, options: Intl.DateTimeFormatOptions, moment: string): string {
  // Which space stands before AM differs between browsers, and the server's would not match.
  return new Intl.DateTimeFormat("en-US", { ...options, timeZone })
    .format(new Date(moment))
    .replace(/\s/g, " ");
}

/** The store's day, some days later. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);
}
