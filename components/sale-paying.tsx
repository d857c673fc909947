import { useEffect, useRef } from "react";
import { useController, useFormContext, useWatch } from "react-hook-form";
import { enteredTotals, type Paying, readPart } from "#lib/contract/sale-entry.ts";
import { payMethods } from "#lib/contract/sale-items.ts";
import type { Tax } from "#lib/contract/sale-totals.ts";
import { isoDay } from "#lib/dates.ts";
import { AmountField } from "./amount-field.tsx";
import { useMethodOptions } from "./pay-methods.tsx";
import { useSaleEntry } from "./sale-lines.tsx";
import { ReceiptAddress, ReceiptChoices } from "./sale-receipt.tsx";
import { useMe, useMoney } from "./shell/use-me.ts";
import { Chip } from "./ui/chip.tsx";
import { DateField } from "./ui/date-field.tsx";
import { Segments } from "./ui/segments.tsx";
import { Select } from "./ui/select.tsx";

const HOW: [value: Paying["how"], words: string][] = [
  ["full", "Paid in full"],
  ["part", "Part paid"],
  ["open", "Open"],
];

export const methodKey = (me: string) => `last-method ${me}`;

/** After hydration, because the server doesn't know this browser's last method. */
function useLastMethod(isNew: boolean) {
  const { resetField, getValues } = useFormContext();
  const { data: me } = useMe();
  const key = isNew && me ? methodKey(me.id) : undefined;
  useEffect(() => {
    const last = key && localStorage.getItem(key);
    if (last && getValues("paying.method") === payMethods[0])
      resetField("paying.method", { defaultValue: last });
  }, [key, resetField, getValues]);
}

export function PayingStrip({ tax, isNew = false }: { tax: Tax | null; isNew?: boolean }) {
  useLastMethod(isNew);
  const { field } = useController({ name: "paying.how" });
  const { getValues, setValue } = useFormContext();
  const how: Paying["how"] = field.value;
  const strip = useRef<HTMLDivElement>(null);
  return (
    <div
      ref={strip}
      data-paying=""
      className="grid gap-2 rounded-lg bg-muted p-2 phone:grid-cols-[minmax(0,1fr)_auto] md:col-span-2 md:pl-3.5"
    >
      <div className="flex flex-wrap items-center gap-2 phone:contents">
        <span id="paying" className="min-w-18 font-medium text-sm phone:sr-only">
          Payment
        </span>
        <Segments
          className="phone:col-span-full"
          aria-labelledby="paying"
          ref={field.ref}
          choices={HOW}
          value={how}
          onChoose={(one) => {
            field.onChange(one);
            if (one === "part" && !getValues("paying.method")) setValue("paying.method", payMethods[0]);
            requestAnimationFrame(() => strip.current?.scrollIntoView({ block: "nearest" }));
          }}
        />
        {how === "full" && <Method />}
        {isNew && <ReceiptChoices isBeside={how === "full"} />}
      </div>
      {how === "part" && <PaidNow tax={tax} />}
      {isNew && how !== "full" && <CollectBy />}
      {isNew && <ReceiptAddress />}
    </div>
  );
}

export function PayingSum({ tax }: { tax: Tax | null }) {
  const money = useMoney();
  const entered = useSaleEntry();
  const { total } = enteredTotals(entered, money, tax);
  const words = HOW.find(([how]) => how === entered.paying.how)?.[1];
  return (
    <button
      type="button"
      onClick={() => document.querySelector("[data-paying]")?.scrollIntoView({ block: "center" })}
      className="hidden min-h-11 flex-1 content-center text-left phone:grid"
    >
      <span className="font-semibold tabular-nums leading-5">
        <span className="font-normal text-muted-foreground text-sm">Total</span> {money.format(Number(total))}
      </span>
      <span className="font-medium text-link text-sm leading-5">{words}</span>
    </button>
  );
}

function Method() {
  const { field } = useController({ name: "paying.method" });
  const methods = useMethodOptions(field.value);
  return (
    <Select
      label="Method"
      ref={field.ref}
      value={field.value}
      placeholder="Method"
      onChange={field.onChange}
      onBlur={field.onBlur}
      options={methods}
      className="min-w-28 phone:flex-1"
    />
  );
}

function CollectBy() {
  return (
    <div className="flex items-start gap-2 phone:col-span-full">
      <span aria-hidden="true" className="flex h-control min-w-18 items-center font-medium text-sm">
        Collect by
      </span>
      <DateField
        name="paying.collectOn"
        label="Collect by"
        hideLabel
        means="next"
        write={isoDay}
        className="w-40 phone:flex-1"
      />
      <span className="flex h-control items-center text-muted-foreground text-sm phone:hidden">
        Shows in Today on that day
      </span>
    </div>
  );
}

function PaidNow({ tax }: { tax: Tax | null }) {
  const { setValue } = useFormContext();
  const money = useMoney();
  const amount: string = useWatch({ name: "paying.amount" });
  const { total } = enteredTotals(useSaleEntry(), money, tax);
  const part = readPart(amount, total, money);
  const half = readPart("half", total, money);
  const isHalf = part !== undefined && part === half;
  const setAmount = (text: string) =>
    setValue("paying.amount", text, { shouldDirty: true, shouldValidate: true });
  return (
    <div className="flex flex-wrap items-start gap-2 phone:col-span-full">
      <span
        aria-hidden="true"
        className="flex h-control min-w-18 items-center font-medium text-sm phone:min-w-0"
      >
        Paid now
      </span>
      <AmountField
        name="paying.amount"
        label="Paid now"
        hideLabel
        selects
        onLeave={() => part && setAmount(money.typed(Number(part)))}
        className="w-32 phone:min-w-24 phone:flex-1"
      />
      <Method />
      <span className="flex h-control items-center">
        <Chip pressed={isHalf} onPress={() => half && setAmount(money.typed(Number(half)))}>
          Half
        </Chip>
      </span>
      <p role="status" className="ml-auto flex h-control items-center gap-1.5 pr-2 tabular-nums">
        <span className="text-muted-foreground text-sm">Open</span>
        <b className="font-semibold">
          {money.format(Math.max(0, money.sum([Number(total), -Number(part ?? 0)])))}
        </b>
      </p>
    </div>
  );
}
