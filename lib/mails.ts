import type { Mail } from "./contract/mails.ts";
import type { Suppression } from "./contract/suppressions.ts";
import type { Me } from "./contract/users.ts";
import { formatDay, readDay } from "./dates.ts";

/** Of `?state=` in Sent mail: the addresses that get none. */
export const NOT_MAILED = "not-mailed";

/** What is not sent to an address, why, and since when. */
export function suppressionWords({ reason, createdAt }: Suppression, timezone?: string): string {
  const day = formatDay(readDay(createdAt, timezone), { short: true, timezone });
  if (reason === "unsubscribed") return `Automations do not email this address: they unsubscribed on ${day}.`;
  if (reason === "erased") return `Emails to this address are not sent: it was erased on ${day}.`;
  return `Emails to this address are not sent: the address bounced on ${day}.`;
}

/** True while a mail is about to leave. What waits for a reason (another try, an account) or a later time is not. */
export function isOnItsWay({ state, reason, dueAt }: Pick<Mail, "state" | "reason" | "dueAt">): boolean {
  return state === "sending" || (state === "queued" && !reason && Date.parse(dueAt ?? "") <= Date.now());
}

/** What was kept here goes once there is a way out; a link that lets in is asked for anew. */
export function canBeSentAgain(
  { state, kind }: Pick<Mail, "state" | "kind">,
  me: Pick<Me, "keepsMail"> | undefined,
): boolean {
  if (state === "kept") return me?.keepsMail === false && kind !== "password" && kind !== "invitation";
  return state === "failed" || state === "unknown";
}
