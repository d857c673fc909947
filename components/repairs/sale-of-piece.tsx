import { useEffect, useId } from "react";
import { useController, useFormContext, useWatch } from "react-hook-form";
import { AmountField } from "#components/amount-field.tsx";
import { CategoryChoice } from "#components/category-choice.tsx";
import { FieldInput } from "#components/own-fields.tsx";
import { useMe, useMoney } from "#components/shell/use-me.ts";
import { useProductOptions } from "#lib/api/use-options.ts";
import { plainSaleFields } from "#lib/contract/plain-sale-fields.ts";
import type { Repair } from "#lib/contract/repairs.ts";
import { fullName } from "#lib/text.ts";

const USUAL_CATEGORY = "Repairs & Services";

export function SaleOfPiece({ repair: { deposit } }: { repair: Repair }) {
  const id = useId();
  const { field } = useController({ name: "isSold" });
  const money = useMoney();
  const { data: me } = useMe();
  const cost: string = useWatch({ name: "sale.cost" });
  const { usual, isMissing } = useUsualCategory();
  const amount = Number(money.read(cost));
  const left = money.sum([amount, -Number(deposit ?? 0)]);
  return (
    <section aria-labelledby={id} className="rounded-lg border">
      <div className="flex items-center gap-2.5 py-2.5 pr-2 pl-3.5">
        <button
          type="button"
          role="switch"
          aria-checked={field.value}
          aria-labelledby={id}
          onClick={() => field.onChange(!field.value)}
          className="inline-flex h-5 w-9 shrink-0 rounded-full bg-border-strong p-0.5 after:size-4 after:rounded-full after:bg-card aria-checked:justify-end aria-checked:bg-primary pointer-coarse:my-3"
        />
        <div className="min-w-0 flex-1">
          <h3 id={id} className="font-medium">
            Record a sale
          </h3>
          <p className="text-muted-foreground text-sm">
            {[usual?.name, "today", me && `sold by ${fullName(me)}`].filter(Boolean).join(", ")}
          </p>
        </div>
      </div>
      {field.value && (
        <>
          <div className="grid gap-x-4 gap-y-3.5 border-t p-3.5 md:grid-cols-2">
            {isMissing && <CategoryChoice name="sale.productCategory" label="Product category" required />}
            <AmountField name="sale.cost" label="Amount" required />
            {plainSaleFields.map(({ key, label, kind }) => (
              <FieldInput key={key} name={`sale.${key}`} label={label} required={false} kind={kind} />
            ))}
          </div>
          {deposit !== null && left >= 0 && (
            <p className="flex flex-wrap justify-between gap-2 border-t px-3.5 py-2.5 tabular-nums">
              <span className="text-muted-foreground text-sm">
                Deposit of {money.format(Number(deposit))} noted
              </span>
              <span>
                <b className="font-semibold">{money.format(left)}</b> left to collect
              </span>
            </p>
          )}
        </>
      )}
    </section>
  );
}

function useUsualCategory() {
  const { setValue } = useFormContext();
  const { rows } = useProductOptions(USUAL_CATEGORY);
  const usual = rows?.find(({ name }) => name === USUAL_CATEGORY);
  const id = usual?.id;
  useEffect(() => {
    if (id) setValue("sale.productCategory", { id, name: USUAL_CATEGORY });
  }, [id, setValue]);
  return { usual, isMissing: rows !== undefined && !usual };
}
