import { inArray, type SQL, sql } from "drizzle-orm";
import { DEMO_SENDS_NONE, type Outgoing as MailOutgoing, NO_ACCOUNT } from "#lib/contract/mail-terms.ts";
import type { MailKind } from "#lib/contract/mails.ts";
import { type Account, isManager } from "#server/connections/providers/account.ts";
import { connectionOfStore } from "#server/connections/providers/connections.ts";
import type { Provider } from "#server/connections/providers/provider.ts";
import { smtpSend } from "#server/connections/providers/smtp.ts";
import { mails } from "#server/platform/db/schema-mail.ts";
import type { Host } from "#server/platform/handler.ts";
import { sendingOrder } from "./may-email.ts";

/**
 * - `via`: the provider, or "smtp" for the host's own server
 * - `account`: a personal mailbox, which sends slowly; its refusals are reported to its person
 * - `isByManager`: the person who connected it manages the store
 * - `isBypass`: the host's own server is used although the store has a mailbox
 */
export type Transport = {
  via: string;
  from: string;
  account: Account | null;
  isByManager?: boolean;
  isBypass?: boolean;
  send: Provider["send"];
};

/** Without a server, emails stay in the outbox, and only the owner can read those with a sign-in link. */
export function hostTransport({ smtp, isDemo }: Host): Transport {
  if (smtp && !isDemo)
    return { via: "smtp", from: smtp.from, account: null, send: (...mail) => smtpSend(smtp, ...mail) };
  return { via: "local", from: "", account: null, send: async () => {} };
}

/**
 * Alerts about the account must not depend on it, and its person can read what it sends. A password reset can be the
 * owner's and never uses the account. An invitation creates at most an admin, so a manager's account may send it.
 * Notices about sign-ins may use the account if there is no other way.
 */
export function usesHostServer(
  { smtp }: Pick<Host, "smtp">,
  { isByManager }: Pick<Transport, "isByManager"> = {},
): SQL {
  const kinds: MailKind[] = [
    "password",
    ...(smtp ? (["alert", "security"] as const) : []),
    ...(isByManager ? [] : ["invitation" as const]),
  ];
  // The first half matches the index of due emails.
  return sql`(${sendingOrder} = 0 and ${inArray(mails.kind, kinds)})`;
}

export function canSend({ smtp, isDemo }: Pick<Host, "smtp" | "isDemo">, provider: string | null): boolean {
  return !isDemo && (smtp !== null || (provider !== null && provider !== "local"));
}

export const whyNotSent = ({ isDemo }: Pick<Host, "isDemo">) => (isDemo ? DEMO_SENDS_NONE : NO_ACCOUNT);

export function outgoingOf(
  host: Pick<Host, "smtp" | "isDemo">,
  { provider, error }: { provider: string | null; error: string | null },
): MailOutgoing {
  if (host.isDemo) return "demo";
  if (!canSend(host, provider)) return provider === null ? "waiting" : "kept";
  const isMailbox = provider !== null && provider !== "local";
  return isMailbox && error !== null ? "refused" : "sent";
}

export function senderAddress(
  { smtp }: Pick<Host, "smtp">,
  { provider, address }: { provider: string | null; address: string | null },
): string | null {
  return provider === null || provider === "local" ? (smtp?.from ?? address) : address;
}

export async function transportOf(host: Host, organizationId: string): Promise<Transport | null> {
  if (host.isDemo) return hostTransport(host);
  const provider = await connectionOfStore(host, organizationId);
  const account = provider?.account ?? null;
  const mailbox = account?.provider === "local" ? null : account;
  const { smtp } = host;
  if (!mailbox && smtp) return hostTransport(host);
  if (!account || !provider) return null;
  return {
    via: account.provider,
    from: account.address,
    account: mailbox,
    isByManager: mailbox !== null && (await isConnectedByManager(host, mailbox)),
    send: (...mail) => provider.send(...mail),
  };
}

export async function invitationTransport(host: Host, organizationId: string): Promise<Transport | null> {
  const transport = await transportOf(host, organizationId);
  return transport?.account && !transport.isByManager ? hostTransport(host) : transport;
}

async function isConnectedByManager(host: Host, { organizationId, connectedBy }: Account): Promise<boolean> {
  return connectedBy !== null && host.database.read(organizationId, (db) => isManager(db, connectedBy));
}
