/** 24 hours, or 96 quarters of an hour, in the store's time zone. */
export type DayHours = boolean[];

export type Week = DayHours[];

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
const QUARTERS = 4;

export function weekOf(isOpen: (day: number, hour: number) => boolean): Week {
  return dayNames.map((_, day) => Array.from({ length: HOURS }, (_, hour) => isOpen(day, hour)));
}

export const closedWeek = weekOf(() => false);

/** The same object if nothing changes. */
export function paintHours(week: Week, isPart: (day: number, hour: number) => boolean, value: boolean): Week {
  const next = dayNames.map((_, day) =>
    hoursOf(quartersOf(week[day]).map((open, at) => (isPart(day, Math.floor(at / QUARTERS)) ? value : open))),
  );
  return sameWeek(week, next) ? week : next;
}

export function withDay(week: Week, day: number, hours: DayHours): Week {
  return dayNames.map((_, each) => (each === day ? hours : (week[each] ?? hoursOf([]))));
}

export function isOpenAt(week: Week, day: number, hour: number): boolean {
  return quartersInHour(week, day, hour).every(Boolean);
}

export function quartersInHour(week: Week, day: number, hour: number): boolean[] {
  return quartersOf(week[day]).slice(hour * QUARTERS, (hour + 1) * QUARTERS);
}

function quartersOf(hours: DayHours = []): DayHours {
  return Array.from(
    { length: HOURS * QUARTERS },
    (_, at) => hours[Math.floor((at * hours.length) / (HOURS * QUARTERS))] ?? false,
  );
}

export function hoursOf(quarters: DayHours): DayHours {
  const whole = Array.from({ length: HOURS }, (_, hour) => quarters[hour * QUARTERS] ?? false);
  return quarters.every((open, at) => open === whole[Math.floor(at / QUARTERS)]) ? whole : quarters;
}

/** An hour counts as open if part of it is. */
export function inHours(week: Week): Week {
  return weekOf((day, hour) => quartersInHour(week, day, hour).some(Boolean));
}

export function between(from: Hour, to: Hour): Hour[] {
  const steps = Math.max(Math.abs(to.day - from.day), Math.abs(to.hour - from.hour));
  return Array.from({ length: steps }, (_, index) => {
    const part = (index + 1) / steps;
    const along = (a: number, b: number) => Math.round(a + (b - a) * part);
    return { day: along(from.day, to.day), hour: along(from.hour, to.hour) };
  });
}

export function sameWeek(a: Week, b: Week): boolean {
  return dayNames.every((_, day) => sameHours(a[day], b[day]));
}

export function sameHours(a: DayHours | undefined, b: DayHours | undefined): boolean {
  const others = quartersOf(b);
  return quartersOf(a).every((open, at) => open === others[at]);
}

export const presets = {
  "Weekdays 9–5": () => weekOf((day, hour) => day > 0 && day < 6 && hour >= 9 && hour < 17),
  "Copy Monday to weekdays": (week: Week) =>
    dayNames.map((_, day) => week[day > 1 && day < 6 ? 1 : day] ?? hoursOf([])),
  Clear: () => closedWeek,
} satisfies Record<string, (week: Week) => Week>;

export function hoursPerWeek(week: Week): number {
  return week.flatMap(quartersOf).filter(Boolean).length / QUARTERS;
}

type Run = [start: number, end: number];

export function runsOf(hours: DayHours): Run[] {
  const runs: Run[] = [];
  quartersOf(hours).forEach((open, at) => {
    const last = runs.at(-1);
    if (!open) return;
    if (last?.[1] === at) last[1] = at + 1;
    else runs.push([at, at + 1]);
  });
  return runs;
}

/** "9 AM – 12 PM, 1 – 5:30 PM"; "Closed" */
export function inWords(hours: DayHours): string {
  const runs = runsOf(hours);
  if (runs.length === 0) return "Closed";
  return runs
    .map(([start, end]) => (end - start === HOURS * QUARTERS ? "All day" : span(start, end)))
    .join(", ");
}

/** "Mon – Wed, Fri 9 AM – 5 PM · Thu 9 AM – 7 PM · Sat, Sun Closed", Monday first. */
export function weekInWords(week: Week): string {
  const groups = new Map<string, number[]>();
  for (const at of [0, 1, 2, 3, 4, 5, 6]) {
    const words = inWords(week[(at + 1) % 7] ?? []);
    groups.set(words, [...(groups.get(words) ?? []), at]);
  }
  return [...groups].map(([words, days]) => `${daysInWords(days)} ${words}`).join(" · ");
}

function daysInWords(days: number[]): string {
  const name = (at: number | undefined) => dayNames[((at ?? 0) + 1) % 7]?.slice(0, 3);
  const runs: number[][] = [];
  for (const at of days) {
    const last = runs.at(-1);
    if (last?.at(-1) === at - 1) last.push(at);
    else runs.push([at]);
  }
  return runs
    .map((run) => (run.length > 2 ? `${name(run[0])} – ${name(run.at(-1))}` : run.map(name).join(", ")))
    .join(", ");
}

function span(start: number, end: number): string {
  const same = half(start / QUARTERS) === half(end / QUARTERS) && end < HOURS * QUARTERS;
  return `${same ? quarterTime(start) : quarterName(start)} – ${quarterName(end)}`;
}

export function quarterName(at: number): string {
  return `${quarterTime(at)} ${half(at / QUARTERS)}`;
}

export function quarterTime(at: number): string {
  const minutes = (at % QUARTERS) * 15;
  return `${twelve(Math.floor(at / QUARTERS))}${minutes > 0 ? `:${minutes}` : ""}`;
}

/** "12 AM" at both ends of the day. */
export function hourName(hour: number): string {
  return `${twelve(hour)} ${half(hour)}`;
}

export function twelve(hour: number): number {
  return hour % 12 || 12;
}

export function half(hour: number): "AM" | "PM" {
  return hour % HOURS < 12 ? "AM" : "PM";
}
