import * as z from "zod/mini";
import {
  amount,
  created,
  editedVersion,
  email,
  id,
  option,
  optionalDate,
  page,
  personName,
  text,
  version,
  when,
} from "./fields.ts";
import type { Schemas } from "./row.ts";

/** What a host may answer as recentSale: an amount, an ISO date, {cost, createdAt}, or nothing. */
const recentSale = z.pipe(
  z.optional(z.unknown()),
  z.transform((value): { cost: number | null; createdAt: string | null } | null => {
    if (typeof value === "object" && value !== null) {
      const sale = z.object({ cost: amount, createdAt: when }).safeParse(value).data;
      return sale && (sale.cost !== null || sale.createdAt !== null) ? sale : null;
    }
    const cost = amount.parse(value);
    if (cost !== null) return { cost, createdAt: null };
    return typeof value === "string" && !Number.isNaN(Date.parse(value))
      ? { cost: null, createdAt: value }
      : null;
  }),
);

export const contact = z.object({
  id,
  firstName: text,
  lastName: text,
  email: text,
  phoneNumber: text,
  birthday: when,
  anniversary: when,
  recentSale,
  version,
});
export type Contact = z.infer<typeof contact>;

export const contactForm = z.object({
  firstName: personName("First name is required"),
  lastName: personName("Last name is required"),
  email: email("Invalid email format"),
  phoneNumber: z
    .string("Phone number must be at least 10 digits")
    .check(
      z.minLength(10, "Phone number must be at least 10 digits"),
      z.maxLength(32, "Invalid phone number format"),
      z.regex(/^[\d\s+()-]+$/, "Invalid phone number format"),
    ),
  birthday: optionalDate,
  anniversary: optionalDate,
});
export type ContactForm = z.infer<typeof contactForm>;

export const contacts = {
  "contacts.list": { query: page, answer: z.array(contact) },
  "contacts.options": { query: page, answer: z.array(option) },
  "contacts.get": { answer: contact },
  "contacts.create": { body: contactForm, answer: created },
  "contacts.update": { body: z.object({ ...contactForm.shape, ...editedVersion }) },
} satisfies Schemas;
