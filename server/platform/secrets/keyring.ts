import { and, desc, eq, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";
import { hostKeys } from "#server/platform/db/schema-auth.ts";
import { keyId, type Secret, seal, unseal } from "./seal.ts";

type StartSecrets = { own: Buffer; also: Buffer | null };

const ownerOf = (id: string) => `host key ${id}`;

/**
 * Returns the host's secret with all previous ones. The database stores these, encrypted with the current
 * one, so that old credentials and links keep working. Requires a transaction in system scope.
 */
export async function openKeyring(db: Db, { own, also }: StartSecrets): Promise<Secret> {
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
  if (also) await storeSealed(db, own, also);
  const rows = await db.select().from(hostKeys);
  const others = new Map<string, { secret: Buffer; isTrusted: boolean }>();
  if (also) others.set(keyId(also), { secret: also, isTrusted: true });
  // A previous secret may be encrypted with another one: repeat until nothing new opens.
  for (let before = -1; before !== others.size; ) {
    before = others.size;
    for (const row of rows) {
      if (row.id === id || !row.sealed) continue;
      const secret =
        others.get(row.id)?.secret ??
        openSealed(row, [own, ...[...others.values()].map((one) => one.secret)]);
      if (secret) others.set(row.id, { secret, isTrusted: row.endedAt === null });
    }
  }
  return Object.assign(Buffer.from(own), { others: [...others.values()] });
}

/** The epoch marks a secret that was never the newest. */
async function storeSealed(db: Db, own: Buffer, other: Buffer): Promise<void> {
  const id = keyId(other);
  const [row] = await db.select().from(hostKeys).where(eq(hostKeys.id, id));
  if (id === keyId(own) || (row && openSealed(row, [own]))) return;
  const sealed = seal(own, ownerOf(id), other.toString("base64"));
  await db
    .insert(hostKeys)
    .values({ id, since: new Date(0), sealed })
    .onConflictDoUpdate({ target: hostKeys.id, set: { sealed } });
}

function openSealed({ id, sealed }: { id: string; sealed: string | null }, keys: Buffer[]): Buffer | null {
  for (const key of keys) {
    const text = sealed && unseal(key, ownerOf(id), sealed);
    if (text) return Buffer.from(text, "base64");
  }
  return null;
}

/** Only hosts with the newest secret re-encrypt older values. */
export async function isNewest(db: Db, secret: Buffer): Promise<boolean> {
  const [newest] = await db
    .select({ id: hostKeys.id })
    .from(hostKeys)
    .orderBy(desc(hostKeys.since), desc(hostKeys.id))
    .limit(1);
  return newest?.id === keyId(secret);
}

/** Returns how many were changed. */
export async function resealKeyring(db: Db, secret: Secret): Promise<number> {
  const rows = await db.select().from(hostKeys);
  let count = 0;
  for (const { id, sealed } of rows) {
    const resealed = sealed && reseal(secret, ownerOf(id), sealed);
    if (!resealed) continue;
    count++;
    await db
      .update(hostKeys)
      .set({ sealed: resealed })
      .where(and(eq(hostKeys.id, id), eq(hostKeys.sealed, sealed)));
  }
  return count;
}

/** Null if the value has the current secret or can't be decrypted. */
export function reseal(secret: Secret, owner: string, sealed: string): string | null {
  if (sealed.startsWith(`v1.${keyId(secret)}.`)) return null;
  const text = unseal(secret, owner, sealed);
  return text === null ? null : seal(secret, owner, text);
}
