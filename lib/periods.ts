import { formatDate } from "#lib/dates.ts";
import { addDays, dayOf } from "./time/days.ts";

export const periods = [
  { key: "7", label: "Last 7 days", days: 7 },
  { key: "30", label: "Last 30 days", days: 30 },
  { key: "all", label: "All Time", days: null },
] as const;
type PeriodKey = (typeof periods)[number]["key"];

export function readPeriod(value: string | null | undefined): PeriodKey {
  return periods.find(({ key }) => key === value)?.key ?? "7";
}

/** Both days included, in the user's time zone. All time begins on 0001-01-01. */
export function periodQuery(key: PeriodKey, timezone?: string): { start_date: string; end_date: string } {
  const end = dayOf(Date.now(), timezone);
  const days = periods.find((period) => period.key === key)?.days;
  return { start_date: days ? addDays(end, 1 - days) : "0001-01-01", end_date: end };
}

/** "Nov 15 – Nov 21, 2026", or "Until Nov 21, 2026". */
export function periodText({ start_date, end_date }: { start_date: string; end_date: string }): string {
  const end = formatDate(end_date);
  if (start_date === "0001-01-01") return `Until ${end}`;
  const start = formatDate(start_date);
  const sameYear = start.slice(-4) === end.slice(-4);
  return `${sameYear ? start.slice(0, -6) : start} – ${end}`;
}
