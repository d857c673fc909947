import {
  type DayHours,
  HOURS,
  hoursOf,
  inWords,
  quarterName,
  quarterTime,
  runsOf,
  sameHours,
} from "./availability.ts";

// Reads a day's hours: "9:30 – 12:30, 1 – 5:30", "9.30-12:30; 13-17:30", "10am to 6 p.m.", "off".

type Written = { hours: DayHours; problem?: undefined } | { hours?: undefined; problem: string };

const MAX_LENGTH = 200;
const QUARTERS = 96;
const HALF_DAY = 48;
const EXAMPLE = "Write hours like 9:30 – 12:30, 1 – 5:30";

export function readHours(written: string): Written {
  if (written.length > MAX_LENGTH) return { problem: "This is too long" };
  const text = written
    .toLowerCase()
    .replaceAll(/\s+/g, " ")
    .replaceAll(/([ap])\.? ?m\b\.?/g, "$1m")
    .trim();
  if (/^(|off|closed|none|away|-|–|—)$/.test(text)) return { hours: hoursOf([]) };
  if (/^(all day|24 ?h(ours)?)$/.test(text)) return { hours: Array.from({ length: HOURS }, () => true) };
  const quarters = Array.from({ length: QUARTERS }, () => false);
  const parts = text.split(/ ?(?:,|;|&|\+|\/|\band\b) ?/).filter(Boolean);
  const by24 = parts.some((part) =>
    /(?:^|\D)(?:0\d|1[3-9]|2[0-4])(?:[:.h]?\d\d)?(?!\d)/.test(part.replaceAll(/[:.h]\d\d/g, "")),
  );
  let before = 0;
  for (const part of parts) {
    const ends = part.replace(/^from /, "").split(/ ?(?:-|–|—|‒|−|\bto\b|\buntil\b|\btill\b) ?/);
    const [from, to] = ends.map(readTime);
    if (ends.length !== 2 || !from || !to) return { problem: EXAMPLE };
    for (const time of [from, to]) if (time.problem) return { problem: time.problem };
    const run = spanOf(from, to, before, by24);
    if (!run)
      return { problem: `“${part}” ends before it begins; what goes past midnight is the next day’s` };
    quarters.fill(true, ...run);
    before = run[1];
  }
  return { hours: hoursOf(quarters) };
}

/** `at`: quarter of the day. `isPlain`: without AM or PM. */
type Time = { at: number; isPlain: boolean; problem?: string };

function readTime(text: string): Time | null {
  if (text === "noon" || text === "midday") return { at: HALF_DAY, isPlain: false };
  if (text === "midnight") return { at: 0, isPlain: false };
  const found = /^(\d{1,2})(?:[:.h ]?(\d\d))?(?: ?h)? ?(am|pm)?$/.exec(text);
  if (!found) return null;
  const [, hourText = "", minuteText = "0", half] = found;
  const [hour, minute] = [Number(hourText), Number(minuteText)];
  const isLate = half !== undefined && (hour > 12 || hour < 1);
  if (hour > 24 || minute > 59 || (hour === 24 && minute > 0) || isLate)
    return { at: 0, isPlain: false, problem: `“${text}” is not a time of day` };
  if (minute % 15 > 0)
    return {
      at: 0,
      isPlain: false,
      problem: `“${text}” is not a quarter of an hour: use :00, :15, :30 or :45`,
    };
  const at = (half ? (hour % 12) + (half === "pm" ? 12 : 0) : hour) * 4 + minute / 15;
  return { at, isPlain: !half && hour >= 1 && hour <= 12 && !hourText.startsWith("0") };
}

/** Guesses AM or PM: the next time after the previous one, and shop hours at the start. */
function spanOf(from: Time, to: Time, before: number, by24: boolean): [number, number] | null {
  const noon = to.at % HALF_DAY || HALF_DAY;
  const ends =
    to.isPlain && !by24 ? [noon, to.at % HALF_DAY ? noon + HALF_DAY : QUARTERS] : [to.at || QUARTERS];
  for (const start of possibleStarts(from, to, before, by24)) {
    const end = ends.find((each) => each > start);
    if (end) return [start, end];
  }
  return null;
}

const SHOPS_FIRST = 6 * 4;

function possibleStarts({ at, isPlain }: Time, to: Time, before: number, by24: boolean): number[] {
  if (!isPlain) return [at % QUARTERS];
  if (by24) return [at];
  const [morning, afternoon] = [at % HALF_DAY, (at % HALF_DAY) + HALF_DAY];
  // "1 – 6 PM": the last matching start before the end.
  if (!to.isPlain && to.at > 0) return [afternoon, morning];
  if (before > 0)
    return [morning, afternoon].toSorted((a, b) => Number(a < before) - Number(b < before) || a - b);
  return morning < SHOPS_FIRST ? [afternoon, morning] : [morning, afternoon];
}

/** "10 – 12, 1 – 6 PM"; "Off" */
export function writeHours(hours: DayHours): string {
  const runs = runsOf(hours);
  if (runs.length === 0) return "Off";
  const short = runs
    .map(
      ([start, end], i) =>
        `${quarterTime(start)} – ${i < runs.length - 1 ? quarterTime(end) : quarterName(end)}`,
    )
    .join(", ");
  const explicit = runs.map(([start, end]) => `${quarterName(start)} – ${quarterName(end)}`).join(", ");
  const isRead = (text: string) => {
    const read = readHours(text).hours;
    return read !== undefined && sameHours(read, hours);
  };
  return [short, inWords(hours)].find(isRead) ?? explicit;
}
