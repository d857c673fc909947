import * as z from "zod/mini";
import { consent, noTexts } from "./consent.ts";
import type { ContactKey } from "./contact-fields.ts";
import * as f from "./fields.ts";
import type { Money } from "./money.ts";
import type { OwnField } from "./own-fields.ts";
import { ownValues, ownValuesIn, storedValues } from "./own-values.ts";
import type { Schemas } from "./row.ts";
import { suppression, suppressionReasons } from "./suppressions.ts";
import { tag } from "./tags.ts";
import { ours, type Read, read, tolerant } from "./tolerant.ts";
import type { YearlyKey } from "./yearly-fields.ts";

const lastSale = z.object({ cost: z.nullable(f.amount), createdAt: z.nullable(f.when) });

/** Other hosts send only the amount or only the date. */
const recentSale = tolerant(z.nullable(lastSale), (value): Read<typeof lastSale> | null => {
  if (typeof value === "object" && value !== null) {
    const sale = read(lastSale, value);
    return sale.cost === null && sale.createdAt === null ? null : sale;
  }
  const cost = read(f.amount, value);
  if (cost !== null) return { cost, createdAt: null };
  return typeof value === "string" && !Number.isNaN(Date.parse(value))
    ? { cost: null, createdAt: value }
    : null;
});

export const yearlyDays = {
  birthday: z.nullable(f.when),
  anniversary: z.nullable(f.when),
} satisfies Record<YearlyKey, unknown>;

export const addresses = { email: f.text, phoneNumber: f.text };

export const addressKinds = ["MOBILE", "HOME", "WORK", "OTHER"] as const;

export const addressField = (address: string) => (address.includes("@") ? "email" : "phoneNumber");

export const addressKey = (address: string) =>
  address.includes("@") ? address.toLowerCase() : address.replace(/\D/g, "");

export const MAX_ADDRESSES = 20;

const address = z.object({ id: f.id, kind: z.enum(addressKinds), address: f.text, version: f.version });
const listedAddress = z.object({ ...address.shape, blocked: ours(z.nullable(z.enum(suppressionReasons))) });
export type Address = Read<typeof address> & Partial<Read<typeof listedAddress>>;

export const contact = z.object({
  id: f.id,
  firstName: f.text,
  lastName: f.text,
  ...addresses,
  ...yearlyDays,
  recentSale,
  version: f.version,
  createdAt: ours(f.when),
});
const describedContact = z.object({ ...contact.shape, fields: ours(storedValues) });
const wholeContact = z.object({
  ...describedContact.shape,
  suppressions: ours(z.array(suppression)),
  consent: ours(consent),
  noTexts: ours(noTexts),
  tags: ours(z.array(tag)),
  addresses: ours(z.array(listedAddress)),
});
export type Contact = Read<typeof contact> & Partial<Read<typeof wholeContact>>;

const namedContact = z.object({
  id: f.id,
  name: f.text,
  email: z.optional(f.text),
  phoneNumber: z.optional(f.text),
  recentSale: z.optional(recentSale),
});
const contactOption = tolerant(namedContact, (value) => ({
  ...read(namedContact, value),
  ...f.readOption(value),
}));

export const contactForm = z.object({
  firstName: f.personName("First name is required"),
  lastName: f.personName("Last name is required"),
  email: f.email("Invalid email format"),
  phoneNumber: z
    .string("Phone number must be at least 10 digits")
    .check(
      z.minLength(10, "Phone number must be at least 10 digits"),
      z.maxLength(32, { error: "Invalid phone number format", abort: true }),
      z.regex(/^[\d\s+()-]+$/, "Invalid phone number format"),
    ),
  birthday: f.clearableDate,
  anniversary: f.clearableDate,
} satisfies Record<ContactKey, unknown>);
export type ContactForm = z.infer<typeof contactForm>;

const orNone = (schema: z.ZodMiniType<string>) =>
  z.string().check(z.trim(), ({ value, issues }) => {
    const wrong = value ? schema.safeParse(value).error?.issues : [];
    for (const { message } of wrong ?? [])
      issues.push({ code: "custom", message, input: value, continue: true });
  });

const addressDetails = {
  kind: z.enum(addressKinds, "Choose a kind"),
  address: z
    .string("Enter an email or a phone number")
    .check(z.trim(), f.atMost(254, "Invalid email format"), ({ value, issues }) => {
      const wrong = contactForm.shape[addressField(value)].safeParse(value).error?.issues;
      for (const { message } of wrong ?? [])
        issues.push({ code: "custom", message, input: value, continue: true });
    }),
};

const newAddress = z.object(addressDetails);
const moreAddresses = {
  addresses: z.optional(z.array(newAddress).check(z.maxLength(MAX_ADDRESSES, "Add at most 20 at a time"))),
};
export type NewAddress = z.infer<typeof newAddress>;

export const addressForm = z.object({ contactId: f.sentId, ...addressDetails });

// `isReachable` reports empty names together with all other errors.
const reachable = {
  ...contactForm.shape,
  firstName: orNone(contactForm.shape.firstName),
  lastName: orNone(contactForm.shape.lastName),
  email: orNone(contactForm.shape.email),
  phoneNumber: orNone(contactForm.shape.phoneNumber),
};

const isReachable = z.check<Record<"firstName" | "lastName" | "email" | "phoneNumber", string>>(
  ({ value, issues }) => {
    const refuse = (field: keyof typeof value, message: string) =>
      issues.push({ code: "custom", path: [field], message, input: value[field], continue: true });
    if (!value.firstName) refuse("firstName", "First name is required");
    if (!value.firstName && !value.lastName) refuse("lastName", "Last name is required");
    if (value.email || value.phoneNumber) return;
    refuse("email", "Invalid email format");
    refuse("phoneNumber", "Phone number must be at least 10 digits");
  },
);

const emailOrPhoneForm = z
  .object({ ...reachable, ...moreAddresses, fields: z.optional(ownValues) })
  .check(isReachable);
export type DescribedContactForm = z.infer<typeof emailOrPhoneForm>;

export function contactFormIn(oneIsEnough: boolean, own: readonly OwnField[], money: Money) {
  const fields = ownValuesIn(own, money);
  return oneIsEnough
    ? z.object({ ...reachable, ...moreAddresses, fields }).check(isReachable)
    : z.object({ ...contactForm.shape, fields });
}

/** `with`: adds their tags, or with `all` also consent, own fields and further addresses. */
export const contactPage = z.object({
  ...f.page.shape,
  with: z.optional(z.enum(["tags", "all"], 'must be "tags" or "all"')),
});
export const listedContact = z.object({
  ...contact.shape,
  consent: z.optional(consent),
  tags: z.optional(z.array(tag)),
  fields: z.optional(storedValues),
  addresses: z.optional(z.array(listedAddress)),
});

export const contacts = {
  "contacts.list": { query: contactPage, answer: z.array(listedContact) },
  "contacts.options": { query: f.page, answer: z.array(contactOption) },
  "contacts.get": { answer: wholeContact },
  "contacts.create": { body: emailOrPhoneForm, answer: f.created },
  "contacts.update": {
    body: z
      .object({ ...reachable, ...moreAddresses, fields: z.optional(ownValues), ...f.editedVersion })
      .check(isReachable),
    conflict: f.changed(describedContact),
  },
  "addresses.create": { body: addressForm },
  "addresses.update": {
    body: z.object({ ...addressDetails, ...f.editedVersion }),
    conflict: f.changed(address),
  },
} satisfies Schemas;
