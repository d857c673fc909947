import type { BuiltInField } from "./built-in-fields.ts";

/** These need no code of their own. Validation is in sales.ts. */
export const plainSaleFields = [
  { key: "invoiceNumber", label: "Invoice number", kind: "line", short: "Invoice", condition: "invoice" },
] as const satisfies readonly BuiltInField[];

export type PlainSaleField = (typeof plainSaleFields)[number];
export type PlainSaleKey = PlainSaleField["key"];
export type PlainSaleCondition = PlainSaleField["condition"];

export const INVOICE = "invoiceNumber" satisfies PlainSaleKey;
