import { MINUTE } from "#lib/time/zone.ts";
import { type Appointment, isLong, isOn } from "./appointments.ts";
import { type CalendarDay, DAY_MINUTES, type Run } from "./days.ts";

/** Also the minimum height of an appointment. */
export const ROW_MINUTES = 15;

/** In minutes of the clock. `continued`: it started on an earlier day. */
export type Piece = Stretch & { appointment: Appointment; continued: boolean };

/** One across a repeated hour has two pieces; one across a skipped hour spans the gap. */
export function piecesOf(day: CalendarDay, appointments: readonly Appointment[]): Placed<Piece>[] {
  const timed = appointments.filter((appointment) => !isLong(appointment) && isOn(appointment, day));
  return sideBySide(timed.flatMap((appointment) => cut(appointment, day)));
}

/** Minutes of the clock; two stretches if the clocks go back. */
export function clockStretches(span: Span, day: CalendarDay): Stretch[] {
  const parts: Stretch[] = [];
  for (const run of day.runs) {
    const part = within(span, run);
    const before = parts.at(-1);
    if (part && before && part.from >= before.to) before.to = part.to;
    else if (part) parts.push(part);
  }
  return parts;
}

function cut(appointment: Appointment, day: CalendarDay): Piece[] {
  return clockStretches(appointment, day).map(({ from, to }, index) => ({
    appointment,
    continued: index > 0 || appointment.start < day.start,
    // A late one starts earlier instead of ending after midnight.
    from: Math.min(from, DAY_MINUTES - ROW_MINUTES),
    to: Math.max(to, Math.min(from, DAY_MINUTES - ROW_MINUTES) + ROW_MINUTES),
  }));
}

export type Span = { start: number; end: number };

function within({ start, end }: Span, run: Run): Stretch | null {
  const minute = (instant: number) => run.from + (instant - run.start) / MINUTE;
  if (start === end)
    return start >= run.start && start < run.end ? { from: minute(start), to: minute(start) } : null;
  if (start >= run.end || end <= run.start) return null;
  return { from: minute(Math.max(start, run.start)), to: minute(Math.min(end, run.end)) };
}

/** An appointment keeps its row on all days; gaps are null. */
export function allDayRows(
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

export type Stretch = { from: number; to: number };

/** Spans `width` of `lanes`, counted from 0. */
export type Placed<S> = S & { lane: number; lanes: number; width: number };

/** Overlapping stretches side by side. Adjacent ones share a lane. */
export function sideBySide<S extends Stretch>(stretches: readonly S[]): Placed<S>[] {
  const sorted = stretches.toSorted((a, b) => a.from - b.from || b.to - a.to);
  const placed: Placed<S>[] = [];
  let group: { stretch: S; lane: number }[] = [];
  let ends: number[] = [];

  function finish() {
    for (const { stretch, lane } of group) {
      placed.push({
        ...stretch,
        lane,
        lanes: ends.length,
        width: freeLanes(stretch, lane, group, ends.length),
      });
    }
    group = [];
    ends = [];
  }

  for (const stretch of sorted) {
    if (ends.every((end) => end <= stretch.from)) finish();
    const free = ends.findIndex((end) => end <= stretch.from);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = stretch.to;
    group.push({ stretch, lane });
  }
  finish();
  return placed;
}

function freeLanes(
  stretch: Stretch,
  lane: number,
  group: { stretch: Stretch; lane: number }[],
  lanes: number,
) {
  const taken = group
    .filter((other) => other.lane > lane && overlap(other.stretch, stretch))
    .map((other) => other.lane);
  return Math.min(lanes, ...taken) - lane;
}

function overlap(a: Stretch, b: Stretch): boolean {
  return a.from < b.to && b.from < a.to;
}
