import { type PlainSaleKey, plainSaleFields } from "./contract/plain-sale-fields.ts";

/** What identifies a sale beside its contact and category: "INV-2026-0012". "" if nothing does. */
export function saleDetail(sale: { [K in PlainSaleKey]?: string | null }): string {
  return plainSaleFields
    .map(({ key }) => sale[key])
    .filter(Boolean)
    .join(" · ");
}
