import * as z from "zod/mini";
import * as f from "./fields.ts";
import { repairStates } from "./repair-terms.ts";
import type { Schemas } from "./row.ts";
import type { Read } from "./tolerant.ts";

const figures = z.object({ repairs: f.figure, days: z.nullable(f.figure), late: f.figure });

const total = z.object({ ...figures.shape, revenue: f.amount });

const report = z.object({
  total,
  /** A year earlier. */
  before: total,
  months: z.array(z.object({ from: f.day, to: f.day, repairs: f.figure, days: z.nullable(f.figure) })),
  /** Estimates that a customer had to approve. `hours`: the median. */
  answered: z.object({ asked: f.figure, approved: f.figure, hours: z.nullable(f.figure) }),
  /** Per repair, on average. */
  spent: z.array(z.object({ state: z.enum(repairStates), days: f.figure })),
  /** People and workshops. `open`: now. `lateBy`: days, on average. `back`: within 90 days. */
  rows: z.array(
    z.object({
      ...figures.shape,
      name: f.text,
      isWorkshop: z.boolean(),
      lateBy: z.nullable(f.figure),
      back: f.figure,
      open: f.figure,
    }),
  ),
});
export type RepairReport = Read<typeof report>;

export const repairReport = {
  "repairs.report": {
    query: z.object({ from: f.day, to: f.day, person: z.optional(f.someId) }),
    answer: report,
  },
} satisfies Schemas;
