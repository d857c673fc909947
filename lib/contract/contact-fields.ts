import type { BuiltInField } from "./built-in-fields.ts";
import { yearlyFields } from "./yearly-fields.ts";

/** In the order of forms and files. Validation is in contacts.ts. */
export const contactFields = [
  { key: "firstName", label: "First name", kind: "name" },
  { key: "lastName", label: "Last name", kind: "name" },
  { key: "email", label: "Email", kind: "email" },
  { key: "phoneNumber", label: "Phone number", kind: "phone" },
  ...yearlyFields,
] as const satisfies readonly BuiltInField[];
export type ContactKey = (typeof contactFields)[number]["key"];

export const contactKeys = contactFields.map(({ key }) => key);
