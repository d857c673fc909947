import type { Invariant } from "./invariant.ts";

export const noProblems: Invariant = {
  name: "no errors",
  says: "No request fails with an unexpected error.",
  check: async ({ world }) => world.problems.splice(0),
};
