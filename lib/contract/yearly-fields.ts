import type { BuiltInField } from "./built-in-fields.ts";

/** Celebrated every year. Lists load them without the other fields. */
export const yearlyFields = [
  { key: "birthday", label: "Birthday", kind: "date" },
  { key: "anniversary", label: "Anniversary", kind: "date" },
] as const satisfies readonly BuiltInField[];
export type YearlyKey = (typeof yearlyFields)[number]["key"];

export const yearlyKeys = yearlyFields.map(({ key }) => key);

export function isYearly(key: string): key is YearlyKey {
  return yearlyKeys.some((yearly) => yearly === key);
}
