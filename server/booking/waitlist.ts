import { and, asc, eq, inArray, ne, sql } from "drizzle-orm";
import { dayOf } from "#lib/time/days.ts";
import { asHost } from "#server/platform/db/actor.ts";
import { type Db, scopesOf } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/db/id.ts";
import { checkContact } from "#server/platform/db/parties.ts";
import {
  byId,
  checkQuota,
  countRows,
  explainRefusal,
  findRecord,
  getRecord,
  MAX_LISTED,
  patchRecord,
  updateRecord,
} from "#server/platform/db/record.ts";
import { contacts, users } from "#server/platform/db/schema.ts";
import { appointmentTypes, offers, waitlistEntries as table } from "#server/platform/db/schema-calendar.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import type { Handlers, Host } from "#server/platform/handler.ts";
import { lockStore } from "./book.ts";
import { endOffers, lookSoon, mailWaiting } from "./offers.ts";
import { namesOf, type Store, staffOf, storeOf, typeOf } from "./store.ts";
import { passOffer, takeOffer } from "./take-offer.ts";
import { isMailed } from "./visitor-answer.ts";
import { visitorOf, visitorOfContact } from "./visitor-contact.ts";

const MAX_ENTRIES = 500;
const FOR_STAFF = 100;

export const waitlist = {
  "wishes.list": async ({ host, read }) => read((db) => listed(db, host)),

  "wishes.create": async ({ host, user, body, tenant }) => {
    const id = newId();
    const { contact: chosen, typeId, ...days } = body;
    await tenant(async (db) => {
      await lockStore(db);
      const store = await storeOf(db);
      const type = await checkedType(db, host, store, body);
      if (type.isHidden) throw notOffered();
      const contactId = await checkContact(db, chosen.id);
      const who = visitorOfContact(await getRecord(db, contacts, contactId));
      const entry = await addEntry(
        db,
        {
          ...{ id, appointmentTypeId: typeId, ...who, timezone: store.timezone },
          ...columnsOf(days),
          createdBy: (await namesOf(db, [user.id])).get(user.id) ?? null,
          requestKey: id,
        },
        "staff",
      );
      await mailWaiting(db, host, { store, type, entry });
    });
    host.wake();
    return { id };
  },

  "wishes.update": async ({ host, params: { id }, body, tenant }) => {
    const { typeId, version, ...days } = body;
    await tenant(async (db) => {
      await lockStore(db);
      const before = await findRecord(db, table, id);
      if (!before) throw notFound();
      if (version !== undefined && version !== before.version) {
        const current = (await listed(db, host)).find((one) => one.id === id);
        throw new HttpError(409, "Changed by someone else", undefined, { current });
      }
      const type = await checkedType(db, host, await storeOf(db), body);
      if (type.isHidden && typeId !== before.appointmentTypeId) throw notOffered();
      const values = {
        appointmentTypeId: typeId,
        ...columnsOf(days),
        known: null,
        state: "WAITING" as const,
      };
      await updateRecord(db, table, id, values);
      await endOffers(db, eq(offers.entryId, id), "WITHDRAWN", host.clock());
      await lookSoon(db);
    });
    host.wake();
    return { id };
  },

  "wishes.move": async ({ host, params: { id }, body: { before }, tenant }) => {
    await tenant(async (db) => {
      await lockStore(db);
      const line = await db
        .select({ id: table.id, rank: table.rank })
        .from(table)
        .orderBy(asc(table.rank), asc(table.id));
      const own = line.find((one) => one.id === id);
      if (!own) throw notFound();
      const others = line.filter((one) => one !== own);
      const at = before === null ? others.length : others.findIndex((one) => one.id === before);
      // The next entry left the list, or is this one.
      if (at < 0) throw before === id ? new HttpError(400, "before: is the same") : notFound();
      const moved = [...others.slice(0, at), own, ...others.slice(at)];
      for (const [rank, one] of moved.entries()) {
        if (one.rank === rank) continue;
        await patchRecord(db, table, one.id, { rank });
      }
      await lookSoon(db);
    });
    host.wake();
  },

  "wishes.delete": async ({ host, user: { organizationId }, params: { id } }) => {
    await removeEntry(host, { organizationId, id });
  },

  "wishes.take": async ({ host, user, params: { id }, body: { offerId }, read }) => {
    const { organizationId } = user;
    const names = await read((db) => namesOf(db, [user.id]));
    const { booking } = await takeOffer(host, { organizationId, id }, offerId, {
      staff: names.get(user.id) ?? "",
    });
    return { id: booking.id };
  },

  "wishes.pass": async ({ host, user: { organizationId }, params: { id }, body: { offerId }, tenant }) => {
    await tenant((db) => passOffer(db, { organizationId, id }, offerId, host.clock()));
    host.wake();
  },
} satisfies Partial<Handlers>;

type Days = { from: string; to: string; timeOfDay: "ANY" | "MORNING" | "AFTERNOON"; personId: string | null };

function columnsOf({ from, to, timeOfDay, personId }: Days) {
  return { fromDay: from, toDay: to || from, timeOfDay, userId: personId };
}

async function checkedType(
  db: Db,
  host: Host,
  { timezone }: Store,
  { typeId, personId, from, to }: Days & { typeId: string },
) {
  if ((to || from) < dayOf(host.clock(), timezone))
    throw new HttpError(400, `${to ? "to" : "from"}: This day is over`);
  const type = await typeOf(db, typeId);
  if (!type) throw notFound();
  if (personId !== null) {
    if (!(await staffOf(db, personId))) throw notFound();
    if (type.people && !type.people.includes(personId)) {
      throw new HttpError(400, "personId: doesn't offer this appointment type. Choose another person.");
    }
  }
  return type;
}

function notOffered(): HttpError {
  return new HttpError(400, "typeId: Only staff can book this type, so it has no waiting list.");
}

type NewEntry = Omit<typeof table.$inferInsert, "rank" | "known">;

/** Requires the store's lock. */
export async function addEntry(
  db: Db,
  entry: NewEntry,
  by: "visitor" | "staff",
): Promise<typeof table.$inferSelect> {
  const most = by === "staff" ? MAX_ENTRIES : MAX_ENTRIES - FOR_STAFF;
  if ((await countRows(db, table)) >= most) {
    await asHost(db, () => db.delete(table).where(ne(table.state, "WAITING")));
    if (by === "visitor" && (await countRows(db, table)) >= most) {
      throw new HttpError(422, "The waiting list is full. Please contact the store.");
    }
  }
  await checkQuota(db, table, "people on the waiting list", MAX_ENTRIES);
  const last = db.select({ rank: sql`coalesce(max(${table.rank}) + 1, 0)` }).from(table);
  const [made] = await db
    .insert(table)
    .values({ ...entry, rank: sql`(${last})` })
    .returning();
  if (!made) throw new Error("an insert answers its row");
  await lookSoon(db);
  return made;
}

/** A restored entry gets its place but not the time. */
export async function removeEntry(host: Host, entry: { organizationId: string; id: string }): Promise<void> {
  const { organizationId, id } = entry;
  const { tenant } = scopesOf(host.database, organizationId);
  const leave = async (db: Db): Promise<boolean> => {
    await lockStore(db);
    const ended = await endOffers(db, eq(offers.entryId, id), "WITHDRAWN", host.clock());
    if (ended.length > 0) return false;
    const gone = await db.delete(table).where(byId(table, id)).returning({ id: table.id });
    if (gone.length === 0) throw await explainRefusal(db, table, id);
    return true;
  };
  while (!(await tenant(leave)));
  host.wake();
}

async function listed(db: Db, host: Host) {
  const store = await storeOf(db);
  const found = await db
    .select({
      entry: table,
      title: appointmentTypes.name,
      isHidden: appointmentTypes.isHidden,
      person: { firstName: users.firstName, lastName: users.lastName },
    })
    .from(table)
    .innerJoin(appointmentTypes, eq(appointmentTypes.id, table.appointmentTypeId))
    .leftJoin(users, eq(users.id, table.userId))
    .orderBy(asc(table.rank), asc(table.id))
    .limit(MAX_LISTED);
  const offerByEntry = await openOffersByEntry(
    db,
    host,
    found.map(({ entry }) => entry.id),
  );
  return found.map(({ entry, title, isHidden, person }) => {
    const { id, name, contactId, email, userId } = entry;
    const { fromDay, toDay, timeOfDay, state, createdBy, createdAt, updatedAt, version } = entry;
    return {
      ...{ id, ...visitorOf(entry), title, timeOfDay, state, createdBy, createdAt, updatedAt, version },
      contact: contactId ? { id: contactId, name } : null,
      typeId: entry.appointmentTypeId,
      person: userId && person ? { id: userId, name: `${person.firstName} ${person.lastName}`.trim() } : null,
      from: fromDay,
      to: toDay,
      offer: offerByEntry.get(id) ?? null,
      isCalled: email === "" || !isMailed(host, store),
      isHidden,
    };
  });
}

export async function openOffersByEntry(db: Db, host: Host, entryIds: string[]) {
  const found = await db
    .select({ offer: offers, person: users.firstName })
    .from(offers)
    .innerJoin(users, eq(users.id, offers.userId))
    .where(and(inArray(offers.entryId, entryIds), eq(offers.state, "OPEN")));
  return new Map(
    found
      .filter(({ offer }) => offer.heldUntil > host.clock())
      .map(({ offer: { id, entryId, startsAt, endsAt, heldUntil }, person }) => [
        entryId,
        {
          ...{ id, person, startsAt, endsAt, heldUntil },
        },
      ]),
  );
}
