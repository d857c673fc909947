import type { BuiltInField } from "./field-terms.ts";

/** The fields of every sale, in the order of the form. Validation is in sales.ts. */
export const saleFields = [
  {
    key: "contact",
    label: "Contact",
    kind: "reference",
    isRequired: true,
    heading: "Contact Name",
    column: "contact_id",
  },
  {
    key: "productCategory",
    label: "Product category",
    kind: "reference",
    isRequired: true,
    heading: "Product Name",
    column: "product_category_id",
    word: "category",
  },
  { key: "cost", label: "Cost", kind: "money", isRequired: true, heading: "Sale Price" },
  { key: "createdAt", label: "Sale date", kind: "moment", isRequired: true, word: "date" },
  { key: "invoiceNumber", label: "Invoice number", kind: "line" },
  { key: "soldBy", label: "Sold by", kind: "reference" },
] as const satisfies readonly BuiltInField[];
export type SaleField = (typeof saleFields)[number];

/** Fields that need no code of their own. */
type PlainSaleField = Extract<SaleField, { kind: "line" }>;
export type PlainSaleKey = PlainSaleField["key"];
export const plainSaleFields = saleFields.filter((field): field is PlainSaleField => field.kind === "line");
