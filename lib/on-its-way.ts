import type { Mail } from "./contract/mails.ts";

/** True while a mail is about to leave. What waits for a reason (another try, an account) or a later time is not. */
export function isOnItsWay({ state, reason, dueAt }: Pick<Mail, "state" | "reason" | "dueAt">): boolean {
  return state === "sending" || (state === "queued" && !reason && Date.parse(dueAt ?? "") <= Date.now());
}
