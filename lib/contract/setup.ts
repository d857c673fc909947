/** What a new store is asked, in order. Known to first views, and so without zod: the rows stand in users.ts. */
export const setupSteps = ["store", "hours", "team", "customers", "mail"] as const;
export type SetupStep = (typeof setupSteps)[number];

/** Those that are missing are still open. */
export type SetupMarks = { [S in SetupStep]?: "done" | "skipped" | undefined };

/**
 * `isDue`: the screen opens by itself, once for each person, while the store is new. `isOver`: skipped or at its end.
 * `isHidden`: nothing leads back any more.
 */
export type Setup = { steps: SetupMarks; isDue: boolean; isOver: boolean; isHidden: boolean };
