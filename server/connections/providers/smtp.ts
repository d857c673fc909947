import { isIP } from "node:net";
import { Readable } from "node:stream";
import { createTransport } from "nodemailer";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import { ProviderError } from "#server/platform/errors.ts";
import type { SmtpServer } from "#server/platform/settings.ts";
import type { BeforeLeaving, Outgoing } from "./provider.ts";
import { smtpFailure } from "./smtp-failure.ts";

const CONNECT_MS = 10_000;
const SILENCE_MS = 20_000;
const TOTAL_MS = 45_000;

const composer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });

export async function smtpSend(
  server: SmtpServer,
  mail: Outgoing,
  beforeLeaving: BeforeLeaving = async () => {},
): Promise<void> {
  const message = await composeMail(server.from, mail);
  const envelope = { from: server.from, to: [mail.to.address] };
  let isHandedOver = false;
  // Read only after the server agreed to take the content. Without an answer from here on, the outcome is
  // unknown.
  async function* content() {
    isHandedOver = true;
    yield message;
  }
  try {
    await inSession(server, (session, done) => {
      beforeLeaving().then(() => session.send(envelope, Readable.from(content()), done), done);
    });
  } catch (error) {
    throw error instanceof ProviderError ? error : smtpFailure(error, isHandedOver);
  }
}

export async function composeMail(from: string, mail: Outgoing): Promise<Buffer> {
  const { message } = await composer.sendMail(contentOf(from, mail));
  return message as Buffer;
}

export async function smtpVerify(server: SmtpServer): Promise<void> {
  try {
    await inSession(server, (_, done) => done(null));
  } catch (error) {
    throw smtpFailure(error, false);
  }
}

type Done = (error?: Error | null) => void;

function inSession(server: SmtpServer, work: (session: SMTPConnection, done: Done) => void): Promise<void> {
  const session = new SMTPConnection(optionsOf(server));
  let timer: NodeJS.Timeout | undefined;
  const whole = new Promise<void>((resolve, reject) => {
    const done: Done = (error) => (error ? reject(error) : resolve());
    const next = (step: () => void) => (error?: Error | null) => (error ? reject(error) : step());
    timer = setTimeout(reject, TOTAL_MS, new Error("The mail server took too long"));
    session.on("error", reject);
    const begin = () => work(session, done);
    const { login } = server;
    // Otherwise a server that hides AUTH before TLS would seem to accept the login.
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
    from: { name: oneLine(mail.fromName), address: from },
    to: { name: oneLine(mail.to.name), address: mail.to.address },
    messageId: mail.messageId,
    subject: oneLine(mail.subject),
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

/** RFC 8058. */
export function unsubscribeHeaders(url: string): Record<string, string> {
  return { "List-Unsubscribe": `<${url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}

/** A line break would survive inside an encoded word. */
function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .trim();
}
