import * as z from "zod/mini";
import { amount, atMost, day, figure, option, reference } from "./fields.ts";
import type { Schemas } from "./row.ts";
import type { Read } from "./tolerant.ts";

/**
 * Sales of a time. `sold` is what they cost, `refunded` what was given back in that time (of whatever sale), `revenue` the one
 * less the other; `average` is of a sale, before refunds.
 */
const figures = z.object({
  sales: figure,
  sold: amount,
  refunded: amount,
  revenue: amount,
  average: z.nullable(amount),
});

/** Who bought, as far as their cards are still there; `newCustomers` had bought nothing before the time. */
const counted = z.object({ ...figures.shape, customers: figure, newCustomers: figure });

/** Whole days of the store, both included. */
const period = z.object({ from: day, to: day });

/** `before`: the revenue a year earlier. */
const compared = { ...figures.shape, before: amount };

const report = z.object({
  period,
  /** The same days a year earlier. */
  before: period,
  total: counted,
  totalBefore: counted,
  /** The calendar's months, of which the first and the last may be there in part. */
  months: z.array(z.object({ ...period.shape, ...counted.shape, before: amount })),
  categories: z.array(z.object({ category: reference, ...compared })),
  /** Who sold: without an id who has left the team, and null where nobody knows. */
  people: z.array(z.object({ person: reference, ...compared })),
  /** The customers who brought in most. */
  best: z.array(z.object({ contact: option, sales: figure, revenue: amount, before: amount })),
});
export type Report = Read<typeof report>;

const oneId = z.optional(z.string().check(atMost(64)));

export const reports = {
  "dashboard.report": {
    query: z.object({ from: day, to: day, category: oneId, person: oneId }),
    answer: report,
  },
} satisfies Schemas;
