import { DAY, type Place, wallAt } from "./zone.ts";

/** The date that the clocks show at an instant: "2026-11-16". */
export function dayOf(instant: number | Date, place: Place): string {
  return new Date(wallAt(instant, place)).toISOString().slice(0, 10);
}

/** Throws a RangeError outside of the years 0 to 9999, whose days are not in the order of their text. */
export function addDays(day: string, days: number): string {
  const iso = new Date(Date.parse(day) + days * DAY).toISOString();
  if (!/^\d{4}-/.test(iso)) throw new RangeError(`${iso} is in no year of four digits`);
  return iso.slice(0, 10);
}

/** Days from one to the other. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY;
}
