import { inArray, type SQL, sql } from "drizzle-orm";
import type { MailKind } from "#lib/contract/mails.ts";
import { mails } from "../db/schema-mail.ts";
import type { Host } from "../handler.ts";
import { type Account, accountOf } from "../providers/account.ts";
import { providerOf } from "../providers/of-organization.ts";
import type { Outgoing } from "../providers/provider.ts";
import { smtpSend } from "../providers/smtp.ts";

/**
 * How an organization's mails leave. `via` is the provider, or "smtp": the host's own server, which serves stores that
 * have no mail account of their own. `account` is a person's mailbox: its mails leave slowly, and its refusals are
 * for that person to mend.
 */
export type WayOut = {
  via: string;
  from: string;
  account: Account | null;
  send: (mail: Outgoing) => Promise<void>;
};

/**
 * The way of mails that let their reader in. Whoever may connect the store's account reads what goes through it, and
 * could ask for a link to somebody else's sign-in: such mails take the host's own server, or stay in the outbox, where
 * the owner alone can read them.
 */
export function hostsWayOut({ smtp }: Host): WayOut {
  if (smtp) return { via: "smtp", from: smtp.from, account: null, send: (mail) => smtpSend(smtp, mail) };
  return { via: "local", from: "", account: null, send: async () => {} };
}

/** Mails that take the host's own way, whatever the store's account is. What tells of that account goes past it. */
export function ofHost({ smtp }: Pick<Host, "smtp">): SQL {
  const kinds: MailKind[] = smtp ? ["password", "alert"] : ["password"];
  // The first half is what the index of due mails begins with: automations' thousands are not read.
  return sql`(not (${mails.kind} = 'automation') and ${inArray(mails.kind, kinds)})`;
}

/** The address that a store's mails come from, by its account; null where they cannot leave. */
export function sentFrom(
  { smtp }: Pick<Host, "smtp">,
  { provider, address }: { provider: string | null; address: string | null },
): string | null {
  return provider === null || provider === "local" ? (smtp?.from ?? address) : address;
}

/** Null where no account is connected. */
export async function wayOut(host: Host, organizationId: string): Promise<WayOut | null> {
  const account = await host.database.read(organizationId, (db) => accountOf(db, organizationId));
  const mailbox = account?.provider === "local" ? null : account;
  const { smtp } = host;
  if (!mailbox && smtp) return hostsWayOut(host);
  const provider = await providerOf(host, organizationId);
  if (!account || !provider) return null;
  return {
    via: account.provider,
    from: account.address,
    account: mailbox,
    send: (mail) => provider.send(mail),
  };
}
