/** The reason of an email that is not sent because nothing can leave the store. */
export const NO_ACCOUNT = "No email account is connected";

type QuietHours = { isQuiet: boolean; quietFrom: string; quietTo: string };

/** Whether a local time ("21:30") is within the quiet hours, which may cross midnight. */
export function isQuietAt({ isQuiet, quietFrom, quietTo }: QuietHours, time: string): boolean {
  if (!isQuiet) return false;
  return quietFrom < quietTo ? quietFrom <= time && time < quietTo : time >= quietFrom || time < quietTo;
}

/**
 * What happens to the store's emails now. `refused`: they wait until the account works again. `waiting`: they leave once
 * an account is connected. `kept`: only the trial account is connected, so a person must resend them later.
 */
export const outgoings = ["sent", "refused", "waiting", "kept"] as const;
export type Outgoing = (typeof outgoings)[number];
