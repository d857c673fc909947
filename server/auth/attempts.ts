import { and, eq, lt, sql } from "drizzle-orm";
import type { Db } from "#server/db/client.ts";
import { attempts as table } from "#server/db/schema-auth.ts";
import { HttpError } from "#server/errors.ts";

const WINDOW = sql`interval '15 minutes'`;

/** How often something may be tried or done within 15 minutes, by whom. One address may be a whole shop's. */
const limits = {
  /** Failures at one account: from one place (login-limit.ts), and from all but the browsers that it knows. */
  "sign in": 10,
  "sign in to account": 100,
  /** Failures of one address at all accounts. */
  "sign in from address": 100,
  /** Of one address: new passwords asked for and set, a first owner's registration, Unipile's notices. */
  "forgot password": 20,
  "reset password": 20,
  "register owner": 20,
  notice: 2_000,
  /** Mails to one person who forgot the password. */
  "forgot password of": 3,
  /** Guesses of one person at the current password, and at what shows once more who they are. */
  "change password": 10,
  /** Of one person: passwords chosen, and mails about what happened to the account. Counted, never refused. */
  "new password": 100,
  "security mail": 100,
  confirm: 10,
  /** Wrong codes at one account: from one place, from all but the browsers that it knows; and of one address at all. */
  "second step": 10,
  "second step of account": 20,
  "second step from address": 100,
  "passkey asked for": 600,
  /** Invitations of one store, and to one address; servers that one store tries. */
  invite: 60,
  "invite one": 3,
  connect: 20,
  /** Looks and tries of one address: who comes too late for a time may try many others. */
  "booking page": 600,
  book: 600,
  /** Archives of everything that one store makes. */
  export: 10,
  /** Calendars that one address reads: an office asks for many every few minutes. */
  feed: 600,
  /** What one address books of one store, and what one person is mailed by it. */
  booked: 24,
  "book mail": 10,
} as const satisfies Record<string, number>;

type Limit = keyof typeof limits;
/** `most`: a lower limit than the usual one. `message`: what is told whoever comes too often. */
type More = { most?: number; message?: string };

/**
 * Counts what `who` (an address, a person, a store) does, and throws a 429 where that is too often. Wants system scope, or
 * a store's for what its visitors book; and to be called before the work, so that parallel tries cannot overtake it, or in
 * its transaction, where what comes to nothing is not to count.
 */
export async function countAttempt(
  db: Db,
  limit: Limit,
  who: string,
  { most = limits[limit], message = "Too many attempts. Try again in a few minutes." }: More = {},
): Promise<void> {
  const counted = await noteAttempt(db, limit, who);
  if (counted.count > most) throw new HttpError(429, message, Math.max(1, counted.seconds));
}

/** Counts what is never refused; answers how often it was, and in how many seconds it is forgotten. */
export async function noteAttempt(
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
  if (!counted) throw new Error("an upsert answers its row");
  return counted;
}

/** Whether it was done within the window; of what is counted alone. */
export async function wasLately(db: Db, limit: Limit, who: string): Promise<boolean> {
  const isRecent = sql`${table.startedAt} > now() - ${WINDOW}`;
  return (await db.$count(table, and(eq(table.door, limit), eq(table.who, who), isRecent))) > 0;
}

/** Takes back what was counted and should not have been. */
export async function takeBack(db: Db, limit: Limit, who: string, times: number): Promise<void> {
  await db
    .update(table)
    .set({ count: sql`greatest(${table.count} - ${times}::int, 0)` })
    .where(and(eq(table.door, limit), eq(table.who, who)));
}

/** Takes everything back; answers how much it was. */
export async function takeAllBack(db: Db, limit: Limit, who: string): Promise<number> {
  const [gone] = await db
    .delete(table)
    .where(and(eq(table.door, limit), eq(table.who, who)))
    .returning({ count: table.count });
  return gone?.count ?? 0;
}

export async function forgetOldAttempts(db: Db): Promise<void> {
  // What is being counted right now is not waited for: whoever counts may hold one row and want another.
  const old = db
    .select({ ctid: sql`ctid` })
    .from(table)
    .where(lt(table.startedAt, sql`now() - ${WINDOW}`))
    .for("update", { skipLocked: true });
  await db.delete(table).where(sql`ctid in ${old}`);
}
