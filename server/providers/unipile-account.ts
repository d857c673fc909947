import * as z from "zod/mini";
import { ProviderError } from "./provider.ts";
import { type Unipile, unipileCalls } from "./unipile-client.ts";
import { providerOfType, readAccount, type UnipileAccount } from "./unipile-shapes.ts";

const LINK_MS = 3_600_000;
const KINDS = { google: "GOOGLE", microsoft: "OUTLOOK" };
const BROKEN = ["CREDENTIALS", "PERMISSIONS", "ERROR", "STOPPED", "DELETED"];

type Wanted = {
  provider: "google" | "microsoft";
  /** The account to sign in to again; null for a new one. */
  externalId: string | null;
  /** What its notice will be known by. */
  name: string;
  noticeUrl: string;
  doneUrl: string;
  failedUrl: string;
};

/** A page of Unipile's where a person signs in to an account. It lives for an hour at the most: one per click. */
export async function hostedLink(unipile: Unipile, wanted: Wanted): Promise<string> {
  const { provider, externalId, name, noticeUrl, doneUrl, failedUrl } = wanted;
  const json = {
    ...(externalId
      ? { type: "reconnect", reconnect_account: externalId }
      : { type: "create", providers: [KINDS[provider]] }),
    expiresOn: new Date(Date.now() + LINK_MS).toISOString(),
    api_url: new URL(unipile.url).origin,
    name,
    notify_url: noticeUrl,
    success_redirect_url: doneUrl,
    failure_redirect_url: failedUrl,
  };
  const { body } = await unipileCalls(unipile).call("POST", "/hosted/accounts/link", { json });
  const url = URL.parse(z.object({ url: z.string() }).safeParse(body).data?.url ?? "");
  if (url?.protocol === "https:" || url?.hostname === "127.0.0.1") return url.href;
  throw new ProviderError("later", "Unipile's answer cannot be understood");
}

export type Connected = { externalId: string; provider: "google" | "microsoft"; address: string };

/** An account as Unipile has it, whatever a notice said; null where it has none, or of a kind that we do not connect. */
export async function connectedAccount(unipile: Unipile, externalId: string): Promise<Connected | null> {
  const account = await readBack(unipile, externalId);
  const provider = account && providerOfType(account.type);
  if (!provider) return null;
  const { mail } = account.connection_params ?? {};
  return { externalId, provider, address: mail?.username || mail?.imap_user || account.name || "" };
}

/** Whether an account still works, as far as Unipile knows. */
export async function isAlive(unipile: Unipile, externalId: string): Promise<boolean> {
  const account = await readBack(unipile, externalId);
  return account !== null && !account.sources.some(({ status }) => BROKEN.includes(status ?? ""));
}

async function readBack(unipile: Unipile, externalId: string): Promise<UnipileAccount | null> {
  const path = `/accounts/${encodeURIComponent(externalId)}`;
  const { status, body } = await unipileCalls(unipile).call("GET", path, { besides: [404] });
  if (status === 404) return null;
  const account = readAccount(body);
  if (account?.id === externalId) return account;
  throw new ProviderError("later", "Unipile's answer cannot be understood");
}

/** Ends what Unipile keeps of an account. */
export async function forgetAccount(unipile: Unipile, externalId: string): Promise<void> {
  await unipileCalls(unipile).call("DELETE", `/accounts/${encodeURIComponent(externalId)}`, {
    besides: [404],
  });
}
