/** Ways to complete the second step. `setUp`: the person has none yet, but the store requires one. */
export const stepWays = ["app", "passkey", "setUp"] as const;
export type StepWay = (typeof stepWays)[number];

/** Prefix of the sign-in error that announces a second step. NextAuth passes only one string to the page. */
export const SECOND_STEP = "Second step: ";
export const STEP_OVER = "Second step over";

/** Shown if the browser returns no passkey, usually because the person closed its dialog. */
export const NO_PASSKEY = "No passkey was chosen";
