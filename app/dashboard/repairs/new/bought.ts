import type { Sale } from "#lib/contract/sales.ts";
import { saleDetail } from "#lib/sale-detail.ts";

type Sold = Pick<Sale, "items" | "item" | "productCategory" | "createdAt"> & Parameters<typeof saleDetail>[0];

type Piece = { name: string; detail: string };

export function boughtPieces(sales: readonly Sold[]): Piece[] {
  const all = sales.flatMap((sale) => {
    const names = sale.items?.map((one) => one.description || one.productCategory?.name) ?? [
      sale.productCategory?.name || sale.item,
    ];
    return names.map((name) => ({ name: name?.trim() ?? "", detail: saleDetail(sale) }));
  });
  const seen = new Set([""]);
  return all.filter(({ name }) => !seen.has(name) && seen.add(name));
}

/** "" for a sale of several pieces, because any of them may be broken. */
export function onlyPiece(sale: Sold | undefined): string {
  const [first, ...more] = sale ? boughtPieces([sale]) : [];
  return first && more.length === 0 ? first.name : "";
}
