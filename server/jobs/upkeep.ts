import { lt, sql } from "drizzle-orm";
import { forgetOldAccountLinks } from "#server/auth/account-link.ts";
import { forgetOldAttempts } from "#server/auth/attempts.ts";
import { forgetOldInvites } from "#server/auth/invite.ts";
import { forgetOldTries } from "#server/auth/login-limit.ts";
import { forgetOldResets } from "#server/auth/reset.ts";
import type { Db } from "#server/db/client.ts";
import type { Opened } from "#server/db/open.ts";
import { sessions } from "#server/db/schema.ts";
import { forgetOldKeys } from "#server/http/once.ts";

const EVERY_MS = 600_000;

/** Removes what has expired, and does for PGlite what a Postgres server does by itself (it has no autovacuum). */
export async function tidy({ database, embedded }: Pick<Opened, "database" | "embedded">): Promise<void> {
  await database.system(async (db) => {
    await db.delete(sessions).where(lt(sessions.expiresAt, sql`now()`));
    await forgetOldInvites(db);
    await forgetOldAccountLinks(db);
    await forgetOldAttempts(db);
    await forgetOldResets(db);
    await forgetOldTries(db);
    await forgetOldKeys(db);
    if (embedded) await vacuum(db);
  });
}

export async function vacuum(db: Db): Promise<void> {
  await db.execute(sql`vacuum (analyze)`);
  await db.execute(sql`checkpoint`);
}

/** Tidies every ten minutes; answers how to stop. A failure is for `onError` to tell: the next turn may succeed. */
export function keepTidy(opened: Opened, onError: (error: unknown) => void): () => void {
  const timer = setInterval(() => tidy(opened).catch(onError), EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
