import { lt, sql } from "drizzle-orm";
import { forgetOldImports } from "#server/data/imports/stored.ts";
import { forgetOldAttempts, forgetOldDevices } from "#server/platform/auth/attempts.ts";
import { forgetOldTokens } from "#server/platform/auth/one-time-tokens.ts";
import type { Opened, SystemDb } from "#server/platform/db/client.ts";
import { withoutTimeout } from "#server/platform/db/open.ts";
import { sessions } from "#server/platform/db/schema-auth.ts";
import { forgetOldKeys } from "#server/platform/http/idempotency.ts";
import { type Log, traceOf } from "#server/platform/log.ts";
import { every } from "#server/platform/machine.ts";
import { forgetUnattachedFiles } from "#server/records/files/store.ts";
import { eraseOldTrash, forgetOldEntries } from "#server/records/journal/journal.ts";
import { forgetOldConfirmations } from "#server/store/factors/confirmed.ts";

const EVERY_MS = 600_000;

type Upkept = Pick<Opened, "database" | "embedded">;

const steps: [name: string, work: (db: SystemDb) => Promise<unknown>][] = [
  ["sessions", (db) => db.delete(sessions).where(lt(sessions.expiresAt, sql`now()`))],
  ["one-time tokens", forgetOldTokens],
  ["attempts", forgetOldAttempts],
  ["known browsers", forgetOldDevices],
  ["confirmations", forgetOldConfirmations],
  ["idempotency keys", forgetOldKeys],
  ["trash", eraseOldTrash],
  ["journal", forgetOldEntries],
  ["imports", forgetOldImports],
  ["files", forgetUnattachedFiles],
];

/** PGlite has no autovacuum. Never throws: a failed step is repeated at the next run. */
export async function tidy({ database, embedded }: Upkept, log: Log): Promise<void> {
  for (const [step, work] of embedded ? [...steps, ["vacuum", vacuum] as const] : steps) {
    try {
      await database.system(work);
    } catch (error) {
      log("upkeep failed", { step, ...traceOf(error) });
    }
  }
}

export async function vacuum(db: SystemDb): Promise<void> {
  await withoutTimeout(db, async () => {
    await db.execute(sql`vacuum (analyze)`);
    await db.execute(sql`checkpoint`);
  });
}

export function keepTidy(opened: Upkept, log: Log): () => void {
  const timer = every(EVERY_MS, () => void tidy(opened, log));
  timer.unref();
  return () => clearInterval(timer);
}
