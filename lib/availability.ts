/** A week of opening hours: 7 days, Sunday first, of 24 hours each, by the store's clock. */
export type Week = boolean[][];

/** One of its hours. */
export type Hour = { day: number; hour: number };

export const dayNames = [
  "Sunday",
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
] as const;

export const HOURS = 24;

export function weekOf(isOpen: (day: number, hour: number) => boolean): Week {
  return dayNames.map((_, day) => Array.from({ length: HOURS }, (_, hour) => isOpen(day, hour)));
}

export const closedWeek = weekOf(() => false);

/** The week with some hours set; the same week where nothing changes. */
export function painted(week: Week, isPart: (day: number, hour: number) => boolean, value: boolean): Week {
  const next = weekOf((day, hour) => (isPart(day, hour) ? value : isOpenAt(week, day, hour)));
  return sameWeek(week, next) ? week : next;
}

export function isOpenAt(week: Week, day: number, hour: number): boolean {
  return week[day]?.[hour] ?? false;
}

/** The hours on the straight way from one to another, without the first and with the last. */
export function between(from: Hour, to: Hour): Hour[] {
  const steps = Math.max(Math.abs(to.day - from.day), Math.abs(to.hour - from.hour));
  return Array.from({ length: steps }, (_, index) => {
    const part = (index + 1) / steps;
    const along = (a: number, b: number) => Math.round(a + (b - a) * part);
    return { day: along(from.day, to.day), hour: along(from.hour, to.hour) };
  });
}

export function sameWeek(a: Week, b: Week): boolean {
  return a.every((hours, day) => hours.every((open, hour) => open === isOpenAt(b, day, hour)));
}

export const presets = {
  "Weekdays 9–5": () => weekOf((day, hour) => day > 0 && day < 6 && hour >= 9 && hour < 17),
  "Copy Monday to weekdays": (week: Week) =>
    weekOf((day, hour) => isOpenAt(week, day > 1 && day < 6 ? 1 : day, hour)),
  Clear: () => closedWeek,
} satisfies Record<string, (week: Week) => Week>;

export function hoursPerWeek(week: Week): number {
  return week.flat().filter(Boolean).length;
}

/** "9 AM – 12 PM, 1 – 5 PM"; "Closed". */
export function inWords(hours: boolean[]): string {
  const runs: [start: number, end: number][] = [];
  hours.forEach((open, hour) => {
    const last = runs.at(-1);
    if (!open) return;
    if (last?.[1] === hour) last[1] = hour + 1;
    else runs.push([hour, hour + 1]);
  });
  if (runs.length === 0) return "Closed";
  return runs.map(([start, end]) => (end - start === HOURS ? "All day" : span(start, end))).join(", ");
}

function span(start: number, end: number): string {
  const same = half(start) === half(end) && end < HOURS;
  return `${same ? twelve(start) : hourName(start)} – ${hourName(end)}`;
}

/** "9 AM", "12 PM"; "12 AM" at both ends of the day. */
export function hourName(hour: number): string {
  return `${twelve(hour)} ${half(hour)}`;
}

/** 0 → 12, 13 → 1. */
export function twelve(hour: number): number {
  return hour % 12 || 12;
}

export function half(hour: number): "AM" | "PM" {
  return hour % HOURS < 12 ? "AM" : "PM";
}
