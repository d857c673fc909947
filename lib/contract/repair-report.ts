import * as z from "zod/mini";
import { amount, atMost, day, figure, text } from "./fields.ts";
import type { Schemas } from "./row.ts";
import type { Read } from "./tolerant.ts";

const figures = z.object({ repairs: figure, days: z.nullable(figure), late: figure });

const total = z.object({ ...figures.shape, revenue: amount });

const report = z.object({
  total,
  /** A year earlier. */
  before: total,
  /** People and workshops. `open`: now. */
  rows: z.array(z.object({ ...figures.shape, name: text, isWorkshop: z.boolean(), open: figure })),
});
export type RepairReport = Read<typeof report>;

export const repairReport = {
  "repairs.report": {
    query: z.object({ from: day, to: day, person: z.optional(z.string().check(atMost(64))) }),
    answer: report,
  },
} satisfies Schemas;
