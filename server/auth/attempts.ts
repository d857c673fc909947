import { lt, sql } from "drizzle-orm";
import type { Db } from "#server/db/client.ts";
import { attempts as table } from "#server/db/schema-doors.ts";
import { HttpError } from "#server/errors.ts";

const WINDOW = sql`interval '15 minutes'`;

/** `message`: what whoever knocks too often is told. */
type Attempt = { door: string; who: string; most: number; message?: string };

/**
 * Counts what `who` (an address, a person) does at a door that is worth knocking at often. Throws a 429 beyond `most`
 * within 15 minutes. Wants system scope (a store itself counts what was "booked"), and to be called before the work, so
 * that parallel tries cannot overtake it.
 */
export async function countAttempt(db: Db, attempt: Attempt): Promise<void> {
  const counted = await count(db, attempt, 1);
  if (counted && counted.count > attempt.most) throw tooMany(counted.seconds, attempt.message);
}

/** Throws the same where only `countSuccess` counts, and has counted `most`. Wants system scope. */
export async function checkSuccesses(db: Db, attempt: Attempt): Promise<void> {
  const counted = await count(db, attempt, 0);
  if (counted && counted.count >= attempt.most) throw tooMany(counted.seconds);
}

function tooMany(seconds: number, message = "Too many attempts. Try again in a few minutes."): HttpError {
  return new HttpError(429, message, Math.max(1, seconds));
}

/** Counts an attempt that succeeded as `times` more: what it made is dearer than the try was. Wants system scope. */
export async function countSuccess(db: Db, attempt: Attempt, times: number): Promise<void> {
  await count(db, attempt, times);
}

async function count(db: Db, { door, who, most }: Attempt, times: number) {
  const over = sql`${table.startedAt} < now() - ${WINDOW}`;
  const [counted] = await db
    .insert(table)
    .values({ door, who, count: times })
    .onConflictDoUpdate({
      target: [table.door, table.who],
      set: {
        count: sql`case when ${over} then ${times}::int else least(${table.count} + ${times}::int, ${most + 1}::int) end`,
        startedAt: sql`case when ${over} then now() else ${table.startedAt} end`,
      },
    })
    .returning({
      count: table.count,
      seconds: sql`ceil(extract(epoch from ${table.startedAt} + ${WINDOW} - now()))`.mapWith(Number),
    });
  return counted;
}

export async function forgetOldAttempts(db: Db): Promise<void> {
  await db.delete(table).where(lt(table.startedAt, sql`now() - ${WINDOW}`));
}
