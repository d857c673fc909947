import { contactFields } from "./contact-fields.ts";

export const personKeys = contactFields.filter((field) => field.kind !== "date").map(({ key }) => key);

export const textFields = contactFields.filter((field) => field.kind !== "name" && field.kind !== "date");
export type TextKey = (typeof textFields)[number]["key"];

export const textKeys = textFields.map(({ key }) => key);

export function isPhone(key: string): boolean {
  return contactFields.some((field) => field.key === key && field.kind === "phone");
}

export const mergedContactFields = [
  { key: "name", label: "Name", kind: "name" } as const,
  ...contactFields.filter((field) => field.kind !== "name"),
];
export type MergedKey = (typeof mergedContactFields)[number]["key"];
