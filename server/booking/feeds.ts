import { createHash } from "node:crypto";
import { and, asc, eq, gte, isNull, lt, type SQL, sql } from "drizzle-orm";
import { DAY } from "#lib/time/zone.ts";
import { countAttempt } from "#server/auth/attempts.ts";
import type { SignedIn } from "#server/auth/session.ts";
import { writeFeed } from "#server/calendar/write-event.ts";
import type { Db } from "#server/db/client.ts";
import { newId } from "#server/db/id.ts";
import { organizations, users } from "#server/db/schema.ts";
import { bookings, feeds as table } from "#server/db/schema-calendar.ts";
import { HttpError } from "#server/errors.ts";
import type { Handlers, Host } from "#server/handler.ts";
import { feedOfToken, feedToken, type Key } from "#server/secrets/tokens.ts";
import { eventTitle } from "./words.ts";

// What was and what comes: a client that subscribes shows both.
const PAST = 90 * DAY;
const FUTURE = 365 * DAY;

type Whose = "MINE" | "STORE";

export const feeds = {
  "feeds.list": async ({ host, user, read }) => {
    const own: Whose[] = user.role === "USER" ? ["MINE"] : ["MINE", "STORE"];
    return read((db) =>
      Promise.all(own.map(async (whose) => answer(host, whose, await find(db, user, whose)))),
    );
  },

  "feeds.renew": async ({ host, user, body: { whose }, tenant }) => {
    onlyTheirs(user, whose);
    const { organizationId } = user;
    const id = newId();
    await tenant((db) =>
      db
        .insert(table)
        .values({ organizationId, id, userId: holderOf(user, whose) })
        .onConflictDoUpdate({
          target: [table.organizationId, table.userId],
          set: { id, createdAt: sql`now()` },
        }),
    );
    return answer(host, whose, { organizationId, id });
  },

  "feeds.end": async ({ user, body: { whose }, tenant }) => {
    onlyTheirs(user, whose);
    await tenant((db) => db.delete(table).where(own(user, whose)));
  },

  "feeds.read": async ({ host, params: { token }, query, address }) => {
    await host.database.system((db) => countAttempt(db, "feed", address));
    const key = feedOfToken(host.secret, token);
    if (!key) throw none();
    const now = host.clock();
    return host.database.read(key.organizationId, async (db) => {
      const found = await feedOf(db, key);
      if (!found) throw none();
      const { etag, where } = await standing(db, key, found.userId, now);
      if (query.etag === etag) return { etag, ics: null };
      const name = [found.store, found.person].filter(Boolean).join(" · ");
      return { etag, ics: writeFeed(name, await eventsOf(db, where)) };
    });
  },
} satisfies Partial<Handlers>;

function onlyTheirs({ role }: SignedIn, whose: Whose): void {
  if (whose === "STORE" && role === "USER") throw new HttpError(403, "Only the owner and admins may do this");
}

function holderOf({ id }: SignedIn, whose: Whose): string | null {
  return whose === "MINE" ? id : null;
}

function own(user: SignedIn, whose: Whose): SQL | undefined {
  const userId = holderOf(user, whose);
  return and(
    eq(table.organizationId, user.organizationId),
    userId ? eq(table.userId, userId) : isNull(table.userId),
  );
}

async function find(db: Db, user: SignedIn, whose: Whose): Promise<Key | undefined> {
  const [found] = await db.select().from(table).where(own(user, whose));
  return found;
}

function answer(host: Host, whose: Whose, key: Key | undefined) {
  return { whose, url: key ? `${host.webUrl}/feed/${feedToken(host.secret, key)}/appointments.ics` : null };
}

/** An address that was ended is like one that never was. */
function none(): HttpError {
  return new HttpError(404, "This calendar does not exist, or its address was changed");
}

async function feedOf(db: Db, { organizationId, id }: Key) {
  const [found] = await db
    .select({
      userId: table.userId,
      store: organizations.name,
      person: sql<string | null>`trim(${users.firstName} || ' ' || ${users.lastName})`,
    })
    .from(table)
    .innerJoin(organizations, eq(organizations.id, table.organizationId))
    .leftJoin(users, and(eq(users.organizationId, table.organizationId), eq(users.id, table.userId)))
    .where(and(eq(table.organizationId, organizationId), eq(table.id, id)));
  return found;
}

/** What the feed holds, and a name for it as it is now: another after every change, and every day. */
async function standing(db: Db, { organizationId, id }: Key, userId: string | null, now: Date) {
  const day = Math.floor(now.getTime() / DAY) * DAY;
  const where = and(
    eq(bookings.organizationId, organizationId),
    userId ? eq(bookings.userId, userId) : undefined,
    eq(bookings.status, "CONFIRMED"),
    gte(bookings.startsAt, new Date(day - PAST)),
    lt(bookings.startsAt, new Date(day + FUTURE)),
  );
  const [found] = await db
    .select({
      count: sql`count(*)`,
      sum: sql`sum(${bookings.version})`,
      last: sql`max(${bookings.updatedAt})`,
    })
    .from(bookings)
    .where(where);
  const etag = createHash("sha256")
    .update(JSON.stringify([id, day, found]))
    .digest("base64url");
  return { etag, where };
}

async function eventsOf(db: Db, where: SQL | undefined) {
  const found = await db
    .select({
      id: bookings.id,
      title: bookings.title,
      name: bookings.name,
      email: bookings.email,
      phoneNumber: bookings.phoneNumber,
      note: bookings.note,
      sequence: bookings.sequence,
      startsAt: bookings.startsAt,
      endsAt: bookings.endsAt,
      changedAt: bookings.updatedAt,
    })
    .from(bookings)
    .where(where)
    .orderBy(asc(bookings.startsAt), asc(bookings.id));
  return found.map(({ id, email, phoneNumber, note, ...booking }) => ({
    ...booking,
    uid: id,
    title: eventTitle(booking),
    description: [phoneNumber, email, note].filter(Boolean).join("\n"),
  }));
}
