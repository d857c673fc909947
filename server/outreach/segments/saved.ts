import { and, asc, eq, or, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import type { ParsedBody } from "#lib/contract/contract.ts";
import { nameOf, type SignedIn } from "#server/platform/auth/session.ts";
import type { Db } from "#server/platform/db/client.ts";
import { isTimeout } from "#server/platform/db/errors.ts";
import { newId } from "#server/platform/db/id.ts";
import { isOwned, owned } from "#server/platform/db/owned.ts";
import { byId, checkQuota, MAX_LISTED, updateRecord } from "#server/platform/db/record.ts";
import { segments as table } from "#server/platform/db/schema-records.ts";
import { timezoneOf } from "#server/platform/db/timezone.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/handler.ts";
import type { Moment } from "./yearly.ts";

/** Shorter than the web app's own deadline. */
const LISTING_MS = 6_000;
const TOO_MANY = "This takes too long for so many records. Add a condition or sort by something else.";

const COUNTING_MS = 2_000;

export async function momentOf(db: Db, now: Date): Promise<Moment> {
  return { timezone: await timezoneOf(db), now };
}

/** 503 with a message if it takes too long. */
export function readWithDeadline<T>(
  read: Read,
  work: (db: Db) => Promise<T>,
  { ms = LISTING_MS, tooLong = TOO_MANY } = {},
): Promise<T> {
  return bounded(read, ms, work).catch((error) => {
    throw isTimeout(error) ? new HttpError(503, tooLong) : error;
  });
}

type Read = <T>(work: (db: Db) => Promise<T>) => Promise<T>;

async function bounded<T>(read: Read, ms: number, work: (db: Db) => Promise<T>): Promise<T> {
  return read((db) =>
    db.transaction(async (tx) => {
      await tx.execute(sql`set local statement_timeout = ${sql.raw(String(ms))}`);
      return work(tx);
    }),
  );
}

/** One page in a hundred, always the same ones. */
const SAMPLE = sql`tablesample system (1) repeatable (7)`;

/** If counting takes too long, an estimate from a sample or the planner. */
export async function countRecords(
  read: Read,
  table: PgTable,
  fits: SQL,
): Promise<{ count: number; isExact: boolean }> {
  try {
    const [found] = await bounded(read, COUNTING_MS, (db) =>
      db
        .select({ count: sql`count(*)`.mapWith(Number) })
        .from(table)
        .where(fits),
    );
    return { count: found?.count ?? 0, isExact: true };
  } catch (error) {
    if (!isTimeout(error)) throw error;
    const sampled = await bounded(read, COUNTING_MS, (db) =>
      db.execute<{ count: number }>(
        sql`select count(*)::int * 100 as count from ${table} ${SAMPLE} where ${isOwned(table)} and ${fits}`,
      ),
    ).catch((failure) => {
      if (isTimeout(failure)) return null;
      throw failure;
    });
    if (sampled) return { count: sampled.rows[0]?.count ?? 0, isExact: false };
    const plan = await read((db) =>
      db.execute<{ "QUERY PLAN": { Plan: { "Plan Rows": number } }[] }>(
        sql`explain (format json) select from ${owned(table)} where ${fits}`,
      ),
    );
    return { count: plan.rows[0]?.["QUERY PLAN"][0]?.Plan["Plan Rows"] ?? 0, isExact: false };
  }
}

/** `fits`: null if nothing can match. */
export async function countMatches(read: Read, table: PgTable, fits: SQL | null) {
  const of = await countRecords(read, table, sql`true`);
  if (!fits) return { count: 0, of: of.count, isExact: true };
  const found = await countRecords(read, table, fits);
  // The estimate can be too high.
  return { ...found, count: Math.min(found.count, of.count), of: of.count };
}

export const matchingAll = ({ search }: { search: AnyPgColumn }, patterns: string[]): SQL =>
  sql.join(patterns.map((pattern) => sql` and ${search} like ${pattern}`));

export const savedSegments = {
  "segments.list": async ({ user, read }) => {
    const found = await read((db) =>
      db
        .select()
        .from(table)
        .where(seenBy(user))
        .orderBy(asc(sql`lower(${table.name})`), asc(table.id))
        .limit(MAX_LISTED),
    );
    return found.map((row) => answer(row, user));
  },

  "segments.create": async ({ user, body, tenant }) => {
    const id = newId();
    await tenant(async (db) => {
      await checkQuota(db, table, "segments");
      const by = { userId: user.id, createdBy: nameOf(user) };
      await db.insert(table).values({ id, ...columns(body), ...by });
    });
    return { id };
  },

  "segments.update": async ({ user, params: { id }, body, tenant }) => {
    await tenant(async (db) => {
      const found = await lockChangeable(db, user, id);
      if (found.of !== body.of) throw new HttpError(400, `of: It is a segment of ${found.of}`);
      if (found.isShared && !body.isShared && found.userId !== user.id)
        throw new HttpError(403, "Only the person who created this segment can make it private.");
      const values = { ...columns(body), version: body.version };
      await updateRecord(db, table, id, values, (row) => answer(row, user));
    });
  },

  "segments.delete": async ({ user, params: { id }, tenant }) => {
    await tenant(async (db) => {
      await lockChangeable(db, user, id);
      await db.delete(table).where(byId(table, id));
    });
  },
} satisfies Partial<Handlers>;

function seenBy({ id }: SignedIn) {
  return or(table.isShared, eq(table.userId, id));
}

/** Private segments of others don't exist for the caller. Creator, owner and admins change shared ones. */
async function lockChangeable(db: Db, user: SignedIn, id: string) {
  const [found] = await db
    .select()
    .from(table)
    .where(and(byId(table, id), seenBy(user)))
    .for("update");
  if (!found) throw notFound();
  if (!mayChange(found, user))
    throw new HttpError(403, "Only the person who created this segment, the owner and admins can change it.");
  return found;
}

const mayChange = ({ userId }: typeof table.$inferSelect, user: SignedIn) =>
  userId === user.id || user.role !== "USER";

function answer({ organizationId, userId, ...row }: typeof table.$inferSelect, user: SignedIn) {
  return {
    ...row,
    isMine: userId === user.id,
    mayChange: mayChange({ organizationId, userId, ...row }, user),
  };
}

function columns({ name, of, segment, sort, isShared }: ParsedBody<"segments.create">) {
  return { name, of, segment, sort: sort ?? null, isShared };
}
