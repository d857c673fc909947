import * as z from "zod/mini";
import * as f from "./fields.ts";
import { comparisons } from "./report-terms.ts";
import type { Schemas } from "./row.ts";
import { contactSources } from "./segment-terms.ts";
import { ours, type Read } from "./tolerant.ts";

/** `sold`: sum of costs. `refunded`: refunds made in the period. `tax`: in the revenue. `average`: before refunds. */
const figures = z.object({
  sales: f.figure,
  sold: f.amount,
  refunded: f.amount,
  revenue: f.amount,
  tax: ours(f.amount),
  average: z.nullable(f.amount),
});

/** Only contacts that still exist. `newCustomers` bought nothing before. */
const counted = z.object({ ...figures.shape, customers: f.figure, newCustomers: f.figure });

const period = z.object({ from: f.day, to: f.day });

const past = { before: f.amount, salesBefore: f.figure };
const compared = { ...figures.shape, ...past };

const report = z.object({
  period,
  before: period,
  total: counted,
  totalBefore: counted,
  months: z.array(z.object({ ...period.shape, ...counted.shape, ...past })),
  /** Of items: a sale with several counts in each one's category. */
  categories: z.array(z.object({ category: f.reference, ...compared })),
  /** No id: left the team. Null: unknown. */
  people: z.array(z.object({ person: f.reference, ...compared })),
  /** How the contact was added. Null: deleted contacts. */
  sources: z.array(z.object({ source: z.nullable(z.enum(contactSources)), ...compared })),
  best: z.array(z.object({ contact: f.option, sales: f.figure, revenue: f.amount, before: f.amount })),
});
export type Report = Read<typeof report>;

const oneId = z.optional(f.someId);

export const reports = {
  "dashboard.report": {
    query: z.object({
      from: f.day,
      to: f.day,
      category: oneId,
      person: oneId,
      compare: z.optional(z.enum(comparisons)),
    }),
    answer: report,
  },
} satisfies Schemas;
