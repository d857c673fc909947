export const NO_ACCOUNT = "No email account is connected";
export const DEMO_SENDS_NONE = "The demo doesn’t send email.";
export const DEMO_IS_CLOSED = "This isn’t possible in the demo.";

type QuietHours = { isQuiet: boolean; quietFrom: string; quietTo: string };

/** Quiet hours may cross midnight. */
export function isQuietAt({ isQuiet, quietFrom, quietTo }: QuietHours, time: string): boolean {
  if (!isQuiet) return false;
  return quietFrom < quietTo ? quietFrom <= time && time < quietTo : time >= quietFrom || time < quietTo;
}

/** Emails wait until the account works (`refused`), one is connected, or a person resends them (`kept`). */
export const outgoings = ["sent", "refused", "waiting", "kept", "demo"] as const;
export type Outgoing = (typeof outgoings)[number];
