import type { dayStates, Reason } from "#lib/contract/bookings.ts";
import { addDays, dayOf } from "#lib/time/days.ts";
import { MINUTE } from "#lib/time/zone.ts";
import {
  type Availability,
  type Exceptions,
  type Interval,
  isOpenOn,
  openRuns,
  type StoreDay,
  storeDay,
} from "./open-hours.ts";

export type Rules = {
  availability: Availability;
  exceptions?: Exceptions | undefined;
  timezone: string;
  minutes: number;
  step?: number | undefined;
  /** Today and this many of the store's days are bookable in full. */
  daysInAdvance: number;
  notice?: number | undefined;
  minutesBefore?: number | undefined;
  minutesAfter?: number | undefined;
  fullDays?: ReadonlySet<StoreDay> | undefined;
};

export type DayOfSlots = { day: StoreDay; state: (typeof dayStates)[number]; slots: number[] };

// The longest run that has a start is one day short of a week.
const LOOK_BACK = 8;
// A slot before midnight may end on the day after next, because a spring day is shorter.
const LOOK_AHEAD = 2;

/**
 * Slots start with each open run and step by the meeting's length (or `step`). Busy times remove slots without moving
 * others. `busy` is in any order and includes buffers, which may exceed the hours. Days are the store's, from `first` to
 * `last`.
 */
export function slotsOf(
  rules: Rules,
  busy: readonly Interval[],
  now: number,
  first: StoreDay,
  last: StoreDay,
): DayOfSlots[] {
  const { availability, exceptions, timezone } = rules;
  const length = rules.minutes * 60_000;
  const step = (rules.step ?? rules.minutes) * 60_000;
  const before = (rules.minutesBefore ?? 0) * 60_000;
  const after = (rules.minutesAfter ?? 0) * 60_000;
  const soonest = now + (rules.notice ?? 0) * 60_000;
  const today = dayOf(now, timezone);
  const lastBookable = addDays(today, Math.floor(rules.daysInAdvance));
  const { begins, ends } = edgesOf(busy);
  const days: (DayOfSlots & { end: number; passed: number })[] = [];
  for (let day = first; day <= last; ) {
    const { end, next, weekday } = storeDay(timezone, day);
    const isOpen = isOpenOn(timezone, day, exceptions?.get(day) ?? availability[weekday] ?? []);
    const state = day < today ? "past" : day > lastBookable ? "beyond" : isOpen ? "short" : "closed";
    days.push({ day, state, slots: [], end, passed: 0 });
    day = next;
  }

  let index = 0;
  let day = days[0];
  let [begun, ended] = [0, 0];
  const [firstBookable, lastAsked] = [
    first < today ? today : first,
    last > lastBookable ? lastBookable : last,
  ];
  const from = storeDay(timezone, firstBookable).start;
  const to = storeDay(timezone, lastAsked).end;
  const [earliest, latest] = [addDays(firstBookable, -LOOK_BACK), addDays(lastAsked, LOOK_AHEAD)];
  for (const run of openRuns(availability, timezone, earliest, latest, exceptions)) {
    const skipped = Math.max(0, Math.ceil((from - run.start) / step));
    for (let start = run.start + skipped * step; start + length <= run.end && start < to; start += step) {
      while (day && start >= day.end) day = days[++index];
      if (!day) break;
      while ((begins[begun] ?? Number.POSITIVE_INFINITY) < start + length + after) begun += 1;
      while ((ends[ended] ?? Number.POSITIVE_INFINITY) <= start - before) ended += 1;
      if (start < soonest) day.passed += 1;
      // Every busy time that began before the slot's end has ended by its start.
      else if (begun === ended && !rules.fullDays?.has(day.day)) day.slots.push(start);
      else day.state = "full";
    }
  }
  return days.map(({ day, state, slots, passed }) => ({ day, slots, state: stateOf(state, slots, passed) }));
}

export function isSlot(rules: Rules, busy: readonly Interval[], now: number, start: number): boolean {
  const day = dayOf(start, rules.timezone);
  return slotsOf(rules, busy, now, day, day).some(({ slots }) => slots.includes(start));
}

/** With the free minutes around the appointment. */
export function blockedSpan(
  start: number,
  { minutes, minutesBefore = 0, minutesAfter = 0 }: Pick<Rules, "minutes" | "minutesBefore" | "minutesAfter">,
): Interval {
  return { start: start - minutesBefore * MINUTE, end: start + (minutes + minutesAfter) * MINUTE };
}

/** Days on which at least `most` appointments start. */
export function daysWith(starts: readonly number[], most: number, timezone: string): ReadonlySet<StoreDay> {
  const byDay = Map.groupBy(starts, (start) => dayOf(start, timezone));
  return new Set([...byDay].flatMap(([day, booked]) => (booked.length >= most ? [day] : [])));
}

export function reasonsAgainst(
  rules: Rules,
  busy: readonly Interval[],
  now: number,
  start: number,
): Reason[] {
  const { timezone, minutes, daysInAdvance, notice = 0 } = rules;
  const day = dayOf(start, timezone);
  const { start: from, end: to } = blockedSpan(start, rules);
  const { availability, exceptions } = rules;
  const anyMinute = { availability, exceptions, timezone, minutes, step: 1, daysInAdvance };
  const against: [Reason, boolean][] = [
    ["HOURS", !isSlot(anyMinute, [], start, start)],
    ["OVERLAP", busy.some((other) => other.start < other.end && other.start < to && from < other.end)],
    ["NOTICE", start < now + notice * 60_000],
    ["AHEAD", day > addDays(dayOf(now, timezone), Math.floor(daysInAdvance))],
    ["LIMIT", rules.fullDays?.has(day) ?? false],
  ];
  return against.filter(([, isAgainst]) => isAgainst).map(([reason]) => reason);
}

function stateOf(state: DayOfSlots["state"], slots: number[], passed: number): DayOfSlots["state"] {
  if (slots.length > 0) return "open";
  return state === "short" && passed > 0 ? "past" : state;
}

/** Number arrays sort several times faster than pairs. */
function edgesOf(busy: readonly Interval[]): { begins: Float64Array; ends: Float64Array } {
  const begins = new Float64Array(busy.length + 1).fill(Number.POSITIVE_INFINITY);
  const ends = begins.slice();
  let count = 0;
  for (const { start, end } of busy) {
    if (end <= start) continue;
    begins[count] = start;
    ends[count++] = end;
  }
  return { begins: begins.sort(), ends: ends.sort() };
}
