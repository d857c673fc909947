import * as z from "zod/mini";
import {
  amount,
  changed,
  created,
  editedVersion,
  email,
  id,
  named,
  optionalDate,
  page,
  personName,
  text,
  toOption,
  version,
  when,
} from "./fields.ts";
import type { Schemas } from "./row.ts";
import { suppression } from "./suppressions.ts";

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
  /** An extra of the reference host, of one contact alone: what keeps emails from their address. */
  suppressions: z.catch(z.optional(z.array(suppression)), undefined),
});
export type Contact = z.infer<typeof contact>;

/** A host may also say what tells two of one name apart; one of section 7 names them alone. */
const contactOption = z.pipe(
  z.object({ ...named, email: text, phoneNumber: text, recentSale }),
  z.transform(({ email, phoneNumber, recentSale, ...rest }) => ({
    ...toOption(rest),
    email,
    phoneNumber,
    recentSale,
  })),
);

export const contactForm = z.object({
  firstName: personName("First name is required"),
  lastName: personName("Last name is required"),
  email: email("Invalid email format"),
  phoneNumber: z
    .string("Phone number must be at least 10 digits")
    .check(
      z.minLength(10, "Phone number must be at least 10 digits"),
      z.maxLength(32, { error: "Invalid phone number format", abort: true }),
      z.regex(/^[\d\s+()-]+$/, "Invalid phone number format"),
    ),
  birthday: optionalDate,
  anniversary: optionalDate,
});
export type ContactForm = z.infer<typeof contactForm>;

const orNone = (schema: z.ZodMiniType<string>, message: string) =>
  z.string(message).check(
    z.trim(),
    z.refine((value) => value === "" || schema.safeParse(value).success, message),
  );

/** A contact of a list: what is missing there costs nobody the person. Whoever edits it is asked for the rest. */
export const importForm = z.object({
  ...contactForm.shape,
  lastName: orNone(contactForm.shape.lastName, "Please enter a valid name"),
  email: orNone(contactForm.shape.email, "Invalid email format"),
  phoneNumber: orNone(contactForm.shape.phoneNumber, "Invalid phone number format"),
});

/** How many contacts one call imports; a longer list comes in several. */
export const IMPORT_SIZE = 100;

/** Each contact is checked by itself, as importForm: one that is refused keeps no other out. */
const contactImport = z.object({
  contacts: z
    .array(z.unknown())
    .check(z.minLength(1, "Required"), z.maxLength(IMPORT_SIZE, `${IMPORT_SIZE} contacts at most`)),
  /** Only tells what would become of them. */
  dryRun: z.optional(z.boolean()),
});

/** `known`: left as it is, because a contact has that email already. `reason` says why one was refused. */
const outcome = z.object({ outcome: z.enum(["new", "known", "refused"]), reason: text });
export type ImportOutcome = z.infer<typeof outcome>;

export const contacts = {
  "contacts.list": { query: page, answer: z.array(contact) },
  "contacts.options": { query: page, answer: z.array(contactOption) },
  "contacts.get": { answer: contact },
  "contacts.create": { body: contactForm, answer: created },
  "contacts.import": { body: contactImport, answer: z.object({ outcomes: z.array(outcome) }) },
  "contacts.update": {
    body: z.object({ ...contactForm.shape, ...editedVersion }),
    conflict: changed(contact),
  },
} satisfies Schemas;
