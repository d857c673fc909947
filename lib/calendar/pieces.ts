import { type Appointment, isLong, isOn } from "./appointments.ts";
import { type CalendarDay, DAY_MINUTES, type Run } from "./days.ts";
import { type Placed, type Stretch, sideBySide } from "./lanes.ts";

/** Fifteen minutes: a row of the grid, and the least that an appointment takes. */
export const ROW_MINUTES = 15;

/** What a day shows of an appointment, in minutes of the clock. `continued`: it began before. */
export type Piece = Stretch & { appointment: Appointment; continued: boolean };

/**
 * What stands along the hours of a day. Rows are what the clock reads, so an appointment through a repeated hour is
 * two pieces, side by side like any others, and one through a skipped hour reaches across it.
 */
export function piecesOf(day: CalendarDay, appointments: readonly Appointment[]): Placed<Piece>[] {
  const timed = appointments.filter((appointment) => !isLong(appointment) && isOn(appointment, day));
  return sideBySide(timed.flatMap((appointment) => cut(appointment, day)));
}

function cut(appointment: Appointment, day: CalendarDay): Piece[] {
  const parts: Stretch[] = [];
  for (const run of day.runs) {
    const part = within(appointment, run);
    const before = parts.at(-1);
    if (part && before && part.from >= before.to) before.to = part.to;
    else if (part) parts.push(part);
  }
  return parts.map(({ from, to }, index) => ({
    appointment,
    continued: index > 0 || appointment.start < day.start,
    // A late one starts a little early rather than end beyond midnight.
    from: Math.min(from, DAY_MINUTES - ROW_MINUTES),
    to: Math.max(to, Math.min(from, DAY_MINUTES - ROW_MINUTES) + ROW_MINUTES),
  }));
}

function within({ start, end }: Appointment, run: Run): Stretch | null {
  const minute = (instant: number) => run.from + (instant - run.start) / 60_000;
  if (start === end)
    return start >= run.start && start < run.end ? { from: minute(start), to: minute(start) } : null;
  if (start >= run.end || end <= run.start) return null;
  return { from: minute(Math.max(start, run.start)), to: minute(Math.min(end, run.end)) };
}

/** Each day's row of appointments above the hours; one over several days keeps its place, others leave holes (null). */
export function stripOf(
  days: readonly CalendarDay[],
  appointments: readonly Appointment[],
): (Appointment | null)[][] {
  const long = appointments.filter(isLong).flatMap((appointment) => {
    const on = days.map((day) => isOn(appointment, day));
    const from = on.indexOf(true);
    return from < 0 ? [] : [{ appointment, from, to: on.lastIndexOf(true) + 1 }];
  });
  const placed = sideBySide(long);
  return days.map((_, index) => {
    const here = placed.filter(({ from, to }) => from <= index && index < to);
    const length = Math.max(0, ...here.map(({ lane }) => lane + 1));
    return Array.from({ length }, (_, lane) => here.find((one) => one.lane === lane)?.appointment ?? null);
  });
}
