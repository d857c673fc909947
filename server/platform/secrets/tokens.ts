import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { bytesOfId, idOfBytes } from "#server/platform/db/id.ts";
import type { Secret } from "./keyring.ts";

const MAX_LENGTH = 96;
const MAC_BYTES = 12;

const keys = new WeakMap<Buffer, Map<string, Uint8Array>>();

/** Derived once, because that takes longer than to sign. */
function keyFor(secret: Buffer, use: string): Uint8Array {
  const known = keys.get(secret) ?? new Map<string, Uint8Array>();
  keys.set(secret, known);
  const key = known.get(use) ?? new Uint8Array(hkdfSync("sha256", secret, "", use, 32));
  known.set(use, key);
  return key;
}

/** Valid for one purpose. Its bytes are readable. */
export function signToken(secret: Buffer, purpose: string, bytes: Buffer): string {
  const mac = createHmac("sha256", keyFor(secret, `sign ${purpose}`))
    .update(bytes)
    .digest()
    .subarray(0, MAC_BYTES);
  return Buffer.concat([bytes, mac]).toString("base64url");
}

/** Null unless signed for this purpose with a trusted secret. */
export function readToken(secret: Secret, purpose: string, token: string): Buffer | null {
  if (token.length > MAX_LENGTH) return null;
  const bytes = Buffer.from(token, "base64url").subarray(0, -MAC_BYTES);
  const sent = Buffer.from(token);
  const trusted = (secret.others ?? []).flatMap((one) => (one.isTrusted ? [one.secret] : []));
  const isOurs = [secret, ...trusted].some((key) => {
    const signed = Buffer.from(signToken(key, purpose, bytes));
    return sent.length === signed.length && timingSafeEqual(sent, signed);
  });
  return isOurs ? bytes : null;
}

export type RecordKey = { organizationId: string; id: string };

/** `feed`: valid while its row exists. `wish`: a waiting list entry. `repair`: its customer's page. */
type RecordPurpose = "unsubscribe" | "feed" | "wish" | "repair";

export function recordToken(secret: Buffer, purpose: RecordPurpose, { organizationId, id }: RecordKey) {
  return signToken(secret, purpose, Buffer.concat([bytesOfId(organizationId), bytesOfId(id)]));
}

export function recordOfToken(secret: Secret, purpose: RecordPurpose, token: string): RecordKey | null {
  const bytes = readToken(secret, purpose, token);
  if (bytes?.length !== 32) return null;
  return { organizationId: idOfBytes(bytes.subarray(0, 16)), id: idOfBytes(bytes.subarray(16)) };
}

/** A new repair that has a ticket number but isn't saved. */
export type DraftKey = { id: string; number: number };

export function draftToken(secret: Buffer, { organizationId, id, number }: RecordKey & DraftKey): string {
  return signToken(secret, "draft", countedKey(organizationId, id, number));
}

export function readDraftToken(secret: Secret, organizationId: string, token: string): DraftKey | null {
  const bytes = readToken(secret, "draft", token);
  if (bytes?.length !== 36 || idOfBytes(bytes.subarray(0, 16)) !== organizationId) return null;
  return { id: idOfBytes(bytes.subarray(16, 32)), number: bytes.readUInt32BE(32) };
}

/** `draft`: the future id of a repair. `until`: in seconds. */
type PhotoKey = { organizationId: string; draft: string; userId: string; until: number };

export function photoToken(secret: Buffer, { organizationId, draft, userId, until }: PhotoKey): string {
  return signToken(
    secret,
    "draft photos",
    Buffer.concat([countedKey(organizationId, draft, until), bytesOfId(userId)]),
  );
}

export function readPhotoToken(secret: Secret, token: string): PhotoKey | null {
  const bytes = readToken(secret, "draft photos", token);
  if (bytes?.length !== 52) return null;
  const [organizationId, draft, userId] = [0, 16, 36].map((at) => idOfBytes(bytes.subarray(at, at + 16)));
  return organizationId && draft && userId
    ? { organizationId, draft, userId, until: bytes.readUInt32BE(32) }
    : null;
}

function countedKey(organizationId: string, id: string, count: number): Buffer {
  const last = Buffer.alloc(4);
  last.writeUInt32BE(count);
  return Buffer.concat([bytesOfId(organizationId), bytesOfId(id), last]);
}

const purposes = ["cancel", "move", "confirm"] as const;
export type Purpose = (typeof purposes)[number];

/** Each change of the booking increases its sequence, which invalidates older links. */
type BookingKey = { organizationId: string; id: string; sequence: number };

export function bookingToken(secret: Buffer, purpose: Purpose, { organizationId, id, sequence }: BookingKey) {
  return signToken(secret, `${purpose} booking`, countedKey(organizationId, id, sequence));
}

export function readBookingToken(secret: Secret, token: string): (BookingKey & { purpose: Purpose }) | null {
  for (const purpose of purposes) {
    const bytes = readToken(secret, `${purpose} booking`, token);
    if (bytes?.length === 36) {
      const [organizationId, id] = [idOfBytes(bytes.subarray(0, 16)), idOfBytes(bytes.subarray(16, 32))];
      return { purpose, organizationId, id, sequence: bytes.readUInt32BE(32) };
    }
  }
  return null;
}

/** Keyed, so that access to the database alone isn't enough to test guesses. The first uses the current secret. */
export function keyedHashes(secret: Secret, purpose: string, text: string): [Buffer, ...Buffer[]] {
  const by = (one: Buffer) =>
    createHmac("sha256", keyFor(one, `hash ${purpose}`))
      .update(text)
      .digest();
  return [by(secret), ...(secret.others ?? []).map((one) => by(one.secret))];
}
