import type { Period } from "#lib/contract/segment-parts.ts";
import { type NamedPeriod, namedPeriods, type PeriodUnit } from "#lib/contract/segment-terms.ts";
import { parseDay } from "#lib/date-input.ts";
import { type Day, isoDay } from "#lib/dates.ts";
import { addDays, addMonths } from "#lib/time/days.ts";

type TypedPeriod = { period: Period; not?: true | undefined };

const MOST = 3650;

/** Reads "last year", "next 7 days", "not since Jan 1", "March 2025" and "Jan 1 to Mar 31". */
export function readPeriod(text: string, today: Day, dayFirst = false): TypedPeriod | null {
  const input = text.toLowerCase().replace(/\s+/g, " ").trim();
  const [, no, words = ""] = /^(not |no |nothing |never )?(.*)$/.exec(input) ?? [];
  const period = periodOf(words, today, dayFirst);
  return period && { period, ...(no && { not: true }) };
}

function periodOf(words: string, today: Day, dayFirst: boolean): Period | null {
  const plain = words.replace(/^(in|on|during|within|for) /, "").replace(/^the /, "");
  const name = Object.entries(namedPeriods).find(([, label]) => label === plain)?.[0];
  if (name) return { in: name as NamedPeriod };
  const [, begin, end] = /^(?:from |between )?(.+?)(?: to | and | until | ?– ?| - )(.+)$/.exec(plain) ?? [];
  if (begin && end) return between(daysOf(begin, today, dayFirst)?.[0], daysOf(end, today, dayFirst)?.[1]);
  const [, way = "", rest = plain] = /^(since|after|from|until|till|before) (.+)$/.exec(plain) ?? [];
  const span = spanOf(rest, way);
  if (span) return span;
  const days = daysOf(rest, today, dayFirst, way === "since" || way === "after" || way === "from");
  if (!days) return null;
  const [from, to] = days;
  if (way === "since" || way === "from") return { from };
  if (way === "after") return { from: addDays(to, 1) };
  if (way === "before") return { to: addDays(from, -1) };
  return way ? { to } : { from, to };
}

function between(from: string | undefined, to: string | undefined): Period | null {
  return from && to && from <= to ? { from, to } : null;
}

/** "last 3 months", "since 3 months", "a year" and "next week". */
function spanOf(text: string, way: string): Period | null {
  const [, side, number, unit] =
    /^(?:(last|past|next) )?(?:(\d{1,4}|an?|one) )?(day|week|month|year)s?$/.exec(text) ?? [];
  const count = Number(number) || 1;
  if (!unit || !(side || number) || count > MOST || (way && way !== "since")) return null;
  if (way && !number && (unit === "month" || unit === "year")) return null;
  const time = { count, unit: `${unit}s` as PeriodUnit };
  return side === "next" ? { next: time } : { last: time };
}

/** The first and last day of "2025", "March", "March 2025", "last month" or "Jan 1". */
function daysOf(
  text: string,
  today: Day,
  dayFirst: boolean,
  isPast = false,
): [from: string, to: string] | null {
  const now = isoDay(today);
  if (/^(19|20)\d\d$/.test(text)) return [`${text}-01-01`, `${text}-12-31`];
  const part = /^(this|last) (month|year)$/.exec(text);
  if (part) {
    const months = part[2] === "year" ? 12 : 1;
    const begin = months === 12 ? `${now.slice(0, 4)}-01-01` : `${now.slice(0, 7)}-01`;
    return monthsFrom(part[1] === "last" ? addMonths(begin, -months) : begin, months);
  }
  const [, month, year] = /^([a-z]{3,9})\.?(?: (\d{4}))?$/.exec(text) ?? [];
  const first = month && parseDay(`${month} 1 ${year ?? ""}`, today, { means: year ? undefined : "last" });
  if (first) return monthsFrom(isoDay(first), 1);
  const day = parseDay(text, today, { means: isPast ? "last" : undefined, dayFirst });
  const written = day && isoDay(day);
  return written ? [written, written] : null;
}

function monthsFrom(begin: string, months: number): [string, string] {
  return [begin, addDays(addMonths(begin, months), -1)];
}
