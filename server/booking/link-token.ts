import { bytesOfId, idOfBytes } from "#server/db/id.ts";
import { readToken, signToken } from "#server/secrets/sign.ts";

/** What a mail's link lets its reader do, and nothing else. */
const purposes = ["cancel", "move"] as const;
export type Purpose = (typeof purposes)[number];

/** A booking as it was when the link was written: one that was changed since has another sequence. */
export type BookingKey = { organizationId: string; id: string; sequence: number };

export function bookingToken(
  secret: Buffer,
  purpose: Purpose,
  { organizationId, id, sequence }: BookingKey,
): string {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(sequence);
  return signToken(
    secret,
    `${purpose} booking`,
    Buffer.concat([bytesOfId(organizationId), bytesOfId(id), count]),
  );
}

/** Null for a made-up one. */
export function readBookingToken(secret: Buffer, token: string): (BookingKey & { purpose: Purpose }) | null {
  for (const purpose of purposes) {
    const bytes = readToken(secret, `${purpose} booking`, token);
    if (bytes?.length === 36) {
      const [organizationId, id] = [idOfBytes(bytes.subarray(0, 16)), idOfBytes(bytes.subarray(16, 32))];
      return { purpose, organizationId, id, sequence: bytes.readUInt32BE(32) };
    }
  }
  return null;
}
