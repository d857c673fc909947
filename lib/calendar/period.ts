import { addDays, addMonths } from "#lib/time/days.ts";
import { type CalendarDay, calendarDay } from "./days.ts";

export const views = ["day", "week", "month"] as const;
export type View = (typeof views)[number];

/** ?week=2026-11-16, ?day=, ?month=. No date means today. */
export type Place = { view: View; date: string | null };

/** `month` is in the header ("2026-11"); the host is asked for `from` to `to`. */
export type Period = {
  view: View;
  date: string;
  month: string;
  days: CalendarDay[];
  from: string;
  to: string;
};

export function readPlace(params: URLSearchParams): Place {
  const view = views.find((candidate) => params.has(candidate)) ?? "week";
  const date = params.get(view) ?? "";
  return { view, date: isDay(date) ? date : null };
}

export function periodOf({ view, date }: Place, timezone: string, today: string, weekStart = 0): Period {
  const anchor = date ?? today;
  const days = datesOf(view, anchor, weekStart).map((day) => calendarDay(day, timezone));
  return {
    view,
    date: anchor,
    month: monthOf(view, anchor, today, weekStart),
    days,
    from: new Date(days[0]?.start ?? 0).toISOString(),
    to: new Date(days.at(-1)?.end ?? 0).toISOString(),
  };
}

export function move({ view, date }: { view: View; date: string }, by: 1 | -1): Place {
  if (view !== "month") return { view, date: addDays(date, view === "week" ? 7 * by : by) };
  return { view, date: addMonths(date, by) };
}

export function isOutside({ view, month }: Period, date: string): boolean {
  return view === "month" && !date.startsWith(month);
}

function datesOf(view: View, date: string, weekStart: number): string[] {
  if (view === "day") return [date];
  const first = firstOfWeek(view === "month" ? `${date.slice(0, 7)}-01` : date, weekStart);
  return Array.from({ length: view === "month" ? 42 : 7 }, (_, index) => addDays(first, index));
}

/** Today's month if the week touches it, else the month with most of its days. */
function monthOf(view: View, date: string, today: string, weekStart: number): string {
  if (view !== "week") return date.slice(0, 7);
  const first = firstOfWeek(date, weekStart);
  return (firstOfWeek(today, weekStart) === first ? today : addDays(first, 3)).slice(0, 7);
}

function firstOfWeek(date: string, weekStart: number): string {
  return addDays(date, -((new Date(date).getUTCDay() - weekStart + 7) % 7));
}

// The host needs four-digit years, also just before and after the period.
function isDay(date: string): boolean {
  return /^[1-8]\d{3}-\d{2}-\d{2}$/.test(date) && isoDate(...numbersOf(date)) === date;
}

function numbersOf(date: string): [year: number, month: number, day: number] {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  return [year, month, day];
}

function isoDate(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}
