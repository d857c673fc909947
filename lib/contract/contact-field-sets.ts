import { contactFields } from "./contact-fields.ts";

/** The fields that tell who a person is: all but the days. */
export const personKeys = contactFields.filter((field) => field.kind !== "date").map(({ key }) => key);

export const textFields = contactFields.filter((field) => field.kind !== "name" && field.kind !== "date");
export type TextKey = (typeof textFields)[number]["key"];

/** The fields of a merged contact. Its first and last name come from the same contact. */
export const mergedContactFields = [
  { key: "name", label: "Name", kind: "name" } as const,
  ...contactFields.filter((field) => field.kind !== "name"),
];
export type MergedKey = (typeof mergedContactFields)[number]["key"];
