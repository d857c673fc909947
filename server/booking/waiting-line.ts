import { and, asc, eq, gt, inArray, isNull, lt, lte, or, sql } from "drizzle-orm";
import { addDays, dayOf } from "#lib/time/days.ts";
import { HOUR, MINUTE, wallAt } from "#lib/time/zone.ts";
import type { CalendarEvent } from "#server/connections/calendar/expand.ts";
import type { Db } from "#server/platform/db/client.ts";
import { pick } from "#server/platform/db/columns.ts";
import { claimDue } from "#server/platform/db/due.ts";
import { anyOf } from "#server/platform/db/record.ts";
import { organizations } from "#server/platform/db/schema.ts";
import { appointmentTypes, bookings, offers, waitlistEntries } from "#server/platform/db/schema-calendar.ts";
import { accounts, mails } from "#server/platform/db/schema-mail.ts";
import type { Host } from "#server/platform/handler.ts";
import { wantedOf } from "./book.ts";
import { freeTimes } from "./free-times.ts";
import { withoutTag } from "./limits.ts";
import { makeOffer, offerEnd } from "./make-offer.ts";
import { endOffers, mailsOf, type WaitlistEntry } from "./offers.ts";
import { calendarNow, nullIfUnavailable, type ReadCalendar, spanOf } from "./read-calendars.ts";
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
  const { store, line, refused } = await host.database.tenant(organizationId, async (db) => {
    const found = await storeOf(db);
    await endDueOffers(db, now);
    const all = await inLine(db);
    const ended = await endEntries(db, found, all, now);
    await forgetOldEntries(db, found, now);
    const left = all.filter(({ entry }) => !ended.has(entry.id));
    return { store: found, line: left, refused: await pastOffersByEntry(db, left) };
  });
  // While the mailbox fails, nobody would receive the offer.
  const canMail = store.provider === null ? host.smtp !== null : store.provider === "local" || !store.error;
  const calendar = calendarOf(host, store, line);
  const readOffering = offeringReader(host, organizationId);
  const fresh = (entry: WaitlistEntry) =>
    freshTimes(host, store, entry, refused.get(entry.id) ?? [], calendar, readOffering);
  let made = 0;
  const asked = new Set<string>();
  const passed: WaitlistEntry[] = [];
  const offer = async (entry: WaitlistEntry, starts: number[]) => {
    if (asked.has(personKey(entry)) || !(await offerFirst(host, store, entry, starts, calendar))) return;
    asked.add(personKey(entry));
    made += 1;
  };
  const turn = async (entry: WaitlistEntry) => {
    const starts = await fresh(entry);
    // A time that became free after an earlier entry's turn goes to that entry first.
    for (const earlier of passed) {
      const isTheirs = starts.some((start) => isWithin(earlier, start, store.timezone));
      if (isTheirs && !asked.has(personKey(earlier))) await offer(earlier, await fresh(earlier));
    }
    await offer(entry, starts);
    passed.push(entry);
  };
  for (const { entry, isOffered } of line) {
    if (isOffered) asked.add(personKey(entry));
    if (asked.has(personKey(entry)) || (entry.email && !canMail)) continue;
    await nullIfUnavailable(turn(entry));
  }
  return made;
}

const personKey = (entry: WaitlistEntry) => withoutTag(entry.email || entry.contactId || entry.id);

type InLine = { entry: WaitlistEntry; isOffered: boolean };

async function inLine(db: Db): Promise<InLine[]> {
  const found = await db
    .select({ entry: waitlistEntries, offerId: offers.id })
    .from(waitlistEntries)
    .leftJoin(offers, and(eq(offers.entryId, waitlistEntries.id), eq(offers.state, "OPEN")))
    .where(eq(waitlistEntries.state, "WAITING"))
    .orderBy(asc(waitlistEntries.rank), asc(waitlistEntries.id));
  // Those with an offer come first, so they get no second one.
  return found
    .map(({ entry, offerId }) => ({ entry, isOffered: offerId !== null }))
    .sort((a, b) => Number(b.isOffered) - Number(a.isOffered));
}

type Refused = Pick<typeof offers.$inferSelect, "entryId" | "startsAt" | "state" | "heldUntil">;

async function pastOffersByEntry(db: Db, line: InLine[]): Promise<Map<string, Refused[]>> {
  if (line.length === 0) return new Map();
  const found = await db
    .select(pick(offers, "entryId", "startsAt", "state", "heldUntil"))
    .from(offers)
    .innerJoin(waitlistEntries, eq(waitlistEntries.id, offers.entryId))
    .where(and(eq(waitlistEntries.state, "WAITING"), inArray(offers.state, ["DECLINED", "LAPSED"])));
  return Map.groupBy(found, ({ entryId }) => entryId);
}

/** Ends offers that have run out or whose type is hidden. A time whose email was never sent can be offered again. */
async function endDueOffers(db: Db, now: Date): Promise<void> {
  const isOver = lte(offers.heldUntil, now);
  const ending = await db
    .select({ id: offers.id, isOver: sql<boolean>`${isOver}` })
    .from(offers)
    .leftJoin(waitlistEntries, eq(waitlistEntries.id, offers.entryId))
    .leftJoin(appointmentTypes, eq(appointmentTypes.id, waitlistEntries.appointmentTypeId))
    .where(and(eq(offers.state, "OPEN"), or(isOver, eq(appointmentTypes.isHidden, true))));
  for (const one of ending) {
    const [waiting] = await db
      .select({ id: mails.id })
      .from(mails)
      .where(mailsOf(db, [one.id]));
    await endOffers(db, eq(offers.id, one.id), one.isOver && !waiting ? "LAPSED" : "WITHDRAWN", now);
  }
}

async function endEntries(db: Db, { timezone }: Store, line: InLine[], now: Date): Promise<Set<string>> {
  if (line.length === 0) return new Set();
  const today = dayOf(now, timezone);
  const over = line.filter(({ entry }) => entry.toDay < today).map(({ entry }) => entry.id);
  const booked = await db
    .select({ entry: waitlistEntries, startsAt: bookings.startsAt })
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
  const taken = booked.flatMap(({ entry: { id, fromDay, toDay }, startsAt }) => {
    const day = dayOf(startsAt, timezone);
    return fromDay <= day && day <= toDay ? [id] : [];
  });
  await setState(db, over, "OVER", now);
  await setState(db, taken, "TAKEN", now);
  for (const id of taken) await endOffers(db, eq(offers.entryId, id), "WITHDRAWN", now);
  return new Set([...over, ...taken]);
}

async function setState(db: Db, ids: string[], state: "OVER" | "TAKEN", now: Date): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(waitlistEntries)
    .set({ state, updatedAt: now })
    .where(and(eq(waitlistEntries.state, "WAITING"), anyOf(waitlistEntries.id, ids)));
}

async function forgetOldEntries(db: Db, { timezone }: Store, now: Date): Promise<void> {
  await db
    .delete(waitlistEntries)
    .where(
      and(
        or(eq(waitlistEntries.state, "TAKEN"), eq(waitlistEntries.state, "OVER")),
        lt(waitlistEntries.toDay, addDays(dayOf(now, timezone), -KEPT_DAYS)),
      ),
    );
}

function calendarOf(host: Host, store: Store, line: { entry: WaitlistEntry }[]): ReadCalendar {
  const today = dayOf(host.clock(), store.timezone);
  const days = line.map(({ entry }) => entry.toDay).filter((day) => day < addDays(today, FURTHEST_DAYS));
  const { from: first, to: last } = spanOf(today, days.sort().at(-1) ?? today);
  const read = calendarNow(host, store);
  const answers = new Map<string, Promise<CalendarEvent[]>>();
  return async (person, from, to) => {
    const answer = answers.get(person.id) ?? read(person, first, last);
    answers.set(person.id, answer);
    return (await answer).filter(({ startsAt, endsAt }) => startsAt < to && endsAt > from);
  };
}

/** Reads people and each type once. An offer reads them again under the store's lock. */
function offeringReader({ database }: Host, organizationId: string) {
  let everyone: Promise<Person[]> | undefined;
  const types = new Map<string | null, Promise<AppointmentType | null>>();
  return async ({ appointmentTypeId: id, userId }: WaitlistEntry) => {
    const found = types.get(id) ?? database.read(organizationId, (db) => offeredTypeOf(db, id));
    types.set(id, found);
    everyone ??= database.read(organizationId, (db) => peopleOf(db, null));
    const [type, all] = await Promise.all([found, everyone]);
    const isAssignee = (person: Person) =>
      (userId === null || person.id === userId) && type?.people?.includes(person.id) !== false;
    return { type, people: all.filter(isAssignee) };
  };
}

async function freshTimes(
  host: Host,
  store: Store,
  entry: WaitlistEntry,
  refused: Refused[],
  calendar: ReadCalendar,
  readOffering: ReturnType<typeof offeringReader>,
): Promise<number[]> {
  const now = host.clock();
  const isPaused = refused.some(
    ({ state, heldUntil: until }) => state === "LAPSED" && until.getTime() > now.getTime() - PAUSE,
  );
  if (isPaused) return [];
  const { type, people } = await readOffering(entry);
  const today = dayOf(now, store.timezone);
  const [, from = today] = [entry.fromDay, today].sort();
  if (!type || people.length === 0 || entry.toDay >= addDays(today, FURTHEST_DAYS)) return [];
  const period = { from, to: entry.toDay };
  const days = await freeTimes(host, { store, people }, wantedOf(type), period, calendar);
  const free = days.flatMap((day) => day.slots.map((start) => ({ day: day.day, start })));
  const known = new Set(
    entry.known ?? free.filter(({ day }) => day !== entry.fromDay).map(({ start }) => start / MINUTE),
  );
  const stillFree = free.map(({ start }) => start / MINUTE).filter((start) => known.has(start));
  await remember(host, entry, stillFree);
  entry.known = stillFree;
  const declined = new Set(refused.map(({ startsAt }) => startsAt.getTime()));
  // It must still be bookable at the end of the offer.
  const soonest = offerEnd(now, store.timezone).getTime() + type.notice * MINUTE;
  return free
    .map(({ start }) => start)
    .filter((start) => start >= soonest && !known.has(start / MINUTE) && !declined.has(start))
    .filter((start) => suits(entry, start, store.timezone));
}

async function offerFirst(
  host: Host,
  store: Store,
  entry: WaitlistEntry,
  starts: number[],
  calendar: ReadCalendar,
): Promise<boolean> {
  for (const start of starts.slice(0, TRIES)) {
    if (await makeOffer(host, store, entry, start, calendar)) {
      host.wake();
      return true;
    }
  }
  return false;
}

function isWithin(entry: WaitlistEntry, start: number, timezone: string): boolean {
  const day = dayOf(start, timezone);
  return entry.fromDay <= day && day <= entry.toDay && suits(entry, start, timezone);
}

function suits({ timeOfDay }: WaitlistEntry, start: number, timezone: string): boolean {
  const hour = new Date(wallAt(start, timezone)).getUTCHours();
  return timeOfDay === "ANY" || (timeOfDay === "MORNING") === hour < 12;
}

async function remember(host: Host, { organizationId, id, version, known }: WaitlistEntry, now: number[]) {
  if (known?.length === now.length) return;
  await host.database.tenant(organizationId, (db) =>
    db
      .update(waitlistEntries)
      .set({ known: now })
      .where(and(eq(waitlistEntries.id, id), eq(waitlistEntries.version, version))),
  );
}
