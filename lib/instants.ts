import { DateTime } from "luxon";
import type { Day } from "./dates.ts";

/** The instant that a day's record gets: now, if the day is today in `timezone`, otherwise its noon there. */
export function writeInstant({ year, month, day }: Day, timezone?: string): string {
  const now = DateTime.now().setZone(timezone ?? "local");
  const zone = now.isValid ? now.zone : "local";
  const noon = DateTime.fromObject({ year, month, day, hour: 12 }, { zone });
  return (noon.hasSame(DateTime.now().setZone(zone), "day") ? DateTime.now() : noon).toUTC().toISO() ?? "";
}
