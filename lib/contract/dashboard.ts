import * as z from "zod/mini";
import { amount, day, figure, option, text, when } from "./fields.ts";
import type { Schemas } from "./row.ts";
import { recentPurchase } from "./sales.ts";
import type { Read } from "./tolerant.ts";

const dayRevenue = z.object({ day: z.string(), amount });
const dayCustomers = z.object({ day: z.string(), amount: figure });

const topContact = z.object({ contact: z.nullable(option), cost: amount, createdAt: when });

export const summary = z.object({
  totalContactsCount: figure,
  contactsPercentageChange: z.nullable(figure),
  totalRevenue: amount,
  revenuePercentageChange: z.nullable(figure),
  recentPurchases: z.array(recentPurchase),
  topContacts: z.array(topContact),
  revenueByDay: z.optional(z.array(dayRevenue)),
  customersByDay: z.optional(z.array(dayCustomers)),
  // SPEC.md has fixed numbers for hosts without them.
  emailsSent: figure,
  emailsSentPercentageChange: z.nullable(figure),
  emailsKept: figure,
  appointmentsBooked: figure,
  appointmentsBookedPercentageChange: z.nullable(figure),
});
export type Summary = Read<typeof summary>;

export const dashboard = {
  "dashboard.summary": {
    query: z.object({ start_date: z.optional(day), end_date: z.optional(day) }),
    answer: summary,
  },
  "website.get": { answer: z.object({ miniExtId: text }) },
} satisfies Schemas;
