import { formatDate } from "#lib/dates.ts";
import { DEMO_SENDS_NONE, NO_ACCOUNT } from "./contract/mail-terms.ts";
import type { Mail } from "./contract/mails.ts";
import type { Suppression } from "./contract/suppressions.ts";
import type { Me } from "./contract/users.ts";

/** `?state=` in Sent mail for blocked addresses. */
export const NOT_MAILED = "not-mailed";

export function suppressionWords({ reason, createdAt }: Suppression, timezone?: string): string {
  const day = formatDate(createdAt, timezone, { short: true });
  if (reason === "unsubscribed") return `Automations do not email this address: they unsubscribed on ${day}.`;
  if (reason === "erased") return `Emails to this address are not sent: it was erased on ${day}.`;
  return `Emails to this address are not sent: the address bounced on ${day}.`;
}

/** False if it waits for a retry, an account or a later time. */
export function isOnItsWay({ state, reason, dueAt }: Pick<Mail, "state" | "reason" | "dueAt">): boolean {
  return state === "sending" || (state === "queued" && !reason && Date.parse(dueAt ?? "") <= Date.now());
}

/** Because no account is connected. */
export function isNotSent({ state, reason }: { state: string; reason: string | null }): boolean {
  return state === "kept" || (state === "queued" && reason === NO_ACCOUNT);
}

/** "" if emails can leave. */
export function outgoingWords(emails: Me["emails"]): string {
  if (emails === "demo") return DEMO_SENDS_NONE;
  if (emails === "kept")
    return `${NO_ACCOUNT}. Emails are not sent. You can resend them once you connect one.`;
  if (emails === "waiting")
    return `${NO_ACCOUNT}. Emails are not sent until you connect one. They’re sent then, unless it’s too late.`;
  if (emails === "refused")
    return "The email account is not working. Emails wait until it is connected again.";
  return "";
}

export function canBeSentAgain(
  { state, kind }: Pick<Mail, "state" | "kind">,
  me: Pick<Me, "emails"> | undefined,
): boolean {
  if (state === "kept") return me?.emails === "sent" && kind !== "password" && kind !== "invitation";
  return state === "failed" || state === "unknown";
}
