import * as z from "zod/mini";
import type { SmtpServer } from "#server/providers/smtp.ts";

const address = z.email();

/**
 * The mail server of the host itself: it carries what stores without a mail account of their own send. Null without
 * one. Throws a sentence for a value that makes no sense.
 */
export function readHostSmtp(env: NodeJS.ProcessEnv): SmtpServer | null {
  if (!env.SMTP_URL) return null;
  const url = URL.parse(env.SMTP_URL);
  if (!url?.hostname || !/^smtps?:$/.test(url.protocol)) {
    throw new Error("SMTP_URL must be like smtps://user:password@mail.example.com:465");
  }
  const from = env.MAIL_FROM ?? "";
  if (!address.safeParse(from).success) {
    throw new Error("SMTP_URL needs MAIL_FROM, the address that mails come from");
  }
  const secure = url.protocol === "smtps:";
  const { username, password } = url;
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    ...(username && {
      login: { user: decodeURIComponent(username), password: decodeURIComponent(password) },
    }),
    from,
  };
}
