import type { PeopleCalendar } from "#lib/contract/calendar.ts";
import { colorOf } from "#lib/text.ts";
import { MINUTE, QUARTER } from "#lib/time/zone.ts";
import { type Appointment, inOrder, isWholeDays, type Visit } from "./appointments.ts";
import { type CalendarDay, DAY_MINUTES } from "./days.ts";
import { clockStretches, type Span, type Stretch } from "./pieces.ts";
import { clockText } from "./words.ts";

/** `all` events, and the shown `appointments`. Removed people have no `id`. */
export type Person = {
  id: string;
  name: string;
  isMe: boolean;
  isBookable: boolean;
  error: string;
  open: Span[];
  away: (Span & { isStores: boolean })[];
  all: Appointment[];
  appointments: Appointment[];
};

/** Filters in the URL: ?people=me or ids, ?type= ids, ?color=person. Empty: everything. */
export type Look = { people: string[]; types: string[]; color: "type" | "person" };

export const ME = "me";

export function readLook(params: URLSearchParams): Look {
  const list = (name: string) => (params.get(name) ?? "").split(",").filter(Boolean);
  const color = params.get("color") === "person" ? "person" : "type";
  return { people: list("people"), types: list("type"), color };
}

export type TypeCount = { id: string; name: string; color: string; count: number };

/** `columns`: people who take appointments or have some. */
export type Shown = { people: Person[]; columns: Person[]; types: TypeCount[]; waiting: number };

export function readPeople(answer: PeopleCalendar, timezone: string, look: Look): Shown {
  const colors = typeColors(answer.types);
  const people = answer.people.map((person): Person => {
    const all = inOrder(
      person.events.flatMap((event) => appointmentOf(person, event, { timezone, colors, look }) ?? []),
    );
    const isShown = ({ of }: Appointment) =>
      look.types.length === 0 || look.types.includes(of?.visit?.typeId ?? of?.held?.typeId ?? "");
    const open = person.open.flatMap(({ start, end }) => spanOf(start, end) ?? []);
    const away = person.away.flatMap(({ start, end, isStores }) => {
      const span = spanOf(start, end);
      return span ? { ...span, isStores } : [];
    });
    return { ...person, open, away, all, appointments: all.filter(isShown) };
  });
  const columns = people.filter(({ isBookable, all }) => isBookable || all.length > 0);
  const named = people.filter(
    ({ id, isMe }) => look.people.includes(id || NOBODY) || (isMe && look.people.includes(ME)),
  );
  // If all selected people are gone, everyone shows.
  const shown = named.length > 0 ? named : columns;
  const typeIds = shown.flatMap(({ all }) => all.map(({ of }) => of?.visit?.typeId));
  return {
    people: shown,
    columns,
    waiting: answer.waiting,
    types: answer.types.map(({ id, name }) => ({
      id,
      name,
      color: colors.get(id) ?? "",
      count: typeIds.filter((typeId) => typeId === id).length,
    })),
  };
}

export const NOBODY = "nobody";

type Given = PeopleCalendar["people"][number];
type Reading = { timezone: string; colors: ReadonlyMap<string, string>; look: Look };

function appointmentOf(
  { id, name }: Given,
  event: Given["events"][number],
  { timezone, colors, look }: Reading,
): Appointment | null {
  const span = spanOf(event.start, event.end);
  if (!span) return null;
  const { booking: visit, title, held } = event;
  const until = held && Date.parse(held.until ?? "");
  const byType = visit
    ? (colors.get(visit.typeId ?? "") ?? null)
    : held
      ? HELD
      : title === "Busy"
        ? BUSY
        : null;
  return {
    key: `${visit?.id ?? `${id} ${event.id}`} ${span.start}`,
    title: until ? `${title}, until ${clockText(until, timezone)}` : title.trim() || "Untitled",
    ...span,
    allDay: event.isAllDay || isWholeDays(span.start, span.end, timezone),
    booking: visit?.id ?? null,
    of: {
      ...{ id, name, visit, held, isFree: event.isFree },
      color:
        look.color === "person" && byType !== BUSY && byType !== HELD
          ? `av-${colorOf(id || NOBODY)}`
          : byType,
    },
  };
}

export const BUSY = "busy";
export const HELD = "held";
const COLORS = [1, 2, 3, 4, 5, 6];

export function typeColors(types: PeopleCalendar["types"]): ReadonlyMap<string, string> {
  const taken = new Set(types.map(({ color }) => color));
  const left = COLORS.filter((color) => !taken.has(color));
  const rest = left.length > 0 ? left : COLORS;
  let next = 0;
  return new Map(types.map(({ id, color }) => [id, `ev-${color ?? rest[next++ % rest.length]}`]));
}

function spanOf(start: string | null, end: string | null): Span | null {
  const [from, to] = [Date.parse(start ?? ""), Date.parse(end ?? "")];
  return Number.isNaN(from) || Number.isNaN(to) ? null : { start: from, end: Math.max(from, to) };
}

export function openOn({ open }: Person, day: CalendarDay): Stretch[] {
  return open.flatMap((span) => clockStretches(span, day)).sort((a, b) => a.from - b.from);
}

export function hoursOf(people: readonly Person[], day: CalendarDay): Stretch | null {
  const open = people.flatMap((person) => openOn(person, day));
  if (open.length === 0) return null;
  return { from: Math.min(...open.map(({ from }) => from)), to: Math.max(...open.map(({ to }) => to)) };
}

/** `edge`: the side with opening hours, where the label goes. */
export type Closed = Stretch & {
  label: string;
  kind: "closed" | "lunch" | "away";
  edge: "start" | "end" | null;
};

export function closedOn(person: Person, day: CalendarDay, store: Stretch | null): Closed[] {
  const whole = { from: 0, to: DAY_MINUTES, kind: "closed" as const, edge: null };
  const away = person.away.flatMap((span) =>
    clockStretches(span, day).map((stretch) => ({ ...stretch, isStores: span.isStores })),
  );
  if (!store) return [called({ ...whole, label: "Closed" }, away, "Time off")];
  const open = openOn(person, day);
  const [first, last] = [open[0], open.at(-1)];
  const stretches: Closed[] = [
    { ...whole, to: store.from, label: "Closed", edge: "end" },
    ...(first && last
      ? [
          called(
            { ...whole, from: store.from, to: first.from, label: `From ${minuteText(first.from)}` },
            away,
            `Time off until ${minuteText(first.from)}`,
          ),
          ...open
            .slice(1)
            .map((next, i) => called(gap(open[i]?.to ?? next.from, next.from), away, "Time off")),
          called(
            { ...whole, from: last.to, to: store.to, label: `Until ${minuteText(last.to)}` },
            away,
            `Time off from ${minuteText(last.to)}`,
          ),
        ]
      : [called({ ...whole, ...store, label: "Not in" }, away, "Time off")]),
    { ...whole, from: store.to, label: "Closed", edge: "start" },
  ];
  return stretches.filter(({ from, to }) => from < to);
}

type Away = Stretch & { isStores: boolean };

function called(closed: Closed, away: readonly Away[], label: string): Closed {
  const within = away.filter(({ from, to }) => from < closed.to && to > closed.from);
  if (within.length === 0) return closed;
  const isOwn = within.some(({ isStores }) => !isStores);
  return { ...closed, kind: isOwn ? "away" : "closed", label: isOwn ? label : "Closed" };
}

function gap(from: number, to: number): Closed {
  const isLunch = to - from <= 120 && from >= 11 * 60 && to <= 15 * 60;
  return { from, to, kind: "lunch", label: isLunch ? "Lunch" : "", edge: null };
}

/** "9 AM", "9:30 AM" */
function minuteText(minute: number): string {
  const [hour, rest] = [Math.floor(minute / 60), minute % 60];
  const half = hour % 24 < 12 ? "AM" : "PM";
  return `${hour % 12 || 12}${rest > 0 ? `:${String(rest).padStart(2, "0")}` : ""} ${half}`;
}

/** "9:30 – 5:30" */
export function hoursText(open: readonly Stretch[]): string {
  const [first, last] = [open[0], open.at(-1)];
  if (!first || !last) return "";
  return [first.from, last.to].map((minute) => minuteText(minute).slice(0, -3)).join(" – ");
}

const HALF_HOUR = 30 * MINUTE;

/** Null: none left. Undefined: the day is over. */
export function nextFree(person: Person, day: CalendarDay, now: number): number | null | undefined {
  const open = person.open.filter(({ start, end }) => start < day.end && end > Math.max(now, day.start));
  if (open.length === 0) return undefined;
  const busy = person.all.filter(takesTime).map(withFreeMinutes);
  for (const { start, end } of open) {
    let at = toQuarter(Math.max(start, now, day.start));
    while (at + HALF_HOUR <= Math.min(end, day.end)) {
      const next = at + HALF_HOUR;
      const inTheWay = busy.find((span) => span.start < next && span.end > at);
      if (!inTheWay) return at;
      at = toQuarter(inTheWay.end);
    }
  }
  return null;
}

function toQuarter(instant: number): number {
  return Math.ceil(instant / QUARTER) * QUARTER;
}

function takesTime({ of }: Appointment): boolean {
  return !of?.isFree && of?.visit?.status !== "NO_SHOW";
}

function withFreeMinutes({ start, end, of }: Appointment): Span {
  const { minutesBefore = 0, minutesAfter = 0 } = of?.visit ?? {};
  return { start: start - minutesBefore * MINUTE, end: end + minutesAfter * MINUTE };
}

/** Warnings that the calendar knows; "" for none. */
export function objection(person: Person, span: Span, visit: Visit): string {
  const { minutesBefore, minutesAfter } = visit;
  const taken = { start: span.start - minutesBefore * MINUTE, end: span.end + minutesAfter * MINUTE };
  const other = person.all.find((one) => {
    if (one.booking === visit.id || !takesTime(one)) return false;
    const busy = withFreeMinutes(one);
    return busy.start < taken.end && busy.end > taken.start;
  });
  if (other) return `${person.name} has ${other.of?.visit?.contact?.name ?? other.title} then`;
  const isOpen = person.open.some(({ start, end }) => start <= span.start && span.end <= end);
  return isOpen ? "" : `outside ${person.name}’s hours`;
}

export type Destination = Span & { personId: string };

export function withMoved(answer: PeopleCalendar, booking: string, to: Destination): PeopleCalendar {
  const own = answer.people.flatMap(({ events }) => events).find((event) => event.booking?.id === booking);
  if (!own) return answer;
  const [start, end] = [to.start, to.end].map((instant) => new Date(instant).toISOString());
  const moved = { ...own, start: start ?? null, end: end ?? null };
  return {
    ...answer,
    people: answer.people.map((person) => {
      const others = person.events.filter((event) => event.booking?.id !== booking);
      return { ...person, events: person.id === to.personId ? [...others, moved] : others };
    }),
  };
}
