import { createCipheriv, createDecipheriv, createHash, hkdfSync } from "node:crypto";
import { and, desc, eq, sql } from "drizzle-orm";
import type { SystemDb } from "#server/platform/db/client.ts";
import { hostKeys } from "#server/platform/db/schema-auth.ts";
import { randomBytes } from "#server/platform/machine.ts";

const ALGORITHM = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** `others`: previous secrets, and the next one in a rotation. They decrypt; only trusted ones verify signatures. */
export type Secret = Buffer & { others?: readonly { secret: Buffer; isTrusted: boolean }[] };

/** `v1.<key id>.<base64url of iv, tag and ciphertext>`. Opens only with its `owner`, so not in another row. */
export function seal(secret: Buffer, owner: string, text: string): string {
  const { key, id } = keyOf(secret);
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(owner));
  const hidden = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return `v1.${id}.${Buffer.concat([iv, cipher.getAuthTag(), hidden]).toString("base64url")}`;
}

/** Null if no secret fits, the owner differs or the value was modified. */
export function unseal(secret: Secret, owner: string, sealed: string): string | null {
  const [version, sealedBy, rest = ""] = sealed.split(".");
  const bytes = Buffer.from(rest, "base64url");
  const known = [secret, ...(secret.others ?? []).map((one) => one.secret)].map(keyOf);
  const key = known.find(({ id }) => id === sealedBy)?.key;
  if (version !== "v1" || !key || bytes.length < IV_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  try {
    const hidden = bytes.subarray(IV_BYTES + TAG_BYTES);
    return Buffer.concat([decipher.update(hidden), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}

export function keyId(secret: Buffer): string {
  return keyOf(secret).id;
}

const keys = new WeakMap<Buffer, { key: Buffer; id: string }>();

function keyOf(secret: Buffer): { key: Buffer; id: string } {
  const known = keys.get(secret);
  if (known) return known;
  const key = Buffer.from(hkdfSync("sha256", secret, "", "seal", 32));
  const made = { key, id: createHash("sha256").update(key).digest("hex").slice(0, 8) };
  keys.set(secret, made);
  return made;
}

type StartSecrets = { own: Buffer; also: Buffer | null };

const ownerOf = (id: string) => `host key ${id}`;

/**
 * Returns the host's secret with all previous ones. The database stores these, encrypted with the current
 * one, so that old credentials and links keep working. Requires a transaction in system scope.
 */
export async function openKeyring(db: SystemDb, { own, also }: StartSecrets): Promise<Secret> {
  const id = keyId(own);
  if (!(await isNewest(db, own))) {
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
async function storeSealed(db: SystemDb, own: Buffer, other: Buffer): Promise<void> {
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
export async function isNewest(db: SystemDb, secret: Buffer): Promise<boolean> {
  const [newest] = await db
    .select({ id: hostKeys.id })
    .from(hostKeys)
    .orderBy(desc(hostKeys.since), desc(hostKeys.id))
    .limit(1);
  return newest?.id === keyId(secret);
}

export async function resealKeyring(db: SystemDb, secret: Secret): Promise<number> {
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
