import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Outgoing as MailOutgoing } from "#lib/contract/mail-terms.ts";
import type { MailKind } from "#lib/contract/mails.ts";
import type { Account } from "#server/connections/providers/account.ts";
import { connectionOfStore } from "#server/connections/providers/connections.ts";
import type { Provider } from "#server/connections/providers/provider.ts";
import { smtpSend } from "#server/connections/providers/smtp.ts";
import { users } from "#server/platform/db/schema.ts";
import { mails } from "#server/platform/db/schema-mail.ts";
import type { Host } from "#server/platform/handler.ts";
import { turn } from "./gate.ts";

/**
 * How an organization's mails leave. `via` is the provider, or "smtp": the host's own server, which serves stores that
 * have no mail account of their own. `account` is a person's mailbox: its mails leave slowly, and its refusals are
 * for that person to repair. `isLed`: whoever connected it leads the store, still. `isBypass`: the host's own way beside a
 * mailbox, whose state it says nothing about.
 */
export type Transport = {
  via: string;
  from: string;
  account: Account | null;
  isLed?: boolean;
  isBypass?: boolean;
  send: Provider["send"];
};

/** The host's own server; without one mails stay in the outbox, where the owner alone can read those that hold a key. */
export function hostTransport({ smtp }: Host): Transport {
  if (smtp)
    return { via: "smtp", from: smtp.from, account: null, send: (...mail) => smtpSend(smtp, ...mail) };
  return { via: "local", from: "", account: null, send: async () => {} };
}

/**
 * Mails that take the host's own way, whatever the store's account is. What tells of that account goes past it. Whoever
 * connected it reads what goes through it, so no mail that lets its reader in takes it against that person's rights: a
 * new password may be the owner's; an invitation makes an admin at the most, so it needs an account that is led. Where
 * somebody signs in is nobody else's business, but better read by that person than told to nobody.
 */
export function bySmtpUrl({ smtp }: Pick<Host, "smtp">, { isLed }: Pick<Transport, "isLed"> = {}): SQL {
  const kinds: MailKind[] = [
    "password",
    ...(smtp ? (["alert", "security"] as const) : []),
    ...(isLed ? [] : ["invitation" as const]),
  ];
  // The first half is what the index of due mails begins with: automations' thousands are not read.
  return sql`(${turn} = 0 and ${inArray(mails.kind, kinds)})`;
}

/** Whether the mails of a store leave it, by its account. */
export function canSend({ smtp }: Pick<Host, "smtp">, provider: string | null): boolean {
  return smtp !== null || (provider !== null && provider !== "local");
}

/** What happens to the emails of a store, by its account. */
export function outgoingOf(
  host: Pick<Host, "smtp">,
  { provider, error }: { provider: string | null; error: string | null },
): MailOutgoing {
  if (!canSend(host, provider)) return provider === null ? "waiting" : "kept";
  const isMailbox = provider !== null && provider !== "local";
  return isMailbox && error !== null ? "refused" : "sent";
}

/** The address that a store's mails come from, by its account; null where they cannot leave. */
export function senderAddress(
  { smtp }: Pick<Host, "smtp">,
  { provider, address }: { provider: string | null; address: string | null },
): string | null {
  return provider === null || provider === "local" ? (smtp?.from ?? address) : address;
}

/** Null where no account is connected. */
export async function transportOf(host: Host, organizationId: string): Promise<Transport | null> {
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
    isLed: mailbox !== null && (await leads(host, mailbox)),
    send: (...mail) => provider.send(...mail),
  };
}

/** How an invitation leaves; null where no account is connected. */
export async function invitationTransport(host: Host, organizationId: string): Promise<Transport | null> {
  const transport = await transportOf(host, organizationId);
  return transport?.account && !transport.isLed ? hostTransport(host) : transport;
}

/** Not where nobody knows who connected it, or where that person was removed. */
async function leads(host: Host, { organizationId, connectedBy }: Account): Promise<boolean> {
  if (!connectedBy) return false;
  const [user] = await host.database.read(organizationId, (db) =>
    db
      .select({ role: users.role })
      .from(users)
      .where(and(eq(users.organizationId, organizationId), eq(users.id, connectedBy))),
  );
  return user !== undefined && user.role !== "USER";
}
