import * as z from "zod/mini";
import { amount, day, option, reference, text, when } from "./fields.ts";
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
  // Extras of the reference host too: customers who bought on each day, and what SPEC.md has fixed numbers for.
  customersByDay: z.catch(z.optional(z.array(dayRevenue)), undefined),
  emailsSent: amount,
  emailsSentPercentageChange: amount,
  /** Written in the period, and kept: they left nobody. */
  emailsKept: amount,
  appointmentsBooked: amount,
  appointmentsBookedPercentageChange: amount,
});
export type Summary = z.infer<typeof summary>;

/** `day` is a store's day; an appointment has its `startsAt` too, and `title` is its type. */
const comingUp = z.object({
  kind: z.enum(["birthday", "anniversary", "appointment"]),
  day: z.string(),
  startsAt: when,
  title: text,
  contact: reference,
  email: text,
});
export type ComingUp = z.infer<typeof comingUp>;

export const dashboard = {
  "dashboard.summary": {
    query: z.object({ start_date: z.optional(day), end_date: z.optional(day) }),
    answer: summary,
  },
  "dashboard.comingUp": { answer: z.array(comingUp) },
  "website.get": { answer: z.object({ miniExtId: text }) },
} satisfies Schemas;
