import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";

const ALGORITHM = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts text for the database: `v1.<key id>.<base64url of iv, tag and ciphertext>`. It opens only for the same
 * `owner`, so that a row moved to another one is of no use there.
 */
export function seal(secret: Buffer, owner: string, text: string): string {
  const { key, id } = keyOf(secret);
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(owner));
  const hidden = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return `v1.${id}.${Buffer.concat([iv, cipher.getAuthTag(), hidden]).toString("base64url")}`;
}

/** The text again; null where the host's secret or the owner is another one by now, or the text was touched. */
export function unseal(secret: Buffer, owner: string, sealed: string): string | null {
  const { key, id } = keyOf(secret);
  const [version, keyId, rest = ""] = sealed.split(".");
  const bytes = Buffer.from(rest, "base64url");
  if (version !== "v1" || keyId !== id || bytes.length < IV_BYTES + TAG_BYTES) return null;
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

function keyOf(secret: Buffer): { key: Buffer; id: string } {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "seal", 32));
  return { key, id: createHash("sha256").update(key).digest("hex").slice(0, 8) };
}
