import { and, desc, eq, sql } from "drizzle-orm";
import type { Db } from "#server/db/client.ts";
import { hostKeys } from "#server/db/schema-auth.ts";
import { keyId, type Secret, seal, unseal } from "./seal.ts";

/** The secrets that a host is started with: its own, and the one before or after it while hosts change over. */
type Given = { own: Buffer; also: Buffer | null };

const ownerOf = (id: string) => `host key ${id}`;

/**
 * The host's secret with all that came before it, which stay in the database, each sealed with the present one: what they
 * sealed still opens, and the links that they signed still lead somewhere. Wants a transaction in system scope.
 */
export async function openRing(db: Db, { own, also }: Given): Promise<Secret> {
  const id = keyId(own);
  const [newest] = await db
    .select({ id: hostKeys.id })
    .from(hostKeys)
    .orderBy(desc(hostKeys.since), desc(hostKeys.id))
    .limit(1);
  if (newest?.id !== id) {
    const since = sql`clock_timestamp()`;
    await db
      .insert(hostKeys)
      .values({ id, since })
      .onConflictDoUpdate({ target: hostKeys.id, set: { since } });
  }
  if (also) await keep(db, own, also);
  const rows = await db.select().from(hostKeys);
  const others = new Map<string, { secret: Buffer; isBelieved: boolean }>();
  if (also) others.set(keyId(also), { secret: also, isBelieved: true });
  // One may be sealed with another one that is.
  for (let before = -1; before !== others.size; ) {
    before = others.size;
    for (const row of rows) {
      if (row.id === id || !row.sealed) continue;
      const secret =
        others.get(row.id)?.secret ?? opened(row, [own, ...[...others.values()].map((one) => one.secret)]);
      if (secret) others.set(row.id, { secret, isBelieved: row.endedAt === null });
    }
  }
  return Object.assign(Buffer.from(own), { others: [...others.values()] });
}

/** One that is still to come was never the newest. */
async function keep(db: Db, own: Buffer, other: Buffer): Promise<void> {
  const id = keyId(other);
  const [row] = await db.select().from(hostKeys).where(eq(hostKeys.id, id));
  if (id === keyId(own) || (row && opened(row, [own]))) return;
  const sealed = seal(own, ownerOf(id), other.toString("base64"));
  await db
    .insert(hostKeys)
    .values({ id, since: new Date(0), sealed })
    .onConflictDoUpdate({ target: hostKeys.id, set: { sealed } });
}

function opened({ id, sealed }: { id: string; sealed: string | null }, keys: Buffer[]): Buffer | null {
  for (const key of keys) {
    const text = sealed && unseal(key, ownerOf(id), sealed);
    if (text) return Buffer.from(text, "base64");
  }
  return null;
}

/** Whether this is the secret that hosts were last started with: what others sealed is sealed anew with it alone. */
export async function isNewest(db: Db, secret: Buffer): Promise<boolean> {
  const [newest] = await db
    .select({ id: hostKeys.id })
    .from(hostKeys)
    .orderBy(desc(hostKeys.since), desc(hostKeys.id))
    .limit(1);
  return newest?.id === keyId(secret);
}

/** The former secrets themselves, sealed with the present one. Answers how many were not. */
export async function resealRing(db: Db, secret: Secret): Promise<number> {
  const rows = await db.select().from(hostKeys);
  let count = 0;
  for (const { id, sealed } of rows) {
    const anew = sealed && reseal(secret, ownerOf(id), sealed);
    if (!anew) continue;
    count++;
    await db
      .update(hostKeys)
      .set({ sealed: anew })
      .where(and(eq(hostKeys.id, id), eq(hostKeys.sealed, sealed)));
  }
  return count;
}

/** What another key of the ring sealed, sealed with the present one; null where nothing is to be done, or can be. */
export function reseal(secret: Secret, owner: string, sealed: string): string | null {
  if (sealed.startsWith(`v1.${keyId(secret)}.`)) return null;
  const text = unseal(secret, owner, sealed);
  return text === null ? null : seal(secret, owner, text);
}
