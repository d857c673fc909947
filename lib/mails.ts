import type { Mail } from "./contract/mails.ts";
import type { Me } from "./contract/users.ts";

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
