import * as z from "zod/mini";
import { amount, atMost, day, figure, option, reference } from "./fields.ts";
import { comparisons } from "./report-terms.ts";
import type { Schemas } from "./row.ts";
import { contactSources } from "./segment-terms.ts";
import { ours, type Read } from "./tolerant.ts";

/** `sold`: sum of costs. `refunded`: refunds made in the period. `tax`: in the revenue. `average`: before refunds. */
const figures = z.object({
  sales: figure,
  sold: amount,
  refunded: amount,
  revenue: amount,
  tax: ours(amount),
  average: z.nullable(amount),
});

/** Only contacts that still exist. `newCustomers` bought nothing before. */
const counted = z.object({ ...figures.shape, customers: figure, newCustomers: figure });

/** Both days included. */
const period = z.object({ from: day, to: day });

const past = { before: amount, salesBefore: figure };
const compared = { ...figures.shape, ...past };

const report = z.object({
  period,
  before: period,
  total: counted,
  totalBefore: counted,
  months: z.array(z.object({ ...period.shape, ...counted.shape, ...past })),
  /** Of items: a sale with several counts in each one's category. */
  categories: z.array(z.object({ category: reference, ...compared })),
  /** No id: left the team. Null: unknown. */
  people: z.array(z.object({ person: reference, ...compared })),
  /** How the contact was added. Null: deleted contacts. */
  sources: z.array(z.object({ source: z.nullable(z.enum(contactSources)), ...compared })),
  best: z.array(z.object({ contact: option, sales: figure, revenue: amount, before: amount })),
});
export type Report = Read<typeof report>;

const oneId = z.optional(z.string().check(atMost(64)));

export const reports = {
  "dashboard.report": {
    query: z.object({
      from: day,
      to: day,
      category: oneId,
      person: oneId,
      compare: z.optional(z.enum(comparisons)),
    }),
    answer: report,
  },
} satisfies Schemas;
