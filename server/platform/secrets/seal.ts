import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";

const ALGORITHM = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * `others`: the previous secrets, and the next one during a rotation. They decrypt old values; their
 * signatures count only if trusted.
 */
export type Secret = Buffer & { others?: readonly { secret: Buffer; isTrusted: boolean }[] };

/**
 * `v1.<key id>.<base64url of iv, tag and ciphertext>`. Opens only with the same `owner`, so copying it to
 * another row is useless.
 */
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
  const keys = [secret, ...(secret.others ?? []).map((one) => one.secret)].map(keyOf);
  const key = keys.find(({ id }) => id === sealedBy)?.key;
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

function keyOf(secret: Buffer): { key: Buffer; id: string } {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "seal", 32));
  return { key, id: createHash("sha256").update(key).digest("hex").slice(0, 8) };
}
