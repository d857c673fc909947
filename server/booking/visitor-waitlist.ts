import { and, desc, eq } from "drizzle-orm";
import type { VisitorEntryForm } from "#lib/contract/waitlist.ts";
import { addDays, dayOf } from "#lib/time/days.ts";
import { currentTimezone } from "#lib/time/zone-data.ts";
import { countAttempt } from "#server/platform/auth/attempts.ts";
import type { Db } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/db/id.ts";
import { byId, countRows, findRecord } from "#server/platform/db/record.ts";
import { offers, waitlistEntries as table } from "#server/platform/db/schema-calendar.ts";
import { HttpError } from "#server/platform/errors.ts";
import type { Handlers, Host } from "#server/platform/handler.ts";
import { recordOfToken, recordToken } from "#server/platform/secrets/tokens.ts";
import { lockStore, reusedKey } from "./book.ts";
import { checkCaptcha, countMail, samePerson, typeToBook } from "./limits.ts";
import { mailWaiting, type WaitlistEntry } from "./offers.ts";
import { firstNameOf, offeredTypeOf, peopleOf, type Store, storeOf, typeOf } from "./store.ts";
import { passOffer, takeOffer } from "./take-offer.ts";
import { answer, isMailed } from "./visitor-answer.ts";
import { visitorFace } from "./visitor-face.ts";
import { addEntry, openOffersByEntry, removeEntry } from "./waitlist.ts";

const MAX_ENTRIES = 5;

export const visitorWaitlist = {
  "visitor.wish": async ({ host, params: { slug }, body, address }) => {
    const { store, type } = await typeToBook(host, slug, address);
    if (body.website) throw new HttpError(400, "We couldn't send this. Please contact the store.");
    const timezone = currentTimezone(body.timezone) ?? store.timezone;
    const { organizationId } = store;
    const before = await host.database.read(organizationId, async (db) => {
      const same = await sameRequest(db, type.id, body);
      return same && waitingAnswer(db, host, same);
    });
    if (before) return before;
    await checkCaptcha(host.captcha, body.captcha);
    const waiting = await host.database.tenant(organizationId, async (db) => {
      await lockStore(db);
      const again = await sameRequest(db, type.id, body);
      if (again) return waitingAnswer(db, host, again);
      const current = await offeredTypeOf(db, type.id);
      if (!current?.waitingList) {
        throw new HttpError(409, "There is no waiting list for this. Please contact the store.");
      }
      await checkEntry(db, host, { store, daysInAdvance: current.daysInAdvance, address }, body);
      const people = current.visitorChooses ? await peopleOf(db, current.people) : [];
      const made = await addEntry(
        db,
        {
          ...{ id: newId(), appointmentTypeId: current.id },
          userId: people.find(({ id }) => id === body.personId)?.id ?? null,
          ...{ name: body.name, email: body.email, timezone },
          ...{ fromDay: body.from, toDay: body.to, timeOfDay: body.timeOfDay, requestKey: body.key },
        },
        "visitor",
      );
      await countMail(db, made);
      await mailWaiting(db, host, { store, type: current, entry: made });
      return waitingAnswer(db, host, made);
    });
    host.wake();
    return waiting;
  },

  "visitor.waiting": async ({ host, params: { token }, address }) => {
    await host.database.system((db) => countAttempt(db, "booking page", address));
    const entry = await entryOf(host, token);
    return host.database.read(entry.organizationId, async (db) => {
      const waiting = await waitingAnswer(db, host, entry);
      const store = { timezone: waiting.storeTimezone };
      return { ...waiting, face: await visitorFace(db, host, store) };
    });
  },

  "visitor.takeOffer": async ({ host, params: { token }, body: { offerId, answers }, address }) => {
    const entry = await act(host, token, address);
    const taken = await takeOffer(host, entry, offerId, { visitor: { address, answers } });
    return answer(host, { ...taken, slug: taken.type?.slug ?? null }, ["cancel", "move"]);
  },

  "visitor.declineOffer": async ({ host, params: { token }, body: { offerId }, address }) => {
    const entry = await act(host, token, address);
    const waiting = await host.database.tenant(entry.organizationId, async (db) => {
      await passOffer(db, entry, offerId, host.clock());
      return waitingAnswer(db, host, entry);
    });
    host.wake();
    return waiting;
  },

  "visitor.withdraw": async ({ host, params: { token }, address }) => {
    const entry = await act(host, token, address);
    await removeEntry(host, entry);
  },
} satisfies Partial<Handlers>;

async function act(host: Host, token: string, address: string): Promise<WaitlistEntry> {
  await host.database.system((db) => countAttempt(db, "book", address));
  return entryOf(host, token);
}

async function entryOf(host: Host, token: string): Promise<WaitlistEntry> {
  const key = recordOfToken(host.secret, "wish", token);
  const [found] = key
    ? await host.database.read(key.organizationId, (db) => db.select().from(table).where(byId(table, key.id)))
    : [];
  if (!found) throw new HttpError(404, "This waiting list link doesn't work");
  return found;
}

type Asking = { store: Store; daysInAdvance: number; address: string };

async function checkEntry(
  db: Db,
  host: Host,
  { store, daysInAdvance, address }: Asking,
  { from, to, email }: VisitorEntryForm,
): Promise<void> {
  const { organizationId, timezone } = store;
  const today = dayOf(host.clock(), timezone);
  if (from < today) throw new HttpError(400, "from: This day is over");
  if (to > addDays(today, Math.floor(daysInAdvance))) {
    throw new HttpError(400, "to: This day is too far ahead");
  }
  const waiting = eq(table.state, "WAITING");
  const mine = and(waiting, samePerson(table.email, email));
  if ((await countRows(db, table, mine)) >= MAX_ENTRIES) {
    throw new HttpError(
      422,
      `You’re already on this waiting list ${MAX_ENTRIES} times. Leave it once first.`,
    );
  }
  await countAttempt(db, "booked", `${organizationId} ${address}`);
}

async function sameRequest(
  db: Db,
  typeId: string,
  { key, email, name, from, to, timeOfDay }: VisitorEntryForm,
): Promise<WaitlistEntry | null> {
  const [found] = await db.select().from(table).where(eq(table.requestKey, key));
  if (!found) return null;
  const isSame =
    found.appointmentTypeId === typeId &&
    found.email.toLowerCase() === email.toLowerCase() &&
    found.name === name &&
    (found.version > 1 || (found.fromDay === from && found.toDay === to && found.timeOfDay === timeOfDay));
  if (!isSame) throw reusedKey();
  return found;
}

async function offerOf(db: Db, host: Host, entryId: string) {
  const offer = (await openOffersByEntry(db, host, [entryId])).get(entryId) ?? null;
  const ofEntry = eq(offers.entryId, entryId);
  const [last] = await db.select().from(offers).where(ofEntry).orderBy(desc(offers.heldUntil)).limit(1);
  const now = host.clock();
  const isMissed =
    !offer && last && last.startsAt > now && last.heldUntil <= now && ["OPEN", "LAPSED"].includes(last.state);
  return { offer, missed: isMissed ? last.startsAt : null };
}

async function waitingAnswer(db: Db, host: Host, { id }: WaitlistEntry) {
  const entry = await findRecord(db, table, id);
  const type = entry && (await typeOf(db, entry.appointmentTypeId));
  if (!entry || !type) throw new HttpError(404, "This waiting list link doesn't work");
  const store = await storeOf(db);
  const { name, fromDay: from, toDay: to, timeOfDay, timezone, state } = entry;
  return {
    ...{ store: store.name, title: type.name, name, from, to, timeOfDay, timezone, state },
    person: await firstNameOf(db, entry),
    storeTimezone: store.timezone,
    slug: type.isHidden ? "" : type.slug,
    questions: type.questions,
    ...(await offerOf(db, host, id)),
    token: recordToken(host.secret, "wish", entry),
    mailed: isMailed(host, store),
  };
}
