import { and, asc, eq, gt, inArray, isNull, lt, lte, or, sql } from "drizzle-orm";
import { addDays, dayOf } from "#lib/time/days.ts";
import { HOUR, MINUTE, wallAt } from "#lib/time/zone.ts";
import type { CalendarEvent } from "#server/connections/calendar/expand.ts";
import { outgoingOf } from "#server/connections/mail/transport.ts";
import type { Db } from "#server/platform/db/client.ts";
import { pick } from "#server/platform/db/columns.ts";
import { claimDue } from "#server/platform/db/due.ts";
import { anyOf, byId } from "#server/platform/db/record.ts";
import { organizations } from "#server/platform/db/schema.ts";
import { appointmentTypes, bookings, offers, waitlistEntries } from "#server/platform/db/schema-calendar.ts";
import { accounts, mails } from "#server/platform/db/schema-mail.ts";
import type { Host } from "#server/platform/handler.ts";
import { wantedOf } from "./book.ts";
import { type Busy, busyTimes, daysOf, type Period } from "./free-times.ts";
import { withoutTag } from "./limits.ts";
import { makeOffer, offerEnd } from "./make-offer.ts";
import { endOffers, mailsOf, type Offer, type WaitlistEntry } from "./offers.ts";
import type { StoreDay } from "./open-hours.ts";
import {
  calendarNow,
  nullIfUnavailable,
  type ReadCalendar,
  readCalendars,
  spanOf,
} from "./read-calendars.ts";
import { type AppointmentType, offeredTypeOf, type Person, peopleOf, type Store, storeOf } from "./store.ts";

// Nothing reports what became free: the list is checked after changes (database triggers, lookSoon), when an
// offer ends, and periodically because of external calendars. A list where nobody waits is checked daily, to delete old entries.

const CHECK_INTERVAL = { external: "10 minutes", own: "1 hour" };
// Longer than a run, so another host takes over after a crash.
const LEASE_MS = 2 * MINUTE;
const FURTHEST_DAYS = 366;
const TRIES = 3;
const STORES_AT_ONCE = 4;
/** Without an answer to an offer, the next one would come every half hour. */
const PAUSE = 3 * HOUR;
const KEPT_DAYS = 14;

export async function offerFreeTimes(host: Host): Promise<number> {
  let offered = 0;
  for (;;) {
    const now = host.clock();
    const due = {
      due: organizations.lineDueAt,
      key: [organizations.id],
      now,
      leaseMs: LEASE_MS,
      most: STORES_AT_ONCE,
      only: isNull(organizations.heldSince),
    };
    const found = await claimDue(host.database, organizations, due, async ({ id, lineDueAt }) => {
      const made = await lookThrough(host, id);
      offered += made;
      const interval = sql`case when exists (select from ${accounts} where ${accounts.organizationId} = ${organizations.id}
        and ${accounts.provider} <> 'local') then interval '${sql.raw(CHECK_INTERVAL.external)}' else interval '${sql.raw(CHECK_INTERVAL.own)}' end`;
      const next = sql`(select least(min(${offers.heldUntil}), ${host.clock().toISOString()}::timestamptz + ${interval})
        from ${offers} where ${offers.organizationId} = ${organizations.id} and ${offers.state} = 'OPEN')`;
      const undone = sql`(select min(${bookings.undoUntil}) from ${bookings}
        where ${bookings.organizationId} = ${organizations.id} and ${bookings.undoUntil} > ${now.toISOString()}::timestamptz)`;
      const entries = sql`${waitlistEntries} where ${waitlistEntries.organizationId} = ${organizations.id}`;
      const waits = sql`exists (select from ${entries} and ${waitlistEntries.state} = 'WAITING')`;
      const tomorrow = sql`${now.toISOString()}::timestamptz + interval '1 day'`;
      await host.database.system((db) =>
        db
          .update(organizations)
          .set({
            lineDueAt: sql`case when ${waits} then least(${next}, ${undone}) when exists (select from ${entries}) then ${tomorrow} end`,
          })
          .where(
            and(eq(organizations.id, id), lineDueAt ? eq(organizations.lineDueAt, lineDueAt) : undefined),
          ),
      );
    });
    if (found < STORES_AT_ONCE) return offered;
  }
}

async function lookThrough(host: Host, organizationId: string): Promise<number> {
  const now = host.clock();
  const read = () => host.database.read(organizationId, (db) => readLine(db, now));
  let found = await read();
  if (found.ends) {
    const { store, ends } = found;
    await host.database.tenant(organizationId, (db) => end(db, store, ends, now));
    found = await read();
  }
  const { store, line, offered, refused } = found;
  // Without a working mailbox, nobody would receive the offer.
  const canMail = !["waiting", "refused"].includes(outgoingOf(host, store));
  const asked = new Set(line.filter(({ id }) => offered.has(id)).map(personKey));
  const isAsked = (entry: WaitlistEntry) => asked.has(personKey(entry));
  const refusedBy = ({ id }: WaitlistEntry) => refused.get(id) ?? [];
  const waiting = line.filter(
    (entry) => !isAsked(entry) && (canMail || !entry.email) && !isPaused(refusedBy(entry), now),
  );
  if (waiting.length === 0) return 0;
  const calendar = calendarOf(host, store, waiting);
  const team = await readTeam(host, store, waiting, calendar);
  const changed: WaitlistEntry[] = [];
  let made = 0;
  // All entries see the same times: a time that becomes free meanwhile goes to the first of them at the next look.
  for (const entry of waiting) {
    const free = isAsked(entry) ? null : freeTimesFor(team, entry);
    if (!free) continue;
    const known = stillKnown(entry, free);
    if (known.length !== entry.known?.length) changed.push({ ...entry, known });
    const starts = freshTimes(team, entry, free, known, refusedBy(entry));
    if (starts.length > 0) await remember(host, organizationId, changed.splice(0));
    const offer = await nullIfUnavailable(offerFirst(host, store, entry, starts, calendar));
    if (!offer) continue;
    asked.add(personKey(entry));
    reserve(team, entry, offer);
    made += 1;
  }
  await remember(host, organizationId, changed);
  return made;
}

const personKey = (entry: WaitlistEntry) => withoutTag(entry.email || entry.contactId || entry.id);

type Ends = { offers: OpenOffer[]; over: string[]; taken: string[] };
type Line = {
  store: Store;
  line: WaitlistEntry[];
  offered: Set<string>;
  refused: Map<string, Refused[]>;
  ends: Ends | null;
};

async function readLine(db: Db, now: Date): Promise<Line> {
  const store = await storeOf(db);
  const today = dayOf(now, store.timezone);
  const [found, open, taken, refused] = await Promise.all([
    db
      .select()
      .from(waitlistEntries)
      .where(or(eq(waitlistEntries.state, "WAITING"), isOld(today)))
      .orderBy(asc(waitlistEntries.rank), asc(waitlistEntries.id)),
    openOffersOf(db, now),
    takenEntries(db, store, now),
    pastOffersByEntry(db),
  ]);
  const line = found.filter(({ state }) => state === "WAITING");
  const over = line.filter(({ toDay }) => toDay < today).map(({ id }) => id);
  const due = open.filter(({ isOver, isHidden }) => isOver || isHidden);
  const isAny = due.length + over.length + taken.length > 0 || found.length > line.length;
  const offered = new Set(open.map(({ entryId }) => entryId));
  return { store, line, offered, refused, ends: isAny ? { offers: due, over, taken } : null };
}

type Refused = Pick<typeof offers.$inferSelect, "entryId" | "startsAt" | "state" | "heldUntil">;

async function pastOffersByEntry(db: Db): Promise<Map<string, Refused[]>> {
  const found = await db
    .select(pick(offers, "entryId", "startsAt", "state", "heldUntil"))
    .from(offers)
    .innerJoin(waitlistEntries, eq(waitlistEntries.id, offers.entryId))
    .where(and(eq(waitlistEntries.state, "WAITING"), inArray(offers.state, ["DECLINED", "LAPSED"])));
  return Map.groupBy(found, ({ entryId }) => entryId);
}

type OpenOffer = { id: string; entryId: string; isOver: boolean; isHidden: boolean | null };

async function openOffersOf(db: Db, now: Date): Promise<OpenOffer[]> {
  const isOver = sql<boolean>`${lte(offers.heldUntil, now)}`;
  return db
    .select({ ...pick(offers, "id", "entryId"), isOver, isHidden: appointmentTypes.isHidden })
    .from(offers)
    .leftJoin(waitlistEntries, eq(waitlistEntries.id, offers.entryId))
    .leftJoin(appointmentTypes, eq(appointmentTypes.id, waitlistEntries.appointmentTypeId))
    .where(eq(offers.state, "OPEN"));
}

/** Entries of people who have booked meanwhile. */
async function takenEntries(db: Db, { timezone }: Store, now: Date): Promise<string[]> {
  const booked = await db
    .select({ ...pick(waitlistEntries, "id", "fromDay", "toDay"), startsAt: bookings.startsAt })
    .from(waitlistEntries)
    .innerJoin(
      bookings,
      and(
        eq(bookings.appointmentTypeId, waitlistEntries.appointmentTypeId),
        eq(bookings.status, "CONFIRMED"),
        sql`(${bookings.contactId} = ${waitlistEntries.contactId}
          or (${waitlistEntries.email} <> '' and lower(${bookings.email}) = lower(${waitlistEntries.email})))`,
        gt(bookings.createdAt, waitlistEntries.createdAt),
        gt(bookings.startsAt, now),
        or(isNull(bookings.undoUntil), lte(bookings.undoUntil, now)),
      ),
    )
    .where(eq(waitlistEntries.state, "WAITING"));
  return booked.flatMap(({ id, fromDay, toDay, startsAt }) => {
    const day = dayOf(startsAt, timezone);
    return fromDay <= day && day <= toDay ? [id] : [];
  });
}

/** A time whose email was never sent can be offered again. */
async function end(db: Db, { timezone }: Store, { offers: due, over, taken }: Ends, now: Date) {
  for (const { id, isOver } of due) {
    const [waiting] = await db
      .select({ id: mails.id })
      .from(mails)
      .where(mailsOf(db, [id]));
    await endOffers(db, eq(offers.id, id), isOver && !waiting ? "LAPSED" : "WITHDRAWN", now);
  }
  await setState(db, over, "OVER", now);
  await setState(db, taken, "TAKEN", now);
  if (taken.length > 0) await endOffers(db, anyOf(offers.entryId, taken), "WITHDRAWN", now);
  await db.delete(waitlistEntries).where(isOld(dayOf(now, timezone)));
}

function isOld(today: StoreDay) {
  const isDone = inArray(waitlistEntries.state, ["TAKEN", "OVER"]);
  return and(isDone, lt(waitlistEntries.toDay, addDays(today, -KEPT_DAYS)));
}

async function setState(db: Db, ids: string[], state: "OVER" | "TAKEN", now: Date): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(waitlistEntries)
    .set({ state, updatedAt: now })
    .where(and(eq(waitlistEntries.state, "WAITING"), anyOf(waitlistEntries.id, ids)));
}

function calendarOf(host: Host, store: Store, line: WaitlistEntry[]): ReadCalendar {
  const today = dayOf(host.clock(), store.timezone);
  const days = line.map(({ toDay }) => toDay).filter((day) => day < addDays(today, FURTHEST_DAYS));
  const { from: first, to: last } = spanOf(today, days.sort().at(-1) ?? today);
  const read = calendarNow(host, store);
  const answers = new Map<string, Promise<CalendarEvent[]>>();
  return async (person, from, to) => {
    const answer = answers.get(person.id) ?? read(person, first, last);
    answers.set(person.id, answer);
    return (await answer).filter(({ startsAt, endsAt }) => startsAt < to && endsAt > from);
  };
}

type Asking = { type: AppointmentType; people: Person[]; period: Period; lastBookable: StoreDay };
/** `each`: the people whose calendars can be read. */
type Team = { store: Store; now: Date; asking: Map<string, Asking>; each: Busy[] };

/** Reads once what all entries need. An offer reads it again under the store's lock. */
async function readTeam(host: Host, store: Store, line: WaitlistEntry[], calendar: ReadCalendar) {
  const now = host.clock();
  const today = dayOf(now, store.timezone);
  const typeIds = [...new Set(line.map(({ appointmentTypeId }) => appointmentTypeId))];
  const [everyone, ...types] = await host.database.read(store.organizationId, (db) =>
    Promise.all([peopleOf(db, null), ...typeIds.map((id) => offeredTypeOf(db, id))]),
  );
  const asking = new Map<string, Asking>();
  for (const { id, appointmentTypeId, userId, fromDay, toDay } of line) {
    const type = types.find((one) => one?.id === appointmentTypeId);
    const people = everyone
      .filter((person) => userId === null || person.id === userId)
      .filter((person) => type?.people?.includes(person.id) !== false);
    const [, from = today] = [fromDay, today].sort();
    if (!type || people.length === 0 || toDay >= addDays(today, FURTHEST_DAYS)) continue;
    const [lastBookable = toDay] = [toDay, addDays(today, Math.floor(type.daysInAdvance))].sort();
    asking.set(id, { type, people, period: { from, to: toDay }, lastBookable });
  }
  const bookable = [...asking.values()].filter(({ period, lastBookable }) => period.from <= lastBookable);
  const people = everyone.filter((person) => bookable.some((one) => one.people.includes(person)));
  const last =
    bookable
      .map(({ lastBookable }) => lastBookable)
      .sort()
      .at(-1) ?? today;
  const known = people.length > 0 && (await nullIfUnavailable(readCalendars(people, today, last, calendar)));
  const days = { first: today, last, now: now.getTime() };
  const each = known
    ? await host.database.read(store.organizationId, (db) => busyTimes(db, known, days))
    : [];
  return { store, now, asking, each };
}

type Free = { day: StoreDay; start: number }[];

/** Null if nobody can say which times are free. */
function freeTimesFor({ store, now, asking, each }: Team, { id }: WaitlistEntry): Free | null {
  const one = asking.get(id);
  if (!one) return null;
  const { type, people, period, lastBookable } = one;
  if (period.from > lastBookable) return [];
  const theirs = each.filter(({ person }) => people.includes(person));
  if (theirs.length === 0) return null;
  const days = daysOf(store, wantedOf(type), theirs, now.getTime(), period);
  return days.flatMap(({ day, slots }) => slots.map((start) => ({ day, start })));
}

/** In minutes: the times that have been free ever since the entry was added. */
function stillKnown({ known, fromDay }: WaitlistEntry, free: Free): number[] {
  const before = new Set(
    known ?? free.filter(({ day }) => day !== fromDay).map(({ start }) => start / MINUTE),
  );
  return free.map(({ start }) => start / MINUTE).filter((start) => before.has(start));
}

function freshTimes(
  { store, now, asking }: Team,
  entry: WaitlistEntry,
  free: Free,
  known: number[],
  refused: Refused[],
): number[] {
  const no = new Set([...known, ...refused.map(({ startsAt }) => startsAt.getTime() / MINUTE)]);
  // It must still be bookable at the end of the offer.
  const notice = asking.get(entry.id)?.type.notice ?? 0;
  const soonest = offerEnd(now, store.timezone).getTime() + notice * MINUTE;
  return free
    .map(({ start }) => start)
    .filter((start) => start >= soonest && !no.has(start / MINUTE))
    .filter((start) => suits(entry, start, store.timezone));
}

function isPaused(refused: Refused[], now: Date): boolean {
  return refused.some(
    ({ state, heldUntil }) => state === "LAPSED" && heldUntil.getTime() > now.getTime() - PAUSE,
  );
}

/** The following entries see the time as taken. */
function reserve({ each }: Team, { appointmentTypeId: typeId }: WaitlistEntry, offer: Offer): void {
  const theirs = each.find(({ person }) => person.id === offer.userId);
  theirs?.busy.push({ start: offer.blockedFrom.getTime(), end: offer.blockedUntil.getTime() });
  theirs?.booked.push({ startsAt: offer.startsAt, typeId });
}

async function offerFirst(
  host: Host,
  store: Store,
  entry: WaitlistEntry,
  starts: number[],
  calendar: ReadCalendar,
): Promise<Offer | null> {
  for (const start of starts.slice(0, TRIES)) {
    const offer = await makeOffer(host, store, entry, start, calendar);
    if (!offer) continue;
    host.wake();
    return offer;
  }
  return null;
}

function suits({ timeOfDay }: WaitlistEntry, start: number, timezone: string): boolean {
  const hour = new Date(wallAt(start, timezone)).getUTCHours();
  return timeOfDay === "ANY" || (timeOfDay === "MORNING") === hour < 12;
}

async function remember(host: Host, organizationId: string, changed: WaitlistEntry[]): Promise<void> {
  if (changed.length === 0) return;
  await host.database.tenant(organizationId, async (db) => {
    for (const { id, version, known } of changed)
      await db
        .update(waitlistEntries)
        .set({ known })
        .where(byId(waitlistEntries, id, version));
  });
}
