import type { Reason } from "#lib/contract/bookings.ts";
import { dayOf } from "#lib/time/days.ts";
import type { Db } from "#server/platform/db/client.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import type { Host } from "#server/platform/handler.ts";
import { giversOf, stillAssigned } from "./book.ts";
import { fairest, type Judged, judgeStart, type Wanted } from "./free-times.ts";
import { calendarForBooking, type Known, readCalendars } from "./read-calendars.ts";
import { type AppointmentType, type Person, peopleOf, type Store, staffOf } from "./store.ts";
import { againstWords, clockIn } from "./words.ts";

type Place = { startsAt: Date; wanted: Wanted; type: AppointmentType | null; allow: readonly Reason[] };
export type Against = { reason: Reason; text: string }[];

/** An unreadable calendar is a warning, not a refusal. */
export async function readFor(
  host: Host,
  store: Store,
  type: AppointmentType | null,
  personId: string | null,
  startsAt: Date,
): Promise<(Known & { isUnread?: boolean })[]> {
  const day = dayOf(startsAt.getTime(), store.timezone);
  const { organizationId } = store;
  const calendar = calendarForBooking(host, store);
  if (personId === null) {
    const people = await host.database.read(organizationId, (db) =>
      type ? giversOf(db, store, type, null) : peopleOf(db, organizationId, null),
    );
    if (people.length === 0)
      throw new HttpError(409, "Nobody takes this kind of appointment yet. Assign someone in Settings.");
    return readCalendars(people, day, day, calendar);
  }
  const person = await host.database.read(organizationId, (db) => staffOf(db, organizationId, personId));
  if (!person) throw notFound();
  try {
    return await readCalendars([person], day, day, calendar);
  } catch (error) {
    if (!(error instanceof HttpError && error.status === 503)) throw error;
    return [{ person, events: [], isUnread: true }];
  }
}

/** The person and accepted warnings, or the remaining warnings. "Anyone" means someone without warnings. */
export async function placeFor(
  db: Db,
  host: Host,
  store: Store,
  known: readonly (Known & { isUnread?: boolean })[],
  { startsAt, wanted, type, allow }: Place,
): Promise<{ person: Person; reasons: Reason[] } | { against: Against }> {
  const now = host.clock().getTime();
  const current = await asNow(db, store, known);
  const judged = (await judgeStart(db, { store, known: current }, wanted, startsAt.getTime(), now)).map(
    (one) => ({
      ...one,
      reasons: [...one.reasons, ...moreReasons(one, known, type)],
    }),
  );
  const free = judged.filter(({ reasons }) => reasons.every((reason) => allow.includes(reason)));
  const simply = await fairest(
    db,
    store,
    free.filter(({ reasons }) => reasons.length === 0),
    startsAt.getTime(),
  );
  const [only] = judged;
  if (simply) return simply;
  if (judged.length > 1 || !only) return { against: [] };
  if (free.length === 1) return only;
  const held = only.held && {
    name: only.held.name,
    until: clockIn(store.timezone, only.held.heldUntil),
  };
  const words = { person: only.person, timezone: store.timezone, startsAt, type, ...(held && { held }) };
  return { against: only.reasons.map((reason) => ({ reason, text: againstWords(reason, words) })) };
}

async function asNow(db: Db, { organizationId }: Store, known: readonly Known[]): Promise<Known[]> {
  const members = await Promise.all(known.map(({ person }) => staffOf(db, organizationId, person.id)));
  return stillAssigned(
    known,
    members.flatMap((member) => member ?? []),
  );
}

function moreReasons(
  { person }: Judged,
  known: readonly (Known & { isUnread?: boolean })[],
  type: AppointmentType | null,
): Reason[] {
  const isUnread = known.some((one) => one.person.id === person.id && one.isUnread);
  return [
    ...(type?.people && !type.people.includes(person.id) ? ["PERSON" as const] : []),
    ...(isUnread ? ["UNREAD" as const] : []),
  ];
}

export function refused(against: Against): HttpError {
  const message =
    against.length === 0
      ? "Nobody is free then. Choose another time or person."
      : against.map(({ text }) => text).join(" ");
  return new HttpError(409, message, undefined, against.length > 0 ? { reasons: against } : undefined);
}
