import { DateTime, IANAZone } from "luxon";
import { addDays, dayOf } from "#lib/time/days.ts";
import type { Interval, StoreDay } from "#server/booking/open-hours.ts";
import type { Rules } from "#server/booking/slots.ts";

export const ZONES = [
  "America/New_York",
  "America/Los_Angeles",
  "Europe/London",
  "Africa/Cairo",
  "Asia/Kathmandu",
  "Asia/Kolkata",
  "Australia/Lord_Howe",
];
export const RARE_ZONES = ["America/Havana", "Atlantic/Azores", "Antarctica/Troll", "Pacific/Chatham"];
const QUARTER = 900_000;
const DAY = 96 * QUARTER;

export function week(isOpen: (day: number, hour: number) => boolean): boolean[][] {
  return Array.from({ length: 7 }, (_, day) => Array.from({ length: 24 }, (_, hour) => isOpen(day, hour)));
}

export function at(iso: string, zone = "America/New_York"): number {
  return DateTime.fromISO(iso, { zone }).toMillis();
}

export function changesIn(timezone: string): StoreDay[] {
  const days = Array.from({ length: 365 }, (_, i) => addDays("2026-01-01", i));
  return days.filter((day) => at(addDays(day, 1), timezone) - at(day, timezone) !== 86_400_000);
}

/** slotsOf(), simply and slowly: checks each quarter hour against the store's wall time. */
export function slotsByHand(rules: Rules, busy: readonly Interval[], now: number): number[] {
  const { timezone, minutes, daysInAdvance, notice = 0, minutesBefore = 0, minutesAfter = 0 } = rules;
  const length = minutes * 60_000;
  const step = (rules.step ?? minutes) * 60_000;
  const today = dayOf(now, timezone);
  const last = addDays(today, daysInAdvance);
  const begin = at(addDays(today, -15), timezone);
  const end = at(addDays(last, 3), timezone);
  const runs: Interval[] = [];
  for (let quarter = begin; quarter < end; quarter += QUARTER) {
    if (!isOpenAt(rules, quarter)) continue;
    const run = runs.at(-1);
    if (run?.end === quarter && joins(rules, quarter)) run.end += QUARTER;
    else runs.push({ start: quarter, end: quarter + QUARTER });
  }
  return runs
    .flatMap(({ start, end }) =>
      Array.from(
        { length: Math.max(0, Math.floor((end - start - length) / step) + 1) },
        (_, i) => start + i * step,
      ),
    )
    .filter(
      (start) =>
        start >= now + notice * 60_000 &&
        !rules.fullDays?.has(dayOf(start, timezone)) &&
        dayOf(start, timezone) <= last &&
        !busy.some(
          (taken) =>
            taken.start < start + length + minutesAfter * 60_000 &&
            taken.end > start - minutesBefore * 60_000,
        ),
    );
}

/** All quarters skipped by a clock change must be open, too. */
function joins(rules: Rules, instant: number): boolean {
  const { availability, timezone } = rules;
  const [before, quarter] = [wallQuarter(timezone, instant - QUARTER), wallQuarter(timezone, instant)];
  const isOver = availability.every((hours) => hours.every(Boolean)) && weekOf(quarter) !== weekOf(before);
  const passed = Array.from({ length: Math.max(0, quarter - before - 1) }, (_, i) => before + 1 + i);
  return [...passed, quarter].every((each) => isOpen(rules, each)) && !isOver;
}

function weekOf(quarter: number): number {
  return Math.floor((quarter - 72 * 4) / (168 * 4));
}

const offsets = new Map<string, number>();

function exactOffset(timezone: string, instant: number): number {
  const key = `${timezone}${instant}`;
  const offset = offsets.get(key) ?? IANAZone.create(timezone).offset(instant);
  offsets.set(key, offset);
  return offset;
}

/** Asks for a day's beginning and end, which is faster, unless they differ. */
function offsetOf(timezone: string, instant: number): number {
  const midnight = Math.floor(instant / DAY) * DAY;
  const [offset, later] = [exactOffset(timezone, midnight), exactOffset(timezone, midnight + DAY)];
  return offset === later ? offset : exactOffset(timezone, instant);
}

/** Quarter hours since Thursday, 1 January 1970, in wall time. */
function wallQuarter(timezone: string, instant: number): number {
  return Math.floor((instant + offsetOf(timezone, instant) * 60_000) / QUARTER);
}

export function isOpenAt(rules: Rules, instant: number): boolean {
  return isOpen(rules, wallQuarter(rules.timezone, instant));
}

/** Hours are 24 values, or 96 quarters per day. */
function isOpen({ availability, exceptions }: Rules, quarter: number): boolean {
  const day = Math.floor(quarter / 96);
  const hours = exceptions?.get(addDays("1970-01-01", day)) ?? availability[(day + 4) % 7] ?? [];
  return hours[Math.floor(((quarter % 96) * hours.length) / 96)] ?? false;
}
