import { and, asc, eq, gte, isNull, lt, sql } from "drizzle-orm";
import { startOfDay } from "#lib/time/clock.ts";
import { addDays, dayOf } from "#lib/time/days.ts";
import type { CalendarEvent } from "#server/connections/calendar/expand.ts";
import { reportChange } from "#server/connections/mail/account-change.ts";
import { accountOf, accountOfStore, chooseStoresAccount } from "#server/connections/providers/account.ts";
import type { SignedIn } from "#server/platform/auth/session.ts";
import type { Db } from "#server/platform/db/client.ts";
import { pick } from "#server/platform/db/columns.ts";
import { personName } from "#server/platform/db/parties.ts";
import { countRows } from "#server/platform/db/record.ts";
import { users } from "#server/platform/db/schema.ts";
import { appointmentTypes, bookings, waitlistEntries } from "#server/platform/db/schema-calendar.ts";
import { accounts } from "#server/platform/db/schema-mail.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import type { Handlers, Host } from "#server/platform/handler.ts";
import { assigneesOf, wantedOf } from "./book.ts";
import { listedSlots } from "./free-times.ts";
import { openOffers } from "./offers.ts";
import { type Exceptions, type Interval, openRuns, type StoreDay, without } from "./open-hours.ts";
import { calendarNow, checkPeriod, mergeBookings, nullIfUnavailable } from "./read-calendars.ts";
import { forStaff } from "./staff-answer.ts";
import { peopleOf, type StaffMember, type Store, staffOf, storeOf, teamOf, typeOf } from "./store.ts";
import { visitorOf } from "./visitor-contact.ts";

const MAX_DAYS = 42;
const DAYS_IN_ADVANCE = 3650;

export const people = {
  "people.calendar": async ({ host, user, query, read }) => {
    const { from, to } = query;
    checkPeriod({ from, to }, MAX_DAYS);
    const [store, team, storesUser, types, waiting] = await read(async (db) => [
      await storeOf(db),
      await teamOf(db),
      (await accountOfStore(db))?.userId,
      await typesOf(db),
      await countRows(db, waitlistEntries, eq(waitlistEntries.state, "WAITING")),
    ]);
    const period = { from, to };
    const columns = await columnsOf(host, { store, user, period }, team, storesUser);
    const nobodys = await read((db) => unassigned(db, store, period));
    return {
      timezone: store.timezone,
      today: dayOf(host.clock().getTime(), store.timezone),
      types,
      waiting,
      people: nobodys.events.length > 0 ? [...columns, nobodys] : columns,
    };
  },

  "people.today": async ({ host, user, read }) => {
    const [store, team, storesUser] = await read(async (db) => [
      await storeOf(db),
      await teamOf(db),
      (await accountOfStore(db))?.userId,
    ]);
    const day = dayOf(host.clock().getTime(), store.timezone);
    const of = { store, user, period: { from: day, to: day } };
    const found = await Promise.all(
      team.map((member) => entriesOf(host, { ...of, member, isStores: member.id === storesUser })),
    );
    return found.flat();
  },

  "people.slots": async ({ host, query, read }) => {
    const { typeId, personId, minutes, from, to } = query;
    const [store, type, members] = await read(async (db) => {
      const found = await typeOf(db, typeId ?? null);
      if (typeId && !found) throw notFound();
      const one = personId === undefined ? null : await staffOf(db, personId);
      if (personId !== undefined && !one) throw notFound();
      const own = await storeOf(db);
      const assignees = found ? await assigneesOf(db, found, null) : await peopleOf(db, null);
      return [own, found, one ? [one] : assignees] as const;
    });
    const length = minutes ?? type?.minutes;
    if (!length) throw new HttpError(400, "minutes: Required");
    const wanted = { daysInAdvance: DAYS_IN_ADVANCE, ...(type && wantedOf(type)), minutes: length };
    return forStaff(listedSlots(host, { store, people: members }, wanted, { from, to }));
  },

  "people.accounts": async ({ read }) => {
    return read((db) =>
      db
        .select({
          ...{ userId: users.id, name: personName },
          ...pick(accounts, "address", "provider", "isStores", "error"),
        })
        .from(accounts)
        .innerJoin(users, eq(users.id, accounts.userId))
        .orderBy(asc(sql`lower(${users.firstName})`), asc(users.id)),
    );
  },

  "people.setStoresAccount": async ({ host, user, params: { id: userId }, tenant }) => {
    const holder = { organizationId: user.organizationId, userId };
    await tenant(async (db) => {
      const account = await accountOf(db, holder.userId);
      if (!account) throw notFound();
      if (account.isStores) return;
      const now = host.clock();
      await chooseStoresAccount(db, now, holder);
      const by = { ...holder, userId: user.id };
      await reportChange(db, now, by, "chosen", account.address);
    });
    host.wake();
  },
} satisfies Partial<Handlers>;

function typesOf(db: Db) {
  return db
    .select({ id: appointmentTypes.id, name: appointmentTypes.name, color: appointmentTypes.color })
    .from(appointmentTypes)
    .orderBy(asc(appointmentTypes.createdAt), asc(appointmentTypes.id));
}

function columnsOf(
  host: Host,
  of: Pick<Column, "store" | "user" | "period">,
  team: StaffMember[],
  storesUser: string | null | undefined,
) {
  return Promise.all(
    team.map((member) => columnOf(host, { ...of, member, isStores: member.id === storesUser })),
  );
}

type Period = { from: StoreDay; to: StoreDay };
type Column = { store: Store; user: SignedIn; member: StaffMember; period: Period; isStores: boolean };

/** Without appointments made here. */
async function entriesOf(host: Host, column: Column) {
  const { store, member, period } = column;
  const [from, to] = instantsOf(period, store.timezone);
  const events = await nullIfUnavailable(calendarNow(host, store)(member, from, to));
  if (!events || events.length === 0) return [];
  const own = { userId: member.id, from, to };
  const laid = await host.database.read(store.organizationId, (db) => mergeBookings(db, own, events));
  const person = { id: member.id, name: nameOf(member) };
  return entriesIn(laid, column)
    .sort(byStart)
    .map(({ id, title, start, end, isAllDay }) => ({ id, title, start, end, isAllDay, person }));
}

type Laid = Awaited<ReturnType<typeof mergeBookings<CalendarEvent>>>;

/** Hides events of someone else's account, unless it is the store's. */
function entriesIn(laid: Laid, { user, member, isStores }: Column) {
  // Choosing an account for the store's email doesn't share its calendar.
  const isOpen = member.id === user.id || (isStores && member.isManager) || !member.isConnected;
  const known = new Set(laid.bookings.map(({ id }) => id));
  const others = laid.events.filter(({ booking }) => !booking || !known.has(booking.id));
  return others.map(({ event }) => ({
    id: event.id,
    title: isOpen ? event.title : "Busy",
    start: event.startsAt,
    end: event.endsAt,
    isAllDay: event.isAllDay,
    isFree: event.isTransparent,
    booking: null,
    held: null,
  }));
}

type Dated = { id: string; start: Date };

function byStart(a: Dated, b: Dated): number {
  return a.start.getTime() - b.start.getTime() || (a.id < b.id ? -1 : 1);
}

function nameOf({ firstName, lastName }: StaffMember): string {
  return `${firstName} ${lastName}`.trim();
}

async function columnOf(host: Host, column: Column) {
  const { store, user, member, period } = column;
  const [from, to] = instantsOf(period, store.timezone);
  const events = await nullIfUnavailable(calendarNow(host, store)(member, from, to));
  const error = events
    ? null
    : "This calendar can't be read right now. Only appointments made here are shown.";
  const own = { userId: member.id, from, to };
  const [laid, offers] = await host.database.read(store.organizationId, async (db) => [
    await mergeBookings(db, own, events ?? []),
    await openOffers(db, { from, to, userIds: [member.id], now: host.clock() }),
  ]);
  return {
    id: member.id,
    name: nameOf(member),
    isMe: member.id === user.id,
    isBookable: member.isBookable,
    error,
    ...hoursShown(member, store, period),
    events: [
      ...laid.bookings.filter(({ startsAt, endsAt }) => startsAt < to && endsAt > from).map(shownBooking),
      ...entriesIn(laid, column),
      ...offers.map(({ id, name, typeId, startsAt, endsAt, heldUntil }) => ({
        id,
        title: `Reserved for ${name}`,
        start: startsAt,
        end: endsAt,
        isAllDay: false,
        isFree: false,
        booking: null,
        held: { name, until: heldUntil, typeId },
      })),
    ].sort(byStart),
  };
}

function hoursShown({ availability, exceptions }: StaffMember, { timezone }: Store, { from, to }: Period) {
  const runs = (except?: Exceptions) => openRuns(availability, timezone, from, to, except);
  const [week, own, open] = [runs(), runs(exceptions.own), runs(exceptions)];
  const dated = ({ start, end }: Interval) => ({ start: new Date(start), end: new Date(end) });
  return {
    open: open.map(dated),
    away: [
      ...without(week, own).map((span) => ({ ...dated(span), isStores: false })),
      ...without(own, open).map((span) => ({ ...dated(span), isStores: true })),
    ],
  };
}

type Shown = Awaited<ReturnType<typeof mergeBookings>>["bookings"][number];

function shownBooking(booking: Shown) {
  const { id, status, title, note, contactId, appointmentTypeId } = booking;
  const { name, ...addresses } = visitorOf(booking);
  const { minutesBefore, minutesAfter, allowed, allowedBy, version } = booking;
  return {
    id,
    title: `${title} · ${name}`,
    start: booking.startsAt,
    end: booking.endsAt,
    isAllDay: false,
    isFree: false,
    held: null,
    booking: {
      ...{ id, status, title, contact: { id: contactId, name }, ...addresses, note },
      ...{ typeId: appointmentTypeId, minutesBefore, minutesAfter },
      ...{ allowed: allowed ?? [], allowedBy, isConfirmed: booking.confirmedAt !== null, version },
    },
  };
}

async function unassigned(db: Db, { timezone }: Store, period: Period) {
  const [from, to] = instantsOf(period, timezone);
  const found = await db
    .select()
    .from(bookings)
    .where(
      and(
        isNull(bookings.userId),
        eq(bookings.status, "CONFIRMED"),
        gte(bookings.startsAt, from),
        lt(bookings.startsAt, to),
      ),
    )
    .orderBy(asc(bookings.startsAt), asc(bookings.id));
  const nobody = {
    id: null,
    name: "Nobody",
    isMe: false,
    isBookable: false,
    error: null,
    open: [],
    away: [],
  };
  return { ...nobody, events: found.map(shownBooking) };
}

function instantsOf({ from, to }: Period, timezone: string): [Date, Date] {
  return [new Date(startOfDay(from, timezone)), new Date(startOfDay(addDays(to, 1), timezone))];
}
