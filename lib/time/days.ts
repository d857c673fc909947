import { DAY, type Place, wallAt } from "./zone.ts";

export function dayOf(instant: number | Date, place: Place): string {
  return new Date(wallAt(instant, place)).toISOString().slice(0, 10);
}

/** Throws a RangeError outside the years 0 to 9999, whose dates don't sort as text. */
export function addDays(day: string, days: number): string {
  return isoDay(Date.parse(day) + days * DAY);
}

/** `dayOfMonth`, or the last day of a shorter month. Throws like addDays. */
export function addMonths(day: string, months: number, dayOfMonth = Number(day.slice(8))): string {
  const first = (later: number) =>
    new Date(`${day.slice(0, 7)}-01`).setUTCMonth(Number(day.slice(5, 7)) - 1 + later);
  const last = first(months + 1) - DAY;
  return isoDay(Math.min(first(months) + (dayOfMonth - 1) * DAY, last));
}

function isoDay(wall: number): string {
  const iso = new Date(wall).toISOString();
  if (!/^\d{4}-/.test(iso)) throw new RangeError(`${iso} is in no year of four digits`);
  return iso.slice(0, 10);
}

export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY;
}
