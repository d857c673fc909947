import { createCipheriv, createECDH, createPrivateKey, hkdfSync, randomBytes, sign } from "node:crypto";

type PushKeys = { p256dh: string; auth: string };
type HostKeys = { publicKey: Buffer; privateKey: Buffer };

const CURVE = "prime256v1";
const RECORD = 4096;

/** RFC 8291. `own` fixes the random values for the test vector. */
export function encrypt(
  text: string,
  { p256dh, auth }: PushKeys,
  own?: { salt: Buffer; privateKey: Buffer },
): Buffer {
  const pair = createECDH(CURVE);
  if (own) pair.setPrivateKey(own.privateKey);
  else pair.generateKeys();
  const [theirs, ours] = [Buffer.from(p256dh, "base64url"), pair.getPublicKey()];
  const salt = own?.salt ?? randomBytes(16);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), theirs, ours]);
  const shared = derive(pair.computeSecret(theirs), Buffer.from(auth, "base64url"), info, 32);
  const key = derive(shared, salt, "Content-Encoding: aes128gcm\0", 16);
  const nonce = derive(shared, salt, "Content-Encoding: nonce\0", 12);
  const cipher = createCipheriv("aes-128-gcm", key, nonce);
  // The byte 2 marks the last record.
  const hidden = Buffer.concat([
    cipher.update(text, "utf8"),
    cipher.update(Buffer.from([2])),
    cipher.final(),
  ]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(RECORD);
  return Buffer.concat([salt, size, Buffer.from([ours.length]), ours, hidden, cipher.getAuthTag()]);
}

/** All hosts of one database derive the same keys from the secret. */
export function hostKeys(secret: Buffer): HostKeys {
  const pair = createECDH(CURVE);
  for (let turn = 0; ; turn++) {
    const privateKey = derive(secret, Buffer.alloc(0), `push ${turn}`, 32);
    try {
      // Throws for the one value in four billion that is not a valid key.
      pair.setPrivateKey(privateKey);
      return { publicKey: pair.getPublicKey(), privateKey };
    } catch {}
  }
}

/** The VAPID header (RFC 8292), valid for 12 hours. */
export function authorization(keys: HostKeys, origin: string, contact: string, now: Date): string {
  const text = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const exp = Math.floor(now.getTime() / 1000) + 12 * 3600;
  const claims = `${text({ typ: "JWT", alg: "ES256" })}.${text({ aud: origin, exp, sub: contact })}`;
  const [x, y] = [keys.publicKey.subarray(1, 33), keys.publicKey.subarray(33)];
  const key = createPrivateKey({
    format: "jwk",
    key: {
      kty: "EC",
      crv: "P-256",
      d: keys.privateKey.toString("base64url"),
      x: x.toString("base64url"),
      y: y.toString("base64url"),
    },
  });
  const signature = sign("sha256", Buffer.from(claims), { key, dsaEncoding: "ieee-p1363" });
  return `vapid t=${claims}.${signature.toString("base64url")}, k=${keys.publicKey.toString("base64url")}`;
}

function derive(key: Buffer, salt: Buffer, info: string | Buffer, bytes: number): Buffer {
  return Buffer.from(hkdfSync("sha256", key, salt, info, bytes));
}
