import * as z from "zod/mini";
import { amount, isDate, option, text, when } from "./fields.ts";
import type { Schemas } from "./row.ts";
import { sale } from "./sales.ts";

/** An extra of the reference host: what each day of a short period brought in, in the organization's timezone. */
const dayRevenue = z.object({ day: z.string(), amount });

const topContact = z.object({ contact: z.optional(z.nullable(option)), cost: amount, createdAt: when });

export const summary = z.object({
  totalContactsCount: amount,
  contactsPercentageChange: amount,
  totalRevenue: amount,
  revenuePercentageChange: amount,
  recentPurchases: z.catch(z.array(sale), []),
  topContacts: z.catch(z.array(topContact), []),
  revenueByDay: z.catch(z.optional(z.array(dayRevenue)), undefined),
});
export type Summary = z.infer<typeof summary>;

const day = z
  .string("must be a date")
  .check(z.refine((value) => value.length === 10 && isDate(value), "must be a date like 2026-11-21"));

export const dashboard = {
  "dashboard.summary": {
    query: z.object({ start_date: z.optional(day), end_date: z.optional(day) }),
    answer: summary,
  },
  "website.get": { answer: z.object({ miniExtId: text }) },
} satisfies Schemas;
