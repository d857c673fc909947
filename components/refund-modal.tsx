"use client";
import clsx from "clsx";
import { Info, Minus, Pencil, Plus } from "lucide-react";
import { useEffect, useMemo } from "react";
import { useController, useFormContext, useFormState, useWatch } from "react-hook-form";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import {
  type RefundEntered,
  type RefundLine,
  refundEntryIn,
  refundedNow,
  refundLines,
} from "#lib/contract/refund-entry.ts";
import { methodInText, payMethods } from "#lib/contract/sale-items.ts";
import { taxIn } from "#lib/contract/sale-totals.ts";
import type { RefundForm, Sale } from "#lib/contract/sales.ts";
import { writeInstant } from "#lib/date-input.ts";
import { formatDate } from "#lib/dates.ts";
import { saleDetail } from "#lib/sale-detail.ts";
import { AmountField } from "./amount-field.tsx";
import { useMethodOptions } from "./pay-methods.tsx";
import { useMe, useMoney } from "./shell/use-me.ts";
import { Button, IconButton } from "./ui/button.tsx";
import { DateField } from "./ui/date-field.tsx";
import { TextField } from "./ui/field.tsx";
import { FormModal } from "./ui/form-modal.tsx";
import { SelectField } from "./ui/select.tsx";

export function RefundModal({ sale, onClose }: { sale: Sale; onClose: () => void }) {
  const money = useMoney();
  const { data: me } = useMe();
  const { act } = useAct("refunds.create");
  const params = { id: sale.id };
  const { data: refunds } = useRead("refunds.ofSale", sale.refunded ? { params } : null);
  const { data: payments } = useRead("payments.ofSale", sale.method ? null : { params });
  const method = sale.method ?? payments?.[0]?.method ?? "";
  const left = money.sum([Number(sale.cost ?? 0), -(sale.refunded ?? 0)]);
  const lines = useMemo(() => refundLines(sale, refunds ?? [], money), [sale, refunds, money]);
  const isOpen = Boolean(sale.open);
  const schema = useMemo(() => refundEntryIn(money, { lines, left, isOpen }), [money, lines, left, isOpen]);
  const [day, cost] = [formatDate(sale.createdAt, me?.timezone), money.format(Number(sale.cost))];
  const isLoading = Boolean(sale.refunded) && !refunds;
  return (
    <FormModal<RefundForm>
      title={`Refund ${saleDetail(sale) || "sale"}`}
      className="max-w-150!"
      schema={schema}
      values={{
        ...{ pieces: lines.map(({ id }) => (id ? 0 : 1)), isOther: false, amount: "", reason: "" },
        ...{ createdAt: new Date().toISOString(), method: method || payMethods[0] },
      }}
      submitLabel={<Refunding lines={lines} left={left} />}
      onSubmit={async (body) => (await act({ params, body })).refused}
      onClose={onClose}
    >
      <p className="text-muted-foreground tabular-nums md:col-span-2">
        {[
          sale.contact?.name,
          day,
          method && !isOpen ? `${cost}, paid by ${methodInText(me?.methods, method)}` : cost,
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
      {isLoading ? (
        <div className="h-16 md:col-span-2" />
      ) : (
        <RefundItems lines={lines} left={left} timezone={me?.timezone} />
      )}
      <Amounts sale={sale} lines={lines} left={left} />
      <Method original={method} />
      <DateField name="createdAt" label="Date" required means="last" write={writeInstant} />
      <TextField name="reason" label="Reason" autoComplete="off" className="md:col-span-2" />
      <p className="flex items-center gap-2.5 rounded-md bg-muted px-3 py-2 text-muted-foreground text-sm md:col-span-2">
        <Info size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
        This only records the refund. Return the money yourself.
      </p>
    </FormModal>
  );
}

type LinesProps = { lines: RefundLine[]; left: number };

function useAmounts({ lines, left }: LinesProps) {
  const money = useMoney();
  const { pieces, isOther, amount: typed } = useWatch() as RefundEntered;
  const amounts = refundedNow(lines, pieces, left, money);
  const amount = isOther ? Number(money.read(typed)) || 0 : money.sum(amounts.map(Number));
  return { pieces, isOther, amounts, amount: Math.max(0, amount) };
}

function Refunding(props: LinesProps) {
  const money = useMoney();
  const { amount } = useAmounts(props);
  return amount > 0 ? `Refund ${money.format(amount)}` : "Refund";
}

function RefundItems({ lines, left, timezone }: LinesProps & { timezone: string | undefined }) {
  const money = useMoney();
  const { setValue } = useFormContext();
  const { pieces, isOther, amounts } = useAmounts({ lines, left });
  const { errors } = useFormState();
  const choose = (at: number, count: number) => {
    setValue("isOther", false);
    setValue(`pieces.${at}`, count, { shouldDirty: true });
  };
  return (
    <fieldset className="min-w-0 md:col-span-2">
      <legend className="sr-only">Items</legend>
      <ul className="overflow-hidden rounded-lg border">
        {lines.map(({ id, name, detail, total, quantity, refunded }, at) => {
          const rest = quantity - refunded.quantity;
          const count = isOther ? 0 : (pieces[at] ?? 0);
          const day = formatDate(refunded.at, timezone, { short: true });
          return (
            <li
              key={id ?? at}
              className={clsx(
                "flex flex-wrap items-center gap-x-3 border-b px-3.5 py-2.5 last:border-0",
                count > 0 && "bg-primary-soft/40",
              )}
            >
              <label
                className={clsx(
                  "-my-2.5 flex min-w-0 flex-1 items-center gap-3.5 py-2.5 phone:basis-3/5 pointer-coarse:min-h-11",
                  rest === 0 && "text-muted-foreground",
                )}
              >
                <input
                  type="checkbox"
                  checked={count > 0}
                  disabled={rest === 0}
                  data-autofocus={at === 0 ? "" : undefined}
                  onChange={({ target }) => choose(at, target.checked ? rest : 0)}
                  onKeyDown={(event) => {
                    if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
                    event.preventDefault();
                    event.currentTarget.click();
                  }}
                  className="size-4 shrink-0 accent-primary pointer-coarse:size-5"
                />
                <span className="min-w-0">
                  <span className="wrap-anywhere block font-medium">{name}</span>
                  <span className="text-muted-foreground text-sm tabular-nums">
                    {rest === 0 ? `Refunded ${day}` : detail}
                  </span>
                </span>
              </label>
              {count > 0 && rest > 1 && (
                <Pieces name={name} count={count} of={rest} onCount={(next) => choose(at, next)} />
              )}
              <span
                className={clsx(
                  "min-w-20 text-right tabular-nums",
                  count > 0 ? "font-semibold" : "text-muted-foreground",
                )}
              >
                {money.format(
                  count > 0 ? Number(amounts[at]) : Math.max(0, money.sum([total, -refunded.amount])),
                )}
              </span>
            </li>
          );
        })}
      </ul>
      {!isOther && errors.amount && (
        <p role="alert" className="mt-1.5 text-danger text-sm">
          {String(errors.amount.message)}
        </p>
      )}
    </fieldset>
  );
}

type PiecesProps = { name: string; count: number; of: number; onCount: (count: number) => void };

function Pieces({ name, count, of, onCount }: PiecesProps) {
  return (
    <span className="flex items-center rounded-md border border-input bg-card phone:order-last phone:ml-8">
      <IconButton row label={`Fewer ${name}`} disabled={count <= 1} onClick={() => onCount(count - 1)}>
        <Minus size={14} aria-hidden="true" />
      </IconButton>
      <span role="status" className="min-w-12 text-center text-sm tabular-nums">
        {`${count} of ${of}`}
      </span>
      <IconButton row label={`More ${name}`} disabled={count >= of} onClick={() => onCount(count + 1)}>
        <Plus size={14} aria-hidden="true" />
      </IconButton>
    </span>
  );
}

function Amounts({ sale, lines, left }: LinesProps & { sale: Sale }) {
  const money = useMoney();
  const { field: other } = useController({ name: "isOther" });
  const { setValue } = useFormContext();
  const { pieces, isOther, amount } = useAmounts({ lines, left });
  const returned = lines.filter((_, at) => pieces[at] && !isOther);
  const counts = pieces.filter(Boolean);
  const { rate, isIncluded } = sale.tax ?? { rate: null, isIncluded: false };
  const tax = rate ? Number(taxIn(amount, rate, money.digits)) : 0;
  const net = money.sum([amount, isIncluded ? 0 : -tax]);
  const off = Math.min(amount, sale.open ?? 0);
  const row = "flex justify-between gap-4 tabular-nums";
  return (
    <div className="grid items-start gap-x-4 gap-y-2 md:col-span-2 md:grid-cols-2">
      {isOther ? (
        <AmountField name="amount" label="Amount" required autoFocus />
      ) : (
        <Button
          variant="ghost"
          ref={other.ref}
          className="-ml-3.75 justify-self-start text-link"
          onClick={() => {
            setValue("amount", amount > 0 ? money.typed(amount) : money.typed(left));
            other.onChange(true);
          }}
        >
          <Pencil size={14} strokeWidth={1.75} aria-hidden="true" />
          Another amount
        </Button>
      )}
      <dl className="grid gap-1.5">
        {returned.length > 0 && ((!isIncluded && tax > 0) || returned.length === 1) && (
          <div className={row}>
            <dt className="text-muted-foreground">
              {returned.length === 1 ? `${counts[0]} × ${returned[0]?.name}` : `${returned.length} items`}
            </dt>
            <dd>{money.format(net)}</dd>
          </div>
        )}
        {tax > 0 && (
          <div className={row}>
            <dt className="text-muted-foreground">{`${isIncluded ? "Includes" : "Sales"} tax ${rate}%`}</dt>
            <dd>{money.format(tax)}</dd>
          </div>
        )}
        <div className={clsx(row, "border-t pt-1.5 font-semibold text-base")}>
          <dt>Refund</dt>
          <dd>{money.format(amount)}</dd>
        </div>
        {off > 0 && (
          <>
            <div className={row}>
              <dt className="text-muted-foreground">Less to pay</dt>
              <dd>{`−${money.format(off)}`}</dd>
            </div>
            <div className={row}>
              <dt className="text-muted-foreground">Pay back</dt>
              <dd>{money.format(money.sum([amount, -off]))}</dd>
            </div>
          </>
        )}
      </dl>
    </div>
  );
}

function Method({ original }: { original: string }) {
  const { resetField, getFieldState } = useFormContext();
  useEffect(() => {
    if (original && !getFieldState("method").isDirty) resetField("method", { defaultValue: original });
  }, [original, resetField, getFieldState]);
  const methods = useMethodOptions(original);
  return <SelectField name="method" label="Refunded by" required options={methods} />;
}
