import { DEMO_SENDS_NONE } from "#lib/contract/mail-terms.ts";
import type { Mail } from "#lib/contract/mails.ts";
import { formatMoment } from "#lib/dates.ts";
import { isNotSent } from "#lib/mails.ts";
import { dotted } from "#lib/text.ts";

const kinds: Record<string, string> = {
  automation: "Automation",
  campaign: "Campaign",
  test: "Test",
  invitation: "Invitation",
  password: "Password",
  booking: "Appointment",
  reminder: "Reminder",
  receipt: "Receipt",
  notice: "Notice",
  alert: "Alert",
};

const ways: Record<string, string> = {
  smtp: "Your Loupe host",
  imap: "Your mail server",
  google: "Google",
  microsoft: "Microsoft",
};

export function kindWord(kind: string): string {
  return kinds[kind] ?? kind;
}

export function wayWord(via: string): string {
  return ways[via] ?? via;
}

export function recipientName({ contact, toName, toAddress }: Mail): string {
  return contact?.name || toName || toAddress || "No name";
}

export function subjectOf({ subject }: Mail): string {
  return subject || "Not written";
}

export function whyEmpty({ kind, state }: Mail): string {
  if (kind === "password" || kind === "invitation")
    return "Only the recipient can see the link in this email.";
  if (kind === "security") return "Only the recipient can see the account details in this email.";
  return state === "queued" || state === "held"
    ? "The text is written when the email is sent."
    : "It was never created.";
}

export function whenWords({ state, sentAt, createdAt, dueAt }: Mail, timezone?: string): string {
  if (state === "queued" && dueAt && Date.parse(dueAt) > Date.now())
    return `Due ${formatMoment(dueAt, timezone)}`;
  return formatMoment(sentAt ?? createdAt, timezone) || "—";
}

const NO_MAILBOX = "There is no such mailbox";
const NOT_MAILED = "An earlier mail to this address came back";

export function whatToDo(mail: Mail): string {
  const { state, kind, contact, reason } = mail;
  if (state === "skipped" && reason?.startsWith(NOT_MAILED))
    return "If the address is right, unblock it under Blocked addresses.";
  if (state === "failed") {
    if (reason?.startsWith(NO_MAILBOX)) {
      return contact?.id
        ? "Check the address on the contact's profile, then resend it. If it is right, unblock it under Blocked addresses first."
        : "Contact them another way. If the address is right, unblock it under Blocked addresses, then resend it.";
    }
    if (kind === "password" || kind === "invitation") return "Check the address, and ask for a new link.";
    return contact?.id
      ? "Check the address on the contact's profile, then resend it."
      : "Resend it, or contact them another way.";
  }
  if (state === "unknown") return "It may have arrived. Resend it only if you’re sure it didn’t.";
  if (reason === DEMO_SENDS_NONE) return "";
  if (state === "kept")
    return kind === "password" || kind === "invitation"
      ? "Once you connect one, request a new link."
      : "Once you connect one, you can resend it.";
  if (isNotSent(mail)) return "It’s sent once you connect one, unless it’s too late.";
  return "";
}

export function whyWords(mail: Mail): string {
  return dotted(mail.reason, whatToDo(mail));
}
