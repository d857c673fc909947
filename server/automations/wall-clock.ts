import { IANAZone } from "luxon";

const DAY_MS = 86_400_000;
// Every clock changes on a quarter of an hour.
const QUARTER_MS = 900_000;

/** What the clock of a timezone reads at an instant, as the UTC milliseconds that look the same. */
export function wallAt(instant: number, timezone: string): number {
  return instant + offsetAt(instant, timezone);
}

/** When the clock reads that: the first time where autumn repeats it, right after the gap where spring skips it. */
export function instantOf(wall: number, timezone: string): number {
  const before = wall - offsetAt(wall - DAY_MS, timezone);
  const after = wall - offsetAt(wall + DAY_MS, timezone);
  const found = [before, after].find((instant) => wallAt(instant, timezone) === wall);
  if (found !== undefined) return found;
  let instant = Math.ceil(after / QUARTER_MS) * QUARTER_MS;
  while (wallAt(instant, timezone) < wall) instant += QUARTER_MS;
  return instant;
}

function offsetAt(instant: number, timezone: string): number {
  return IANAZone.create(timezone).offset(instant) * 60_000;
}
