/** The reason of an email that is not sent because nothing can leave the store. */
export const NO_ACCOUNT = "No email account is connected";

/**
 * What happens to the store's emails now. `refused`: they wait until the account works again. `waiting`: they leave once
 * an account is connected. `kept`: only the trial account is connected, so a person must resend them later.
 */
export const outgoings = ["sent", "refused", "waiting", "kept"] as const;
export type Outgoing = (typeof outgoings)[number];
