/** What a person may answer the second step with; `setUp`: they have nothing yet, and their store wants it. */
export const stepWays = ["app", "passkey", "setUp"] as const;
export type StepWay = (typeof stepWays)[number];

/** How the web app's server tells its screens, which get one sentence: the ways follow, or the second step is over. */
export const SECOND_STEP = "Second step: ";
export const STEP_OVER = "Second step over";

/** Why there is no passkey, as people are told: most of the time they have closed the browser's own dialog. */
export const NO_PASSKEY = "No passkey was chosen";
