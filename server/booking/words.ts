import type { Reason } from "#lib/contract/bookings.ts";
import { asName } from "#lib/contract/placeholders.ts";
import type { Answered } from "#lib/contract/questions.ts";
import { addDays, dayOf } from "#lib/time/days.ts";
import { formatter, MINUTE, zoneOf } from "#lib/time/zone.ts";
import { type Availability, type Exceptions, openRuns, storeDay } from "./open-hours.ts";
import type { AppointmentType, Person } from "./store.ts";

const DATE = { weekday: "long", month: "long", day: "numeric", year: "numeric" } as const;
const SPACE = /[\u2009\u202f]/g;
const TIME = { hour: "numeric", minute: "2-digit", timeZoneName: "short" } as const;

/** "Tuesday, November 24, 2026 at 10:00 AM EST" */
export function momentIn(timezone: string, moment: Date): string {
  const part = (options: Intl.DateTimeFormatOptions) =>
    formatter(options, timezone).format(moment).replace(SPACE, " ");
  return `${part(DATE)} at ${part(TIME)}`;
}

/** "12:08 PM" */
export function clockIn(timezone: string, moment: Date): string {
  return formatter({ hour: "numeric", minute: "2-digit" }, timezone).format(moment).replace(SPACE, " ");
}

/** The visitor's time, and the store's if it differs. */
export function whenLines([from, to]: [Date, Date], visitor: string, store: string): string {
  const day = (zone: string, at = from) => formatter(DATE, zone).format(at);
  const time = (zone: string, at: Date) => formatter(TIME, zone).format(at).replace(SPACE, " ");
  const span = (zone: string) => {
    if (day(zone) !== day(zone, to)) return `${time(zone, from)} – ${momentIn(zone, to)}`;
    const { offsetAt } = zoneOf(zone);
    // A range over a clock change would name only one of its offsets.
    return offsetAt(from.getTime()) === offsetAt(to.getTime())
      ? formatter(TIME, zone).formatRange(from, to).replace(SPACE, " ")
      : `${time(zone, from)} – ${time(zone, to)}`;
  };
  const theirs = `${day(visitor)}\n${span(visitor)}`;
  const ours = day(visitor) === day(store) ? span(store) : `${day(store)}, ${span(store)}`;
  return ours === span(visitor) ? theirs : `${theirs}\n${ours} (at the store)`;
}

/** Emails show them as a table (server/connections/mail/layout.ts). "" has no line. */
export function factLines(facts: { [term in "What" | "When" | "With" | "Where"]?: string }): string {
  return Object.entries(facts)
    .filter(([, value]) => value)
    .map(([term, value]) => `${term}:`.padEnd(7) + value.replaceAll("\n", `\n${" ".repeat(7)}`))
    .join("\n");
}

export function greeting(name: string): string {
  return asName(name) ? `Hello ${name},` : "Hello,";
}

export function lengthOf(minutes: number): string {
  const inUnits = (count: number, unit: string) => `${count} ${unit}${count === 1 ? "" : "s"}`;
  if (minutes % 1440 === 0 && minutes > 1440) return inUnits(minutes / 1440, "day");
  return minutes % 60 === 0 ? inUnits(minutes / 60, "hour") : inUnits(minutes, "minute");
}

export function placeText({ place, placeText: said }: Pick<AppointmentType, "place" | "placeText">): string {
  if (place === "VIDEO") return said ? `Video call: ${said}` : "Video call";
  if (place === "PHONE") return said ? `By phone: ${said}` : "By phone";
  return said;
}

type Against = {
  person: Pick<Person, "firstName" | "availability" | "exceptions">;
  timezone: string;
  startsAt: Date;
  type: { notice: number; daysInAdvance: number; mostPerDay: number | null } | null;
  held?: { name: string; until: string } | undefined;
};

export function againstWords(reason: Reason, against: Against): string {
  const { type, held } = against;
  const name = against.person.firstName;
  const words: Record<Reason, string> = {
    HOURS: hoursWords(against),
    OVERLAP: `${name} is busy then.`,
    NOTICE: `This is less than ${lengthOf(type?.notice ?? 0)} ahead.`,
    AHEAD: `This is more than ${type?.daysInAdvance ?? 0} days ahead.`,
    LIMIT: `${name} already has ${type?.mostPerDay ?? 0} of these appointments that day.`,
    PERSON: `${name} doesn't offer this appointment type.`,
    UNREAD: `${name}’s calendar can't be read right now, so this time may be taken.`,
    HELD: `This time is reserved for ${held?.name ?? "someone"} on the waiting list${held ? ` until ${held.until}` : ""}.`,
  };
  return words[reason];
}

type Hours = { availability: Availability; exceptions: Exceptions };

function runsAround({ availability, exceptions }: Hours, timezone: string, day: string) {
  return openRuns(availability, timezone, addDays(day, -1), addDays(day, 1), exceptions);
}

/** "until 5:30 PM"; "" on days without hours. */
function openText(hours: Hours, timezone: string, startsAt: Date): string {
  const start = startsAt.getTime();
  const day = dayOf(start, timezone);
  const { start: from, end: to } = storeDay(timezone, day);
  const runs = runsAround(hours, timezone, day).filter((run) => run.end > from && run.start < to);
  const before = runs.findLast((run) => run.start <= start);
  const after = runs.find((run) => run.start > start);
  const until = before && `until ${clockIn(timezone, new Date(before.end))}`;
  const since = after && `from ${clockIn(timezone, new Date(after.start))}`;
  return [until, since].filter(Boolean).join(" and again ");
}

/** "Maya works until 5:30 PM.", without the reason. */
function hoursWords({ person, timezone, startsAt }: Against): string {
  const when = openText(person, timezone, startsAt);
  return when ? `${person.firstName} works ${when}.` : `${person.firstName} doesn't work that day.`;
}

export function closedWords(store: Hours, timezone: string, startsAt: Date, minutes: number): string | null {
  const start = startsAt.getTime();
  const runs = runsAround(store, timezone, dayOf(start, timezone));
  if (runs.some((run) => run.start <= start && start + minutes * MINUTE <= run.end)) return null;
  const when = openText(store, timezone, startsAt);
  return when ? `The store is open that day ${when}.` : "The store is closed that day.";
}

export function eventTitle({ title, name }: { title: string; name: string }): string {
  return `${title} · ${name}`;
}

export function answerLines(answers: readonly Answered[]): string {
  return answers
    .map(({ question, answer }) => `${question}${/[?:!.]$/.test(question) ? "" : ":"} ${answer}`)
    .join("\n");
}

type About = { phoneNumber: string | null; email: string; note: string | null; answers: readonly Answered[] };

export function eventDescription({ phoneNumber, email, note, answers }: About): string {
  return [phoneNumber, email, note, answerLines(answers)].filter(Boolean).join("\n");
}
