import type { Context } from "hono";
import * as z from "zod/mini";
import { connectAs } from "#server/connections/mail/account-change.ts";
import { accountOfExternal } from "#server/connections/providers/account.ts";
import { accountFailed, accountRecovered } from "#server/connections/providers/account-troubles.ts";
import { unipileProvider } from "#server/connections/providers/unipile.ts";
import { connectedAccount, isAlive } from "#server/connections/providers/unipile-account.ts";
import type { Unipile } from "#server/connections/providers/unipile-client.ts";
import { countAttempt } from "#server/platform/auth/attempts.ts";
import { takeOneTimeToken, tokenHolder } from "#server/platform/auth/one-time-tokens.ts";
import { actingAs } from "#server/platform/db/actor.ts";
import { HttpError } from "#server/platform/errors.ts";
import type { Host } from "#server/platform/handler.ts";
import { readJson } from "#server/platform/http/body.ts";
import { subscribeToMail } from "./mail-notice.ts";

const connected = z.object({ account_id: z.string(), name: z.string() });
const changed = z.object({ AccountStatus: z.object({ account_id: z.string() }) });

/**
 * Notices of connected (notify_url) and changed accounts (webhook account_status). They are not signed, so
 * they only say which account to look up. A new account also needs the one-time name of our link. Throws
 * HttpError and ProviderError.
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
