import { and, eq, lt, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";
import { attempts as table } from "#server/platform/db/schema-auth.ts";
import { HttpError } from "#server/platform/errors.ts";

const WINDOW = sql`interval '15 minutes'`;

/** Limits per 15 minutes. One client address can be a whole shop. */
const limits = {
  /** Failed sign-ins at one account, per place (login-limit.ts) and from all unknown browsers together. */
  "sign in": 10,
  "sign in to account": 100,
  "sign in from address": 100,
  "forgot password": 20,
  "reset password": 20,
  "register owner": 20,
  notice: 2_000,
  "forgot password of": 3,
  "change password": 10,
  /** Per person. Counted but never refused. */
  "new password": 100,
  "security mail": 100,
  confirm: 10,
  /** Wrong codes per place, per account (unknown browsers only), and per address. */
  "second step": 10,
  "second step of account": 20,
  "second step from address": 100,
  "passkey asked for": 600,
  /** Invitations per store and per address; connection attempts per store. */
  invite: 60,
  "invite one": 3,
  connect: 20,
  /** Per address. A visitor whose time was taken may try many others. */
  "booking page": 600,
  book: 600,
  export: 10,
  /** Per address. An office reads many feeds every few minutes. */
  feed: 600,
  /** Bookings of an address at one store; booking emails to one person. */
  booked: 24,
  "book mail": 10,
} as const satisfies Record<string, number>;

type Limit = keyof typeof limits;
type LimitOptions = { most?: number; message?: string };

/**
 * Throws a 429 above the limit. Requires system scope, or the store's scope for its visitors. Call it before
 * the work, so that parallel attempts can't outrun the count, or inside the work's transaction if failures
 * should not count.
 */
export async function countAttempt(
  db: Db,
  limit: Limit,
  who: string,
  { most = limits[limit], message = "Too many attempts. Try again in a few minutes." }: LimitOptions = {},
): Promise<void> {
  const counted = await recordAttempt(db, limit, who);
  if (counted.count > most) throw new HttpError(429, message, Math.max(1, counted.seconds));
}

/** Returns the new count and the seconds until it resets. */
export async function recordAttempt(
  db: Db,
  limit: Limit,
  who: string,
): Promise<{ count: number; seconds: number }> {
  const isOver = sql`${table.startedAt} < now() - ${WINDOW}`;
  const [counted] = await db
    .insert(table)
    .values({ door: limit, who, count: 1 })
    .onConflictDoUpdate({
      target: [table.door, table.who],
      set: {
        count: sql`case when ${isOver} then 1 else least(${table.count} + 1, ${limits[limit] + 1}::int) end`,
        startedAt: sql`case when ${isOver} then now() else ${table.startedAt} end`,
      },
    })
    .returning({
      count: table.count,
      seconds: sql`ceil(extract(epoch from ${table.startedAt} + ${WINDOW} - now()))`.mapWith(Number),
    });
  if (!counted) throw new Error("the upsert returned no row");
  return counted;
}

export async function wasCountedRecently(db: Db, limit: Limit, who: string): Promise<boolean> {
  const isRecent = sql`${table.startedAt} > now() - ${WINDOW}`;
  return (await db.$count(table, and(eq(table.door, limit), eq(table.who, who), isRecent))) > 0;
}

export async function uncountAttempts(db: Db, limit: Limit, who: string, times: number): Promise<void> {
  await db
    .update(table)
    .set({ count: sql`greatest(${table.count} - ${times}::int, 0)` })
    .where(and(eq(table.door, limit), eq(table.who, who)));
}

export async function resetAttempts(db: Db, limit: Limit, who: string): Promise<number> {
  const [deleted] = await db
    .delete(table)
    .where(and(eq(table.door, limit), eq(table.who, who)))
    .returning({ count: table.count });
  return deleted?.count ?? 0;
}

export async function forgetOldAttempts(db: Db): Promise<void> {
  // Skip locked rows: waiting for them could deadlock.
  const old = db
    .select({ ctid: sql`ctid` })
    .from(table)
    .where(lt(table.startedAt, sql`now() - ${WINDOW}`))
    .for("update", { skipLocked: true });
  await db.delete(table).where(sql`ctid in ${old}`);
}
