import { lt, sql } from "drizzle-orm";
import type { Db } from "./db/client.ts";
import { attempts as table } from "./db/schema-mail.ts";
import { HttpError } from "./errors.ts";

const WINDOW = sql`interval '15 minutes'`;

type Attempt = { door: string; who: string; most: number };

/**
 * Counts what `who` (an address, a person) does at a door that is worth knocking at often. Throws a 429 beyond `most`
 * within 15 minutes. Wants system scope, and to be called before the work, so that parallel tries cannot overtake it.
 */
export async function countAttempt(db: Db, { door, who, most }: Attempt): Promise<void> {
  const over = sql`${table.startedAt} < now() - ${WINDOW}`;
  const [counted] = await db
    .insert(table)
    .values({ door, who, count: 1 })
    .onConflictDoUpdate({
      target: [table.door, table.who],
      set: {
        count: sql`case when ${over} then 1 else least(${table.count} + 1, ${most + 1}) end`,
        startedAt: sql`case when ${over} then now() else ${table.startedAt} end`,
      },
    })
    .returning({
      count: table.count,
      seconds: sql`ceil(extract(epoch from ${table.startedAt} + ${WINDOW} - now()))`.mapWith(Number),
    });
  if (counted && counted.count > most) {
    throw new HttpError(429, "Too many attempts. Try again in a few minutes.", Math.max(1, counted.seconds));
  }
}

export async function forgetOldAttempts(db: Db): Promise<void> {
  await db.delete(table).where(lt(table.startedAt, sql`now() - ${WINDOW}`));
}
