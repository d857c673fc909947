import { ChevronDown } from "lucide-react";
import type { Line } from "#lib/contract/sale-entry.ts";
import { useMoney } from "./shell/use-me.ts";

export const FOLDED =
  "phone:border-border! phone:p-0! phone:[&>:not([data-folded])]:hidden! phone:[&>[data-folded]]:flex!";

type FoldedLineProps = { line: Line; amount: string; onOpen: () => void };

export function FoldedLine({ line, amount, onOpen }: FoldedLineProps) {
  const { productCategory, description, quantity, price } = line;
  const money = useMoney();
  const count = `${quantity} × ${money.format(Number(money.read(price)) || 0)}`;
  return (
    <button
      type="button"
      data-folded=""
      onClick={onOpen}
      className="col-span-full hidden min-h-15 items-center gap-3 px-3 py-2 text-left"
    >
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{description || productCategory?.name}</span>
        <span className="block truncate text-muted-foreground text-sm tabular-nums">
          {description ? `${productCategory?.name} · ${count}` : count}
        </span>
      </span>
      <span className="font-medium tabular-nums">{money.format(Number(amount))}</span>
      <ChevronDown size={16} strokeWidth={1.75} aria-hidden="true" />
    </button>
  );
}
