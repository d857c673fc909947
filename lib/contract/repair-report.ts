import * as z from "zod/mini";
import * as f from "./fields.ts";
import type { Schemas } from "./row.ts";
import type { Read } from "./tolerant.ts";

const figures = z.object({ repairs: f.figure, days: z.nullable(f.figure), late: f.figure });

const total = z.object({ ...figures.shape, revenue: f.amount });

const report = z.object({
  total,
  /** A year earlier. */
  before: total,
  /** People and workshops. `open`: now. */
  rows: z.array(z.object({ ...figures.shape, name: f.text, isWorkshop: z.boolean(), open: f.figure })),
});
export type RepairReport = Read<typeof report>;

export const repairReport = {
  "repairs.report": {
    query: z.object({ from: f.day, to: f.day, person: z.optional(f.someId) }),
    answer: report,
  },
} satisfies Schemas;
