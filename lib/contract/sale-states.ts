import type { Money } from "./money.ts";

export const saleStates = {
  paid: "Paid",
  partPaid: "Part paid",
  open: "Open",
  partRefunded: "Part refunded",
  refunded: "Refunded",
} as const;
export type SaleState = keyof typeof saleStates;

export type SaleAmounts = {
  cost: number | string | null;
  refunded?: number | null | undefined;
  open?: number | null | undefined;
};

export function saleStateOf({ cost, refunded, open }: SaleAmounts, money: Money): SaleState {
  if (open) return money.sum([open, refunded ?? 0]) >= Number(cost) ? "open" : "partPaid";
  if (!refunded) return "paid";
  return refunded >= Number(cost) ? "refunded" : "partRefunded";
}
