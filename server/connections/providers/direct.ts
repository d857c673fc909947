import * as z from "zod/mini";
import { ProviderError } from "#server/platform/errors.ts";
import type { Host } from "#server/platform/handler.ts";
import type { ProviderSettings, SmtpServer } from "#server/platform/settings.ts";
import { type Account, holderOf, secretsOf } from "./account.ts";
import { caldavCalendars, caldavHome } from "./caldav.ts";
import { mailServerAddress } from "./guard.ts";
import { type ImapServer, imapSession, imapVerify } from "./imap.ts";
import { localProvider } from "./local.ts";
import type { Calendar, Provider } from "./provider.ts";
import { composeMail, smtpSend, smtpVerify } from "./smtp.ts";

const login = { user: z.string(), password: z.string() };

const mailServer = z.object({ host: z.string(), port: z.number(), ...login });

/** Without `caldav` the calendar is the local one; without `imap` no email is read. */
const directSecrets = z.object({
  smtp: mailServer,
  imap: z.optional(z.nullable(mailServer)),
  caldav: z.nullable(z.object({ home: z.string(), ...login })),
});
type DirectSecrets = z.infer<typeof directSecrets>;

export type DirectEntry = {
  address: string;
  smtp: DirectSecrets["smtp"];
  imap?: ImapServer | null;
  caldav: { url: string; user: string; password: string } | null;
};

/** Servers that store a copy in the sent folder themselves. */
const KEEPS_COPIES = /(?:^|\.)(?:gmail|googlemail|office365|outlook|hotmail|live)\.com$/i;

export function directProvider(host: Host, account: Account, timezone: string): Provider {
  const { providers: settings } = host;
  const secrets = () => {
    const stored = directSecrets.safeParse(secretsOf(host, account));
    if (stored.success) return stored.data;
    throw new ProviderError("credentials", "The saved password can't be decrypted with this host's key");
  };
  const calendars = () => {
    const { caldav } = secrets();
    const holder = holderOf(account);
    return caldav
      ? caldavCalendars(settings, { ...caldav, organizationId: holder.organizationId }, timezone)
      : localProvider(host, holder);
  };
  return {
    send: async (mail, beforeLeaving) =>
      smtpSend(await smtpServer(settings, account.address, secrets().smtp), mail, beforeLeaving),
    file: async (mail) => {
      const { imap, smtp } = secrets();
      if (!imap || KEEPS_COPIES.test(smtp.host)) return;
      const session = await imapSession(settings, imap);
      try {
        await session.ask(
          "file",
          (await composeMail(account.address, mail)).toString("latin1"),
          mail.messageId,
        );
      } finally {
        await session.end();
      }
    },
    calendars: async () => calendars().calendars(),
    events: async (...args) => calendars().events(...args),
    saveEvent: async (...args) => calendars().saveEvent(...args),
    removeEvent: async (...args) => calendars().removeEvent(...args),
  };
}

export function imapServerOf(host: Host, account: Account): ImapServer | null {
  if (account.provider !== "imap") return null;
  return directSecrets.safeParse(secretsOf(host, account)).data?.imap ?? null;
}

export class ConnectFailure extends Error {
  readonly server: string;
  readonly kind: ProviderError["kind"];
  /** Null if the server didn't answer. */
  readonly answer: string | null;

  constructor(server: string, cause: unknown) {
    super(`${server} failed`, { cause });
    const reason = cause instanceof ProviderError ? cause.cause : null;
    this.server = server;
    this.kind = cause instanceof ProviderError ? cause.kind : "unknown";
    this.answer = reason instanceof Error && "response" in reason ? String(reason.response) : null;
  }
}

/** Throws a ConnectFailure for the first server that failed. */
export async function tryDirect(
  settings: ProviderSettings,
  organizationId: string,
  { address, smtp, imap, caldav: entered }: DirectEntry,
): Promise<{ secrets: DirectSecrets; calendars: Calendar[] | null }> {
  const failedAt = (server: string) => (cause: unknown) => {
    throw new ConnectFailure(server, cause);
  };
  const verified = smtpServer(settings, address, smtp).then(smtpVerify).catch(failedAt(smtp.host));
  const discovered = entered && tryCaldav(settings, organizationId, entered).catch(failedAt(entered.url));
  const read = imap && imapVerify(settings, imap).catch(failedAt(imap.host));
  // Wait for all, so that the duration doesn't reveal which one failed.
  await Promise.allSettled([verified, discovered, read]);
  await verified;
  await read;
  const found = await discovered;
  return {
    secrets: { smtp, imap: imap ?? null, caldav: found?.caldav ?? null },
    calendars: found?.calendars ?? null,
  };
}

async function tryCaldav(
  settings: ProviderSettings,
  organizationId: string,
  entered: NonNullable<DirectEntry["caldav"]>,
) {
  const { user, password } = entered;
  const caldav = { home: await caldavHome(settings, { ...entered, organizationId }), user, password };
  const calendars = await caldavCalendars(settings, { ...caldav, organizationId }, "UTC").calendars();
  if (calendars.every(({ isReadOnly }) => isReadOnly)) throw new Error("No writable calendar found");
  return { caldav, calendars };
}

async function smtpServer(
  settings: ProviderSettings,
  from: string,
  { host, port, user, password }: DirectSecrets["smtp"],
): Promise<SmtpServer> {
  const ip = await mailServerAddress(host, settings);
  return { host, ip, port, secure: port === 465, login: { user, password }, from };
}
