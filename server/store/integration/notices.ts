import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Context } from "hono";
import * as z from "zod/mini";
import { storeMessages } from "#server/connections/inbox/keep.ts";
import { matchMails } from "#server/connections/inbox/match.ts";
import { connectAs } from "#server/connections/mail/account-change.ts";
import { accountOfExternal } from "#server/connections/providers/account.ts";
import { accountFailed, accountRecovered } from "#server/connections/providers/account-troubles.ts";
import { reader } from "#server/connections/providers/reading.ts";
import { unipileProvider } from "#server/connections/providers/unipile.ts";
import { connectedAccount, isAlive } from "#server/connections/providers/unipile-account.ts";
import { type Unipile, unipileCalls } from "#server/connections/providers/unipile-client.ts";
import { countAttempt } from "#server/platform/auth/attempts.ts";
import { takeOneTimeToken, tokenHolder } from "#server/platform/auth/one-time-tokens.ts";
import { actingAs } from "#server/platform/db/actor.ts";
import { asPerson } from "#server/platform/db/client.ts";
import { mailboxes } from "#server/platform/db/schema-mail.ts";
import { HttpError } from "#server/platform/errors.ts";
import type { Host } from "#server/platform/handler.ts";
import { readJson } from "#server/platform/http/body.ts";
import { readToken, signToken } from "#server/platform/secrets/tokens.ts";

/** For our webhook. Unipile's version 1 notices are not signed. */
export const KEY_HEADER = "x-loupe-key";
const PURPOSE = "unipile mail";
const READ_MS = 8_000;
const MAX_AGE_MS = 90 * 86_400_000;

const markOf = (externalId: string) => createHash("sha256").update(externalId).digest().subarray(0, 16);

async function subscribeToMail(host: Host, externalId: string): Promise<void> {
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
        { key: KEY_HEADER, value: signToken(host.secret, PURPOSE, markOf(externalId)) },
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
  await asPerson(host.database, owner, async (db) => {
    await db.update(mailboxes).set({ readAt: now }).where(eq(mailboxes.userId, userId));
    const matches = await matchMails(db, owner, [envelope], isSent);
    await storeMessages(
      db,
      owner,
      matches.map((match) => ({ match, body })),
    );
  });
}

const connected = z.object({ account_id: z.string(), name: z.string() });
const changed = z.object({ AccountStatus: z.object({ account_id: z.string() }) });

/**
 * Not signed, so they only say which account to look up. A new account also needs the one-time name of our link.
 * Throws HttpError and ProviderError.
 */
export async function handleNotice(host: Host, c: Context, address: string): Promise<void> {
  const { unipile } = host.providers;
  if (!unipile) throw new HttpError(404, "There is nothing at this address");
  await host.database.system((db) => countAttempt(db, "notice", address));
  const body = await readJson(c);
  const change = changed.safeParse(body).data;
  const connection = connected.safeParse(body).data;
  if (change) await recheck(host, unipile, change.AccountStatus.account_id);
  else if (connection) await connect(host, unipile, connection);
  else throw new HttpError(400, "Invalid input");
}

async function recheck(host: Host, unipile: Unipile, externalId: string): Promise<void> {
  const account = await host.database.system((db) => accountOfExternal(db, externalId));
  if (!account) return;
  if (await isAlive(unipile, externalId)) await accountRecovered(host, account);
  else await accountFailed(host, account, "mail");
}

/** The first notice uses up the name, so repeated ones are ignored. */
async function connect(host: Host, unipile: Unipile, notice: z.infer<typeof connected>): Promise<void> {
  const { database } = host;
  const externalId = notice.account_id;
  const owner = await database.system((db) => tokenHolder(db, "notice", notice.name));
  const account = owner && (await connectedAccount(unipile, externalId));
  if (!account) return;
  const known = await database.system((db) => accountOfExternal(db, externalId));
  const { organizationId } = owner;
  if (known && (known.organizationId !== organizationId || known.userId !== owner.userId)) return;
  if (!(await database.system((db) => takeOneTimeToken(db, "notice", notice.name)))) return;
  if (known) return accountRecovered(host, known);
  const calendars = await unipileProvider(host, { ...owner, ...account }, "UTC")
    .calendars()
    .catch(() => []);
  await actingAs({ kind: "person", id: owner.userId }, () =>
    connectAs(host, owner, { ...account, calendars }),
  );
  // If this fails, only received email is missing.
  await subscribeToMail(host, externalId).catch(() => {});
}
