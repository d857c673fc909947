import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { storeLetters } from "#server/connections/letters/keep.ts";
import { matchMails } from "#server/connections/letters/match.ts";
import { accountOfExternal } from "#server/connections/providers/account.ts";
import { reader } from "#server/connections/providers/reading.ts";
import { unipileCalls } from "#server/connections/providers/unipile-client.ts";
import { countAttempt } from "#server/platform/auth/attempts.ts";
import { actingAs } from "#server/platform/db/actor.ts";
import { mailboxes } from "#server/platform/db/schema-received.ts";
import { HttpError } from "#server/platform/errors.ts";
import type { Host } from "#server/platform/handler.ts";
import { readToken, signToken } from "#server/platform/secrets/tokens.ts";

/** For our webhook. Unipile's version 1 notices are not signed. */
export const KEY_HEADER = "x-loupe-key";
const PURPOSE = "unipile mail";
const READ_MS = 8_000;
const MAX_AGE_MS = 90 * 86_400_000;

function keyOf(secret: Buffer, externalId: string): string {
  return signToken(secret, PURPOSE, markOf(externalId));
}

const markOf = (externalId: string) => createHash("sha256").update(externalId).digest().subarray(0, 16);

export async function subscribeToMail(host: Host, externalId: string): Promise<void> {
  const { unipile } = host.providers;
  if (!unipile) return;
  await unipileCalls(unipile).call("POST", "/webhooks", {
    json: {
      source: "email",
      request_url: `${host.hostUrl}/unipile/mail`,
      name: "Mail of contacts",
      events: ["mail_received", "mail_sent"],
      account_ids: [externalId],
      headers: [
        { key: "Content-Type", value: "application/json" },
        { key: KEY_HEADER, value: keyOf(host.secret, externalId) },
      ],
    },
  });
}

/** Same rules as read mailboxes. Requires the account's own key. Throws HttpError. */
export async function handleMailNotice(
  host: Host,
  { bytes, key, address }: { bytes: Uint8Array; key: string; address: string },
): Promise<void> {
  if (!host.providers.unipile) throw new HttpError(404, "There is nothing at this address");
  await host.database.system((db) => countAttempt(db, "notice", address));
  const mark = readToken(host.secret, PURPOSE, key);
  if (!mark) throw new HttpError(403, "This notice is not valid");
  const notice = await reader(`notice ${mark.toString("hex")}`, READ_MS)("unipileMail", bytes).catch(() => {
    throw new HttpError(400, "Invalid input");
  });
  if (!notice) return;
  const { accountId, isSent, envelope, body } = notice;
  if (!markOf(accountId).equals(mark)) throw new HttpError(403, "This notice is not valid");
  const now = host.clock();
  if (envelope.at < now.getTime() - MAX_AGE_MS) return;
  const account = await host.database.system((db) => accountOfExternal(db, accountId));
  if (!account?.userId) return;
  const { organizationId, userId } = account;
  const owner = { organizationId, userId, address: account.address.toLowerCase() };
  await actingAs({ kind: "person", id: userId }, () =>
    host.database.tenant(organizationId, async (db) => {
      await db
        .update(mailboxes)
        .set({ readAt: now })
        .where(and(eq(mailboxes.organizationId, organizationId), eq(mailboxes.userId, userId)));
      const matches = await matchMails(db, owner, [envelope], isSent);
      await storeLetters(
        db,
        owner,
        matches.map((match) => ({ match, body })),
      );
    }),
  );
}
