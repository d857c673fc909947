import { bytesOfId, idOfBytes } from "#server/db/id.ts";
import { readToken, signToken } from "#server/secrets/sign.ts";

const PURPOSE = "unsubscribe";

export type MailKey = { organizationId: string; id: string };

/** Whoever has it got this mail, and may unsubscribe the address that it went to. */
export function unsubscribeToken(secret: Buffer, { organizationId, id }: MailKey): string {
  return signToken(secret, PURPOSE, Buffer.concat([bytesOfId(organizationId), bytesOfId(id)]));
}

/** The mail that a token came with; null for a made-up one. */
export function mailOfToken(secret: Buffer, token: string): MailKey | null {
  const bytes = readToken(secret, PURPOSE, token);
  if (bytes?.length !== 32) return null;
  return { organizationId: idOfBytes(bytes.subarray(0, 16)), id: idOfBytes(bytes.subarray(16)) };
}
