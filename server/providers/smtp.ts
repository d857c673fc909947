import { isIP } from "node:net";
import { Readable } from "node:stream";
import { createTransport } from "nodemailer";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import type { SmtpServer } from "#server/settings.ts";
import type { Outgoing } from "./provider.ts";
import { smtpFailure } from "./smtp-failure.ts";

const CONNECT_MS = 10_000;
const SILENCE_MS = 20_000;
/** After this long it has failed, in whatever it was. */
const WHOLE_MS = 45_000;

const composer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });

/** Hands a mail to its server; done means accepted. Throws ProviderError. */
export async function smtpSend(server: SmtpServer, mail: Outgoing): Promise<void> {
  const message = await composed(server.from, mail);
  const envelope = { from: server.from, to: [mail.to.address] };
  let isHandedOver = false;
  // Read only once the server has agreed to take it: from then on nobody can tell what a silent end means.
  async function* content() {
    isHandedOver = true;
    yield message;
  }
  try {
    await inSession(server, (session, done) => session.send(envelope, Readable.from(content()), done));
  } catch (error) {
    throw smtpFailure(error, isHandedOver);
  }
}

/** The mail as it goes over the wire. */
export async function composed(from: string, mail: Outgoing): Promise<Buffer> {
  const { message } = await composer.sendMail(contentOf(from, mail));
  return message as Buffer;
}

/** Signs in and leaves. Throws ProviderError. */
export async function smtpVerify(server: SmtpServer): Promise<void> {
  try {
    await inSession(server, (_, done) => done(null));
  } catch (error) {
    throw smtpFailure(error, false);
  }
}

type Done = (error?: Error | null) => void;

/** Connects, signs in, does `work` and hangs up. */
function inSession(server: SmtpServer, work: (session: SMTPConnection, done: Done) => void): Promise<void> {
  const session = new SMTPConnection(optionsOf(server));
  let timer: NodeJS.Timeout | undefined;
  const whole = new Promise<void>((resolve, reject) => {
    const done: Done = (error) => (error ? reject(error) : resolve());
    const next = (step: () => void) => (error?: Error | null) => (error ? reject(error) : step());
    timer = setTimeout(reject, WHOLE_MS, new Error("It took too long"));
    session.on("error", reject);
    const begin = () => work(session, done);
    const { login } = server;
    // Also where no AUTH is offered: a server that hides it before TLS would else seem to let us in.
    const signIn = login
      ? () => session.login({ user: login.user, pass: login.password }, next(begin))
      : begin;
    session.connect(next(signIn));
  });
  return whole.finally(() => {
    clearTimeout(timer);
    session.close();
  });
}

function optionsOf({ host, ip, port, secure }: SmtpServer) {
  const target = ip ?? host;
  // What never leaves the machine needs no certificate.
  const isLocal = target === "localhost" || target === "::1" || /^127(\.\d+){3}$/.test(target);
  return {
    host: target,
    port,
    secure,
    requireTLS: !secure && !isLocal,
    tls: { rejectUnauthorized: !isLocal, ...(isIP(host) === 0 && { servername: host }) },
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
  };
}

function contentOf(from: string, mail: Outgoing) {
  const { unsubscribeUrl, calendar } = mail;
  return {
    from: { name: plain(mail.fromName), address: from },
    to: { name: plain(mail.to.name), address: mail.to.address },
    messageId: mail.messageId,
    subject: plain(mail.subject),
    text: mail.text,
    html: mail.html,
    headers: { ...mail.headers, ...(unsubscribeUrl && unsubscribeHeaders(unsubscribeUrl)) },
    ...(calendar && {
      icalEvent: { method: calendar.method, filename: "invite.ics", content: calendar.ics },
    }),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** RFC 8058: programs of mail unsubscribe with one request. */
export function unsubscribeHeaders(url: string): Record<string, string> {
  return { "List-Unsubscribe": `<${url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}

/** Inside an encoded word a line break would survive. */
function plain(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .trim();
}
