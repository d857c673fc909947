import { ianaName, ianaZone, instantOf } from "../calendar/zone.ts";
import type { UnipileEvent, UnipileMoment } from "./unipile-shapes.ts";

const DAY = 86_400_000;

type Span = { startsAt: Date; endsAt: Date; isAllDay: boolean };

/**
 * When an event is; null where not even its day can be read. Of a start that tells no more the whole day counts, and an
 * end that cannot be read is a day later. Whole days are those of `timezone`, their end exclusive.
 */
export function spanOf({ start, end }: Pick<UnipileEvent, "start" | "end">, timezone: string): Span | null {
  const startsAt = start.date ? null : instant(start, timezone);
  if (startsAt) {
    const ends = instant(end, timezone)?.getTime() ?? startsAt.getTime() + DAY;
    return { startsAt, endsAt: new Date(Math.max(startsAt.getTime(), ends)), isAllDay: false };
  }
  const first = dayOf(start);
  if (first === null) return null;
  // Some end on their last day, as Unipile's version 2 does.
  const next = Math.max(dayOf(end) ?? 0, first + DAY);
  const midnight = (wall: number) => new Date(instantOf(ianaZone(timezone), wall));
  return { startsAt: midnight(first), endsAt: midnight(next), isAllDay: true };
}

function dayOf({ date, date_time }: UnipileMoment): number | null {
  const [day = ""] = /^\d{4}-\d\d-\d\d/.exec(date ?? date_time ?? "") ?? [];
  const wall = Date.parse(day);
  return Number.isNaN(wall) ? null : wall;
}

/** With an offset, or as wall time of its zone. */
function instant(
  { date_time: text, time_zone, timezone: other }: UnipileMoment,
  timezone: string,
): Date | null {
  if (!text) return null;
  const isInstant = /(Z|[+-]\d\d:?\d\d)$/i.test(text);
  const moment = Date.parse(isInstant ? text : `${text}Z`);
  if (Number.isNaN(moment)) return null;
  const zone = ianaZone(ianaName(time_zone ?? other ?? "") ?? timezone);
  return new Date(isInstant ? moment : instantOf(zone, moment));
}

/** RFC 3339 without milliseconds: with them, Unipile ignores a filter without a word. */
export function unipileTime(moment: Date): string {
  return moment.toISOString().replace(/\.\d+/, "");
}
