import { and, asc, gt } from "drizzle-orm";
import { type AwayPlanForm, type AwaySpan, MOST_AWAY } from "#lib/contract/away.ts";
import { addDays, dayOf } from "#lib/time/days.ts";
import type { Db } from "#server/platform/db/client.ts";
import { bookings } from "#server/platform/db/schema-calendar.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import type { Host } from "#server/platform/handler.ts";
import type { Facts, Member, Visit } from "./away-plan.ts";
import { stillAssigned } from "./book.ts";
import { keptOf } from "./book-by-staff.ts";
import { busyTimes, confirmedOn } from "./free-times.ts";
import { isWithin } from "./hours.ts";
import { openRuns } from "./open-hours.ts";
import {
  calendarForBooking,
  checkPeriod,
  type Known,
  nullIfUnavailable,
  readCalendars,
} from "./read-calendars.ts";
import {
  type AppointmentType,
  type Booking,
  type Person,
  type StaffMember,
  type Store,
  storeOf,
  teamOf,
  typeOf,
} from "./store.ts";

const MAX_DAYS = 62;
const DAYS_AHEAD = 29;

type Asked = Pick<AwayPlanForm, "from" | "to" | "when" | "colleagues"> & { personId: string };

/** Read before the store's lock is taken. */
export type Read = { known: Known[]; store: Store };

export async function readTeam(host: Host, organizationId: string, asked: Asked): Promise<Read> {
  const { store, team } = await host.database.read(organizationId, async (db) => ({
    store: await storeOf(db),
    team: await teamOf(db),
  }));
  if (!team.some(({ id }) => id === asked.personId)) throw notFound();
  checkDays(host, store, asked);
  const calendar = calendarForBooking(host, store);
  const read = async (people: Person[], first: string, last: string) => {
    const known =
      people.length > 0 && (await nullIfUnavailable(readCalendars(people, first, last, calendar)));
    return known || [];
  };
  const bookable = team.filter(({ isBookable }) => isBookable);
  const [own, others] = [true, false].map((isOwn) =>
    bookable.filter(({ id }) => (id === asked.personId) === isOwn),
  ) as [StaffMember[], StaffMember[]];
  const last = addDays(asked.to, DAYS_AHEAD);
  const known = await Promise.all([read(own, asked.to, last), read(others, asked.from, asked.to)]);
  return { store, known: known.flat() };
}

function checkDays(host: Host, { timezone }: Store, { from, to, when }: Asked): void {
  const today = dayOf(host.clock().getTime(), timezone);
  checkPeriod({ from, to }, MAX_DAYS);
  if (to < today) throw new HttpError(409, "These days are over. Choose other ones.");
  if (when === "REST" && (from !== today || to !== today)) throw new HttpError(400, "from: must be today");
}

type Colleague = { id: string; name: string; reason: string | null };

export type Team = {
  person: StaffMember;
  booked: { booking: Booking; type: AppointmentType | null }[];
  visits: Visit[];
  facts: Facts;
  colleagues: Colleague[];
  firstNames: [string, string][];
};

export async function teamNow(db: Db, host: Host, { store, known }: Read, asked: Asked): Promise<Team> {
  const { personId, from, to } = asked;
  const staff = await teamOf(db);
  const person = staff.find(({ id }) => id === personId);
  if (!person) throw notFound();
  const booked = await bookingsOf(db, host, store, person, asked);
  const visits = booked.map(
    ({ booking, type }): Visit => ({
      id: booking.id,
      start: booking.startsAt.getTime(),
      wanted: keptOf(booking, type),
      people: type?.people ?? null,
    }),
  );
  const now = host.clock().getTime();
  const days = { first: from, last: addDays(to, DAYS_AHEAD), now };
  const members = await membersOf(db, stillAssigned(known, staff), days);
  const colleagues = staff
    .filter(({ id, isBookable }) => isBookable && id !== personId)
    .map((one) => ({
      id: one.id,
      name: `${one.firstName} ${one.lastName}`.trim(),
      reason: reasonAgainst(one, { store, visits, asked, isRead: members.has(one.id) }),
    }));
  const chosen = colleagues.filter(
    ({ id, reason }) => reason === null && (asked.colleagues?.includes(id) ?? true),
  );
  const facts = {
    ...{ timezone: store.timezone, now, until: to },
    colleagues: chosen.flatMap(({ id }) => members.get(id) ?? []),
    own: members.get(personId) ?? null,
  };
  const firstNames = staff.map((one): [string, string] => [one.id, one.firstName]);
  return { person, booked, visits, facts, colleagues, firstNames };
}

type Against = { store: Store; visits: readonly Visit[]; asked: Asked; isRead: boolean };

function reasonAgainst(
  { id, availability, exceptions }: StaffMember,
  { store, visits, asked, isRead }: Against,
): string | null {
  const days = openRuns(availability, store.timezone, asked.from, asked.to, exceptions);
  if (days.length === 0) return "Not in";
  if (!isRead) return "Calendar not read";
  const offersOne = visits.some(({ people }) => !people || people.includes(id));
  return offersOne || visits.length === 0 ? null : "Doesn’t offer any of these";
}

async function membersOf(
  db: Db,
  known: readonly Known[],
  { first, last, now }: { first: string; last: string; now: number },
): Promise<Map<string, Member>> {
  const each = await busyTimes(db, known, { first, last, now });
  return new Map(
    each.map(({ person: { id, availability, exceptions }, busy, ...one }) => {
      const all = [...one.booked, ...one.offers];
      const booked = all.map(({ startsAt, typeId }) => ({ start: startsAt.getTime(), typeId }));
      return [id, { id, availability, exceptions, busy, booked }];
    }),
  );
}

async function bookingsOf(
  db: Db,
  host: Host,
  { timezone }: Store,
  person: StaffMember,
  { from, to, when }: { from: string; to: string; when: AwaySpan },
): Promise<Team["booked"]> {
  const { startsAt } = bookings;
  const found = await db
    .select()
    .from(bookings)
    .where(and(confirmedOn([person.id], timezone, from, to), gt(startsAt, host.clock())))
    .orderBy(asc(startsAt), asc(bookings.id));
  const theirs = found.filter(
    (booking) =>
      when !== "SAVED" || !isWithin(booking, person, timezone, dayOf(booking.startsAt.getTime(), timezone)),
  );
  if (theirs.length > MOST_AWAY) {
    throw new HttpError(
      422,
      `There are more than ${MOST_AWAY} appointments in this time. Choose fewer days.`,
    );
  }
  const typeIds = [...new Set(theirs.map(({ appointmentTypeId }) => appointmentTypeId))];
  const types = new Map(await Promise.all(typeIds.map(async (id) => [id, await typeOf(db, id)] as const)));
  return theirs.map((booking) => ({ booking, type: types.get(booking.appointmentTypeId) ?? null }));
}
