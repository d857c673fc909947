import { DAY, type Place, QUARTER, wallAt, zoneAt } from "./zone.ts";

/** Earliest first: two when clocks go back, none when they skip the wall time. */
export function instantsOf(wall: number, place: Place): number[] {
  const zone = zoneAt(place);
  const offsets = new Set([zone.offsetAt(wall - DAY), zone.offsetAt(wall + DAY)]);
  return [...offsets]
    .map((offset) => wall - offset)
    .filter((instant) => wallAt(instant, zone) === wall)
    .sort((a, b) => a - b);
}

/** The first instant. A skipped time moves `later` by the gap (2:30 is 3:30, RFC 5545 3.3.5), or right `after` it. */
export function instantOf(wall: number, place: Place, skipped: "later" | "after" = "later"): number {
  const zone = zoneAt(place);
  const [before, after] = [zone.offsetAt(wall - DAY), zone.offsetAt(wall + DAY)];
  const [early, late] = [wall - before, wall - after];
  if (zone.offsetAt(early) === before) return early;
  if (zone.offsetAt(late) === after) return late;
  return skipped === "later" ? early : (changeBetween(late, early, zone) ?? early);
}

/** Up to `to`; null if the offset doesn't change. */
export function changeBetween(from: number, to: number, place: Place): number | null {
  const zone = zoneAt(place);
  const before = zone.offsetAt(from);
  if (to <= from || zone.offsetAt(to) === before) return null;
  let [low, high] = [Math.floor(from / QUARTER), Math.floor(to / QUARTER)];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (zone.offsetAt(middle * QUARTER) === before) low = middle;
    else high = middle;
  }
  return high * QUARTER;
}

/** Also if midnight is skipped or repeated. */
export function startOfDay(day: string, place: Place, days = 0): number {
  return instantOf(Date.parse(day) + days * DAY, place, "after");
}
