import type { Day } from "./dates.ts";

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const WEEKDAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const NEAR: Record<string, number> = { today: 0, yesterday: -1, tomorrow: 1 };

/**
 * The day that a person means by "11/20/2026", "2026-11-20", "Nov 20", "20 nov 2026", "yesterday" or "fri" (the last
 * one, today included). Without a year it is this year. Null if it means no day that exists.
 */
export function parseDay(text: string, today: Day): Day | null {
  const input = text.trim().toLowerCase().replace(/,/g, " ").replace(/\s+/g, " ");
  const near = NEAR[input];
  if (near !== undefined) return shift(today, near);

  const weekday = WEEKDAYS.indexOf(input.slice(0, 3));
  if (weekday >= 0 && /^[a-z]{3,9}$/.test(input)) {
    const now = new Date(Date.UTC(today.year, today.month - 1, today.day)).getUTCDay();
    return shift(today, -((now - weekday + 7) % 7));
  }

  let match = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(input);
  if (match) return real(match[1], match[2], match[3]);
  match = /^(\d{1,2})[/.-](\d{1,2})(?:[/.-](\d{4}|\d{2}))?$/.exec(input);
  if (match) return real(century(match[3], today), match[1], match[2]);
  match = /^([a-z]{3,9})\.? (\d{1,2})(?: (\d{4}))?$/.exec(input);
  if (match) return real(match[3] ?? today.year, month(match[1]), match[2]);
  match = /^(\d{1,2}) ([a-z]{3,9})\.?(?: (\d{4}))?$/.exec(input);
  if (match) return real(match[3] ?? today.year, month(match[2]), match[1]);
  return null;
}

/** "03/14/1968", as the text box shows a day. */
export function typedDay({ year, month, day }: Day): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${two(month)}/${two(day)}/${String(year).padStart(4, "0")}`;
}

function month(name = ""): number {
  return MONTHS.indexOf(name.slice(0, 3)) + 1;
}

// "68" is 1968 and "26" is 2026: two digits reach ten years ahead.
function century(year: string | undefined, today: Day): number {
  if (year === undefined) return today.year;
  if (year.length === 4) return Number(year);
  const guess = Math.floor(today.year / 100) * 100 + Number(year);
  return guess > today.year + 10 ? guess - 100 : guess;
}

function real(year: unknown, month: unknown, day: unknown): Day | null {
  const found = { year: Number(year), month: Number(month), day: Number(day) };
  const date = new Date(Date.UTC(2000, found.month - 1, found.day));
  date.setUTCFullYear(found.year, found.month - 1, found.day);
  const exists = date.getUTCMonth() + 1 === found.month && date.getUTCDate() === found.day;
  return exists && found.year > 0 ? found : null;
}

function shift({ year, month, day }: Day, days: number): Day {
  const date = new Date(Date.UTC(year, month - 1, day + days));
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}
