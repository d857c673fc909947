import { isIP } from "node:net";
import { Readable } from "node:stream";
import { createTransport } from "nodemailer";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import { ProviderError } from "#server/platform/errors.ts";
import { after } from "#server/platform/machine.ts";
import type { SmtpServer } from "#server/platform/settings.ts";
import type { BeforeLeaving, Outgoing } from "./provider.ts";

type Failure = { code?: string; command?: string; response?: string; responseCode?: number };

// RFC 4954: sign-in or a stronger method required, wrong password, TLS required.
const SIGN_IN = [530, 534, 535, 538];
const MAX_SHOWN = 200;
const MAX_READ = 1000;
// "User unknown in relay recipient table" is about the recipient.
const TABLE = / in (?:local|relay|virtual)(?: \w+){1,3} table/gi;
const OF_ACCOUNT =
  /\brelay|\bauth(?:\b|entic)|\bsign in\b|exceed|too (?:many|much)|\brate\b|throttl|\blimit|\bquota\b|per (?:minute|hour|day)\b/i;
const OF_CONTENT =
  /\bspam|\bpolicy|\bblock|\bblacklist|\breputation|\bsender\b|\bdenied\b|\bbanned\b|\bvirus/i;
const OF_RECIPIENT =
  /\bno such (?:user|mailbox|recipient|person|account|address)\b|\bunknown (?:user|recipient|mailbox|account|address)\b|\b(?:user|recipient|mailbox|account|address)(?: [^\s]{1,254})?:? (?:is |has been )?(?:unknown|not found|does(?:n't| not) exist|not exist|invalid|disabled|deactivated|inactive|closed|no longer)|\binvalid (?:recipient|mailbox|user)\b|\bno mailbox\b/i;

/** `isHandedOver`: the server had started to accept the content, so without its answer the outcome is unknown. */
function smtpFailure(error: unknown, isHandedOver: boolean): ProviderError {
  const { code, command = "", response, responseCode = 0 } = error as Failure;
  const createError = (kind: ProviderError["kind"], sentence: string) =>
    new ProviderError(kind, response ? `${sentence}: ${excerpt(response)}` : sentence, { cause: error });

  if (responseCode >= 400 && responseCode < 500)
    return createError("later", "The mail server asked us to try again later");
  if (code === "EAUTH" || SIGN_IN.includes(responseCode)) {
    return createError("credentials", "The mail server rejected our sign-in");
  }
  if (["MAIL FROM", "RCPT TO", "DATA"].includes(command) && responseCode >= 500) {
    const words = (response ?? "").slice(0, MAX_READ);
    if (isOfAccount(command, words))
      return createError("refused", "The mail server currently refuses email from this account");
    if (command === "RCPT TO" && isNoMailbox(words))
      return createError("bounced", "There is no such mailbox");
    return createError("never", "The mail server refused this email");
  }
  if (code === "EENVELOPE" || code === "EMESSAGE") return createError("never", "This email can't be sent");
  if (isHandedOver)
    return createError("unknown", "The connection ended before the mail server confirmed this email");
  return createError("later", "The mail server can't be reached");
}

function isOfAccount(command: string, response: string): boolean {
  const enhanced = enhancedStatus(response);
  if (response.startsWith("552") || /^5\.(2\.[1-4]|3\.4)$/.test(enhanced ?? "")) return false;
  return command === "MAIL FROM" || OF_ACCOUNT.test(response.replace(TABLE, ""));
}

/** By enhanced status code (RFC 3463) or wording. A plain 550 can also mean a blocked account, spam or a quota. */
function isNoMailbox(response: string): boolean {
  const words = response.replace(TABLE, "");
  if (OF_ACCOUNT.test(words) || OF_CONTENT.test(words)) return false;
  const enhanced = enhancedStatus(response);
  if (enhanced && /^5\.(1\.([136]|10)|2\.1)$/.test(enhanced)) return true;
  return !enhanced?.startsWith("5.7.") && OF_RECIPIENT.test(words);
}

function enhancedStatus(response: string): string | undefined {
  return /^\d{3}[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
}

function excerpt(response: string): string {
  return response
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, " ")
    .slice(0, MAX_SHOWN)
    .trim();
}

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
  // Read only after the server agreed to take the content. Without an answer from here on, the outcome is unknown.
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
    timer = after(TOTAL_MS, () => reject(new Error("The mail server took too long")));
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
  const { unsubscribeUrl, calendar, picture } = mail;
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
    ...(picture && {
      attachments: [
        {
          cid: picture.cid,
          content: picture.bytes,
          filename: "logo.png",
          contentType: "image/png",
          contentDisposition: "inline" as const,
        },
      ],
    }),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

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
