import { X } from "lucide-react";
import { useFormContext } from "react-hook-form";
import type { Discount, Tax, Totals } from "#lib/contract/sale-totals.ts";
import { useMoney } from "./shell/use-me.ts";
import { IconButton } from "./ui/button.tsx";
import { FieldError } from "./ui/field-parts.tsx";

function percentWords({ kind, value }: Discount): string {
  return kind === "percent" ? ` ${Number(value)}%` : "";
}

export function RemoveDiscount({ what, onRemove }: { what: string; onRemove: () => void }) {
  return (
    <IconButton row label={`Remove ${what}`} onClick={onRemove} className="size-7! pointer-coarse:size-11!">
      <X size={14} strokeWidth={1.75} />
    </IconButton>
  );
}

type SaleTotalsProps = { totals: Totals; discount: Discount | null; tax: Tax | null; isSingle: boolean };

export function SaleTotals({ totals, discount, tax, isSingle }: SaleTotalsProps) {
  const { setValue, getFieldState, formState } = useFormContext();
  const money = useMoney();
  const amount = (text: string) => money.format(Number(text));
  const problem = getFieldState("discount", formState).error?.message;
  const row = "col-span-full grid min-h-7 grid-cols-subgrid items-center";
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)_auto_36px] tabular-nums md:col-start-2 [&_dd]:text-right [&_dt]:text-muted-foreground">
      {!isSingle && (
        <div className={row}>
          <dt>Subtotal</dt>
          <dd>{amount(totals.subtotal)}</dd>
        </div>
      )}
      {discount && (
        <div className={row}>
          <dt>Discount{percentWords(discount)}</dt>
          <dd>−{amount(totals.off)}</dd>
          <dd>
            <RemoveDiscount
              what="the discount"
              onRemove={() => setValue("discount", null, { shouldDirty: true })}
            />
          </dd>
        </div>
      )}
      {problem && (
        <div className="col-span-full">
          <FieldError id="discount-error">{problem}</FieldError>
        </div>
      )}
      {tax && !tax.isIncluded && (
        <div className={row}>
          <dt>{`Sales tax ${Number(tax.rate)}%`}</dt>
          <dd>{amount(totals.tax)}</dd>
        </div>
      )}
      <div className={`${row} mt-1 border-t pt-1 font-semibold text-lg`}>
        <dt className="text-foreground!">Total</dt>
        <dd>{amount(totals.total)}</dd>
      </div>
      {tax?.isIncluded && (
        <div className={`${row} text-sm`}>
          <dt>{`Includes VAT ${Number(tax.rate)}%`}</dt>
          <dd className="text-muted-foreground">{amount(totals.tax)}</dd>
        </div>
      )}
    </dl>
  );
}
