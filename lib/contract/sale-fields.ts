import type { BuiltInField } from "./built-in-fields.ts";
import { plainSaleFields } from "./plain-sale-fields.ts";

/** In the order of the form. Validation is in sales.ts. */
export const saleFields = [
  { key: "contact", label: "Contact", kind: "reference", isRequired: true, heading: "Contact Name" },
  {
    key: "productCategory",
    label: "Product category",
    kind: "reference",
    isRequired: true,
    heading: "Product Name",
  },
  { key: "cost", label: "Cost", kind: "money", isRequired: true, heading: "Sale Price" },
  { key: "createdAt", label: "Sale date", kind: "moment", isRequired: true },
  ...plainSaleFields,
  { key: "soldBy", label: "Sold by", kind: "reference", extra: true },
] as const satisfies readonly BuiltInField[];
export type SaleField = (typeof saleFields)[number];
