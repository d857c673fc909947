import * as z from "zod/mini";
import * as f from "./fields.ts";
import type { Schemas } from "./row.ts";
import { recentPurchase } from "./sales.ts";
import type { Read } from "./tolerant.ts";

const dayRevenue = z.object({ day: z.string(), amount: f.amount });
const dayCustomers = z.object({ day: z.string(), amount: f.figure });

const topContact = z.object({ contact: z.nullable(f.option), cost: f.amount, createdAt: f.when });

export const summary = z.object({
  totalContactsCount: f.figure,
  contactsPercentageChange: z.nullable(f.figure),
  totalRevenue: f.amount,
  revenuePercentageChange: z.nullable(f.figure),
  recentPurchases: z.array(recentPurchase),
  topContacts: z.array(topContact),
  revenueByDay: z.optional(z.array(dayRevenue)),
  customersByDay: z.optional(z.array(dayCustomers)),
  // SPEC.md has fixed numbers for hosts without them.
  emailsSent: f.figure,
  emailsSentPercentageChange: z.nullable(f.figure),
  emailsKept: f.figure,
  appointmentsBooked: f.figure,
  appointmentsBookedPercentageChange: z.nullable(f.figure),
});
export type Summary = Read<typeof summary>;

export const dashboard = {
  "dashboard.summary": {
    query: z.object({ start_date: z.optional(f.day), end_date: z.optional(f.day) }),
    answer: summary,
  },
  "website.get": { answer: z.object({ miniExtId: f.text }) },
} satisfies Schemas;
