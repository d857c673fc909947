/** What a new store is asked, in order. */
export const setupSteps = ["timezone", "hours", "categories", "team"] as const;
export type SetupStep = (typeof setupSteps)[number];

/** `steps`: done or skipped; those that are missing are still open. `isOver` ends the asking. */
export type Setup = { steps: { [S in SetupStep]?: "done" | "skipped" }; isOver: boolean };
