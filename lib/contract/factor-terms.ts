/** `setUp`: the store requires a second step that the person doesn't have yet. */
export const stepWays = ["app", "passkey", "setUp"] as const;
export type StepWay = (typeof stepWays)[number];

/** Prefix of an error, because NextAuth passes only one string to the page. */
export const SECOND_STEP = "Second step: ";
export const STEP_OVER = "Second step over";
export const STEP_EXPIRED = "That took too long. Sign in again.";

/** Usually because the person closed the browser's dialog. */
export const NO_PASSKEY = "No passkey was chosen";
