import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Db } from "#server/platform/db/client.ts";
import { isTimeout } from "#server/platform/db/errors.ts";
import { timezoneOf } from "#server/platform/db/timezone.ts";
import { HttpError } from "#server/platform/errors.ts";
import type { Moment } from "./period-days.ts";

/** Shorter than the web app's own deadline. */
const LISTING_MS = 6_000;
const TOO_MANY = "This takes too long for so many records. Add a condition or sort by something else.";

/** After this time, an estimate replaces the count. */
const COUNTING_MS = 2_000;

export async function momentOf(db: Db, organizationId: string, now: Date): Promise<Moment> {
  return { organizationId, timezone: await timezoneOf(db, organizationId), now };
}

/** 503 with a message if it takes too long. */
export function listed<T>(read: Read, work: (db: Db) => Promise<T>): Promise<T> {
  return bounded(read, LISTING_MS, work).catch((error) => {
    throw isTimeout(error) ? new HttpError(503, TOO_MANY) : error;
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
export async function counted(
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
        sql`select count(*)::int * 100 as count from ${table} ${SAMPLE} where ${fits}`,
      ),
    ).catch((failure) => {
      if (isTimeout(failure)) return null;
      throw failure;
    });
    if (sampled) return { count: sampled.rows[0]?.count ?? 0, isExact: false };
    const plan = await read((db) =>
      db.execute<{ "QUERY PLAN": { Plan: { "Plan Rows": number } }[] }>(
        sql`explain (format json) select from ${table} where ${fits}`,
      ),
    );
    return { count: plan.rows[0]?.["QUERY PLAN"][0]?.Plan["Plan Rows"] ?? 0, isExact: false };
  }
}
