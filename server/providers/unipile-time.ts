import { ianaName, ianaZone, instantOf } from "../calendar/zone.ts";
import type { UnipileEvent, UnipileMoment } from "./unipile-shapes.ts";

const DAY = 86_400_000;

type Span = { startsAt: Date; endsAt: Date; isAllDay: boolean };

/** When an event is; null where it cannot be read. Whole days are those of `timezone`, their end exclusive. */
export function spanOf({ start, end }: Pick<UnipileEvent, "start" | "end">, timezone: string): Span | null {
  if (start.date) {
    const first = Date.parse(start.date.slice(0, 10));
    // Some end on their last day, as Unipile's version 2 does.
    const next = Math.max(Date.parse((end.date ?? start.date).slice(0, 10)), first + DAY);
    if (Number.isNaN(first) || Number.isNaN(next)) return null;
    const midnight = (wall: number) => new Date(instantOf(ianaZone(timezone), wall));
    return { startsAt: midnight(first), endsAt: midnight(next), isAllDay: true };
  }
  const [startsAt, endsAt] = [instant(start, timezone), instant(end, timezone)];
  if (!startsAt) return null;
  return { startsAt, endsAt: endsAt && endsAt > startsAt ? endsAt : startsAt, isAllDay: false };
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
