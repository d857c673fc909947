import { createHash } from "node:crypto";
import { and, eq, gte, inArray, isNull, lt, type SQL, sql } from "drizzle-orm";
import { DAY } from "#lib/time/zone.ts";
import { eventText, writeFeed } from "#server/connections/calendar/write-event.ts";
import { countAttempt } from "#server/platform/auth/attempts.ts";
import type { SignedIn } from "#server/platform/auth/session.ts";
import type { Db } from "#server/platform/db/client.ts";
import { pick } from "#server/platform/db/columns.ts";
import { newId } from "#server/platform/db/id.ts";
import { personName } from "#server/platform/db/parties.ts";
import { organizations, users } from "#server/platform/db/schema.ts";
import { bookings, feeds as table } from "#server/platform/db/schema-calendar.ts";
import { HttpError } from "#server/platform/errors.ts";
import type { Handlers, Host } from "#server/platform/handler.ts";
import { type RecordKey, recordOfToken, recordToken } from "#server/platform/secrets/tokens.ts";
import { visitorOf } from "./visitor-contact.ts";
import { eventDescription, eventTitle } from "./words.ts";

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
        .values({ id, userId: holderOf(user, whose) })
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
    const key = recordOfToken(host.secret, "feed", token);
    if (!key) throw none();
    const now = host.clock();
    return host.database.read(key.organizationId, async (db) => {
      const found = await feedOf(db, key.id);
      if (!found) throw none();
      const { etag, where } = await standing(db, key.id, found.userId, now);
      if (query.etag === etag) return { etag, ics: null };
      const name = [found.store, found.person].filter(Boolean).join(" · ");
      return { etag, ics: writeFeed(name, await eventsOf(db, where)) };
    });
  },
} satisfies Partial<Handlers>;

function onlyTheirs({ role }: SignedIn, whose: Whose): void {
  if (whose === "STORE" && role === "USER") throw new HttpError(403, "Only the owner and admins can do this");
}

function holderOf({ id }: SignedIn, whose: Whose): string | null {
  return whose === "MINE" ? id : null;
}

function own(user: SignedIn, whose: Whose): SQL | undefined {
  const userId = holderOf(user, whose);
  return userId ? eq(table.userId, userId) : isNull(table.userId);
}

async function find(db: Db, user: SignedIn, whose: Whose): Promise<RecordKey | undefined> {
  const [found] = await db.select().from(table).where(own(user, whose));
  return found;
}

function answer(host: Host, whose: Whose, key: RecordKey | undefined) {
  return {
    whose,
    url: key ? `${host.webUrl}/feed/${recordToken(host.secret, "feed", key)}/appointments.ics` : null,
  };
}

function none(): HttpError {
  return new HttpError(
    404,
    "This calendar doesn't exist, or its link was replaced. Ask the store for the current link.",
  );
}

async function feedOf(db: Db, id: string) {
  const [found] = await db
    .select({ userId: table.userId, store: organizations.name, person: personName })
    .from(table)
    .innerJoin(organizations, eq(organizations.id, table.organizationId))
    .leftJoin(users, eq(users.id, table.userId))
    .where(eq(table.id, id));
  return found;
}

/** The ETag changes with every change and every day. */
async function standing(db: Db, id: string, userId: string | null, now: Date) {
  const day = Math.floor(now.getTime() / DAY) * DAY;
  const where = and(
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

type Kept = { state: string; text: string };
const cachedEvents = new Map<string, Kept>();
const MAX_CACHED = 50_000;
const FEW = 200;

async function eventsOf(db: Db, where: SQL | undefined): Promise<string[]> {
  const [found] = await db
    .select({
      states: sql<
        string | null
      >`string_agg(${bookings.id} || ' ' || ${bookings.version} || ' ' || ${bookings.updatedAt},
        ',' order by ${bookings.startsAt}, ${bookings.id})`,
    })
    .from(bookings)
    .where(where);
  const now = (found?.states?.split(",") ?? []).map(
    (line) => [line.slice(0, ID), line.slice(ID + 1)] as const,
  );
  const events = new Map<string, Kept>();
  const unknown: string[] = [];
  for (const [id, state] of now) {
    const before = cachedEvents.get(id);
    if (before?.state === state) events.set(id, before);
    else unknown.push(id);
  }
  if (unknown.length > 0) {
    const some = unknown.length > FEW ? where : and(where, inArray(bookings.id, unknown));
    for (const [id, event] of await written(db, some)) events.set(id, event);
    for (const [id, event] of events) cachedEvents.set(id, event);
    for (const id of cachedEvents.keys()) {
      if (cachedEvents.size <= MAX_CACHED) break;
      cachedEvents.delete(id);
    }
  }
  return now.map(([id]) => events.get(id)?.text ?? "");
}

const ID = 36;

async function written(db: Db, where: SQL | undefined): Promise<[id: string, event: Kept][]> {
  const found = await db
    .select({
      id: bookings.id,
      state: sql<string>`${bookings.version} || ' ' || ${bookings.updatedAt}`,
      title: bookings.title,
      ...visitorOf(bookings),
      ...pick(bookings, "note", "answers", "sequence", "startsAt", "endsAt"),
      changedAt: bookings.updatedAt,
    })
    .from(bookings)
    .where(where);
  return found.map(({ id, state, ...booking }) => {
    const title = eventTitle(booking);
    const text = eventText(
      { ...booking, uid: id, title, description: eventDescription(booking) },
      booking.changedAt,
    );
    return [id, { state, text }];
  });
}
