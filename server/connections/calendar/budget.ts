/** A partly read calendar must not be used: missing events would look like free time. */
export class BudgetExceeded extends Error {}

export type Budget = { spend(steps: number): void };

export function createBudget(limit: number, parent?: Budget): Budget {
  let left = limit;
  return {
    spend(steps) {
      left -= steps;
      if (left < 0)
        throw new BudgetExceeded("This calendar is too large, or an event in it repeats too often");
      parent?.spend(steps);
    },
  };
}
