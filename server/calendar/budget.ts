/** More work, or more events, than anybody's calendar is worth. What has not been read to its end says nothing. */
export class BudgetExceeded extends Error {}

/** Counts what reading costs, in steps of about a microsecond; throws BudgetExceeded when it is used up. */
export type Budget = { spend(steps: number): void };

/** A part of a whole: what it costs counts there, too. */
export function budgetOf(most: number, whole?: Budget): Budget {
  let left = most;
  return {
    spend(steps) {
      left -= steps;
      if (left < 0)
        throw new BudgetExceeded("This calendar is too large, or an event in it repeats too often");
      whole?.spend(steps);
    },
  };
}
