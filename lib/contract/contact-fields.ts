import type { BuiltInField } from "./field-terms.ts";

/** The fields of every contact, in the order of forms and files. Validation is in contacts.ts. */
export const contactFields = [
  { key: "firstName", label: "First name", kind: "name" },
  { key: "lastName", label: "Last name", kind: "name" },
  { key: "email", label: "Email", kind: "email" },
  { key: "phoneNumber", label: "Phone number", kind: "phone" },
  { key: "birthday", label: "Birthday", kind: "date" },
  { key: "anniversary", label: "Anniversary", kind: "date" },
] as const satisfies readonly BuiltInField[];

type ContactField = (typeof contactFields)[number];
export type ContactKey = ContactField["key"];
export type YearlyKey = Extract<ContactField, { kind: "date" }>["key"];

export const contactKeys = contactFields.map(({ key }) => key);
export const yearlyFields = contactFields.filter((field) => field.kind === "date");
export const yearlyKeys = yearlyFields.map(({ key }) => key);

/** The fields of a merged contact. Its first and last name come from the same contact. */
export const mergedContactFields = [
  { key: "name", label: "Name", kind: "name" } as const,
  ...contactFields.filter((field) => field.kind !== "name"),
];
export type MergedKey = (typeof mergedContactFields)[number]["key"];

export function isYearly(key: string): key is YearlyKey {
  return yearlyKeys.some((yearly) => yearly === key);
}
