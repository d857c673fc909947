import { dayNames, inWords, quarterName, runsOf } from "./availability.ts";
import type { VisitorFace } from "./contract/brand.ts";
import { formatDay, readDay } from "./dates.ts";
import { addDays, dayOf } from "./time/days.ts";
import { wallAt } from "./time/zone.ts";

type Hours = Pick<VisitorFace, "hours" | "exceptions">;

function hoursOn({ hours, exceptions }: Hours, day: string): boolean[] {
  const exception = exceptions.find((one) => one.day === day);
  return exception?.hours ?? hours?.[new Date(day).getUTCDay()] ?? [];
}

function todayIn(hours: Hours, timezone: string) {
  const now = new Date(wallAt(Date.now(), timezone));
  const quarter = now.getUTCHours() * 4 + now.getUTCMinutes() / 15;
  return { quarter, runs: runsOf(hoursOn(hours, dayOf(Date.now(), timezone))) };
}

export function openText(hours: Hours, timezone: string): string {
  const { quarter, runs } = todayIn(hours, timezone);
  const open = runs.find(([start, end]) => start <= quarter && quarter < end);
  if (open) return `Open today until ${quarterName(open[1])}`;
  const next = runs.find(([start]) => start > quarter);
  return next ? `Opens today at ${quarterName(next[0])}` : "Closed now";
}

/** "6 PM"; "" if the store doesn't open again today. */
export function closingTime(hours: Hours, timezone: string): string {
  const { quarter, runs } = todayIn(hours, timezone);
  const end = runs.at(-1)?.[1] ?? 0;
  return end > quarter ? quarterName(end) : "";
}

const AHEAD = 4;

/** "Today", "Tuesday, Wednesday", "Thursday, Nov 26" with their hours. */
export function nextDays(hours: Hours, timezone: string): { days: string; words: string }[] {
  const today = dayOf(Date.now(), timezone);
  const rows: { names: string[]; words: string }[] = [];
  for (let ahead = 0; ahead <= AHEAD; ahead++) {
    const day = addDays(today, ahead);
    const words = inWords(hoursOn(hours, day));
    const last = ahead > 1 ? rows.at(-1) : undefined;
    const name = ahead === 0 ? "Today" : dayName(day, hours);
    if (last?.words === words) last.names.push(name);
    else rows.push({ names: [name], words });
  }
  return rows.map(({ names, words }) => {
    const isLong = names.length > 2;
    return { days: isLong ? `${names[0]} – ${names.at(-1)}` : names.join(", "), words };
  });
}

function dayName(day: string, { exceptions }: Hours): string {
  const weekday = dayNames[new Date(day).getUTCDay()] ?? "";
  const isOther = exceptions.some((one) => one.day === day);
  return isOther ? `${weekday}, ${formatDay(readDay(day), { short: true })}` : weekday;
}
