import { and, eq, lt, sql } from "drizzle-orm";
import { MINUTE } from "#lib/time/zone.ts";
import type { Database } from "#server/db/client.ts";
import { sessions } from "#server/db/schema-auth.ts";

type Used = { organizationId: string; tokenHash: Buffer };

// Of each session that this process has seen, when it last wrote that down.
const noted = new Map<string, number>();
const MOST = 10_000;
const EVERY = 15 * MINUTE;

/** One that has just begun needs no note. */
export function isNoted(tokenHash: Buffer): void {
  if (noted.size >= MOST) noted.clear();
  noted.set(tokenHash.toString("base64"), Date.now());
}

/** Writes down that a session is in use: now and then, and nobody waits for it. */
export function noteUse(database: Database, { organizationId, tokenHash }: Used): void {
  const last = noted.get(tokenHash.toString("base64"));
  if (last !== undefined && last > Date.now() - EVERY) return;
  isNoted(tokenHash);
  const isThis = and(eq(sessions.organizationId, organizationId), eq(sessions.tokenHash, tokenHash));
  const isOld = lt(sessions.usedAt, sql`now() - interval '10 minutes'`);
  // Where it fails (a full disk, a host that is stopping), the list says an older time, and no more.
  void database
    .system((db) => db.update(sessions).set({ usedAt: sql`now()` }).where(and(isThis, isOld)))
    .catch(() => {});
}
