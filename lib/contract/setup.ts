export const setupSteps = ["you", "store", "hours", "mail", "team", "customers", "kind"] as const;
export type SetupStep = (typeof setupSteps)[number];

export type SetupMarks = { [S in SetupStep]?: "done" | "skipped" | undefined };

/**
 * `isDue`: opens once per person while the store is new. `isOver`: skipped or finished. `isHidden`: Home
 * shows no reminder for seven days.
 */
export type Setup = { steps: SetupMarks; isDue: boolean; isOver: boolean; isHidden: boolean };

/** The step that Home reminds of. Home shows no other reminder then. */
export function remindedStep({ steps, isHidden, isDue }: Setup): SetupStep | undefined {
  if (isHidden || isDue) return;
  return setupSteps.find((step) => !steps[step]) ?? setupSteps.find((step) => steps[step] !== "done");
}
