import { and, eq, lt, sql } from "drizzle-orm";
import { MINUTE } from "#lib/time/zone.ts";
import type { Database } from "#server/platform/db/client.ts";
import { sessions } from "#server/platform/db/schema-auth.ts";

type SessionKey = { organizationId: string; tokenHash: Buffer };

const storedAt = new Map<string, number>();
const MAX_SESSIONS = 10_000;
const INTERVAL = 15 * MINUTE;

export function markStored(tokenHash: Buffer): void {
  if (storedAt.size >= MAX_SESSIONS) storedAt.clear();
  storedAt.set(tokenHash.toString("base64"), Date.now());
}

/** Stores the time at most every 15 minutes, without making the caller wait. */
export function storeUse(database: Database, { organizationId, tokenHash }: SessionKey): void {
  const last = storedAt.get(tokenHash.toString("base64"));
  if (last !== undefined && last > Date.now() - INTERVAL) return;
  markStored(tokenHash);
  const isThis = and(eq(sessions.organizationId, organizationId), eq(sessions.tokenHash, tokenHash));
  const isOld = lt(sessions.usedAt, sql`now() - interval '10 minutes'`);
  // If this fails, the list of devices only shows an older time.
  void database
    .system((db) => db.update(sessions).set({ usedAt: sql`now()` }).where(and(isThis, isOld)))
    .catch(() => {});
}
