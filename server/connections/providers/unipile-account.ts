import * as z from "zod/mini";
import { ProviderError } from "#server/platform/errors.ts";
import { machineTime } from "#server/platform/machine.ts";
import { type Unipile, unipileCalls } from "./unipile-client.ts";
import { providerOfType, readAccount, type UnipileAccount } from "./unipile-shapes.ts";

const LINK_MS = 3_600_000;
const KINDS = { google: "GOOGLE", microsoft: "OUTLOOK" };
const BROKEN_STATUSES = ["CREDENTIALS", "PERMISSIONS", "ERROR", "STOPPED", "DELETED"];

type LinkRequest = {
  provider: "google" | "microsoft";
  externalId: string | null;
  name: string;
  noticeUrl: string;
  doneUrl: string;
  failedUrl: string;
};

/** Valid for an hour and one use. */
export async function hostedLink(unipile: Unipile, wanted: LinkRequest): Promise<string> {
  const { provider, externalId, name, noticeUrl, doneUrl, failedUrl } = wanted;
  const json = {
    ...(externalId
      ? { type: "reconnect", reconnect_account: externalId }
      : { type: "create", providers: [KINDS[provider]] }),
    expiresOn: new Date(machineTime() + LINK_MS).toISOString(),
    api_url: new URL(unipile.url).origin,
    name,
    notify_url: noticeUrl,
    success_redirect_url: doneUrl,
    failure_redirect_url: failedUrl,
  };
  const { body } = await unipileCalls(unipile).call("POST", "/hosted/accounts/link", { json });
  const url = URL.parse(z.object({ url: z.string() }).safeParse(body).data?.url ?? "");
  if (url?.protocol === "https:" || url?.hostname === "127.0.0.1") return url.href;
  throw new ProviderError("later", "We couldn't understand Unipile's answer");
}

export type Connected = { externalId: string; provider: "google" | "microsoft"; address: string };

/** Asks Unipile, because notices are not trusted. Null if unknown or of an unsupported kind. */
export async function connectedAccount(unipile: Unipile, externalId: string): Promise<Connected | null> {
  const account = await fetchAccount(unipile, externalId);
  const provider = account && providerOfType(account.type);
  if (!provider) return null;
  const { mail } = account.connection_params ?? {};
  return { externalId, provider, address: mail?.username || mail?.imap_user || account.name || "" };
}

export async function isAlive(unipile: Unipile, externalId: string): Promise<boolean> {
  const account = await fetchAccount(unipile, externalId);
  return account !== null && !account.sources.some(({ status }) => BROKEN_STATUSES.includes(status ?? ""));
}

async function fetchAccount(unipile: Unipile, externalId: string): Promise<UnipileAccount | null> {
  const path = `/accounts/${encodeURIComponent(externalId)}`;
  const { status, body } = await unipileCalls(unipile).call("GET", path, { accepted: [404] });
  if (status === 404) return null;
  const account = readAccount(body);
  if (account?.id === externalId) return account;
  throw new ProviderError("later", "We couldn't understand Unipile's answer");
}

export async function forgetAccount(unipile: Unipile, externalId: string): Promise<void> {
  await unipileCalls(unipile).call("DELETE", `/accounts/${encodeURIComponent(externalId)}`, {
    accepted: [404],
  });
}
