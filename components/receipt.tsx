import { useEffect } from "react";
import { createPortal } from "react-dom";
import { plainSaleFields } from "#lib/contract/plain-sale-fields.ts";
import type { Sale } from "#lib/contract/sales.ts";
import { formatDay, readDay } from "#lib/dates.ts";
import { useMoney } from "./shell/use-me.ts";

type Props = { sale: Sale; store: string; timezone: string | undefined; onPrinted: () => void };

export function Receipt({ sale, store, timezone, onPrinted }: Props) {
  const money = useMoney();
  useEffect(() => {
    window.addEventListener("afterprint", onPrinted, { once: true });
    window.print();
    return () => window.removeEventListener("afterprint", onPrinted);
  }, [onPrinted]);
  const lines = [
    ["Date", formatDay(readDay(sale.createdAt, timezone))],
    ...plainSaleFields.map(({ key, short }) => [short, sale[key]]),
    ["Customer", sale.contact?.name],
    ["Item", sale.productCategory?.name],
  ].filter(([, value]) => value);
  return createPortal(
    <article data-paper="alone" aria-label="Receipt">
      <h1>{store}</h1>
      <p className="mt-1 text-muted-foreground">Receipt</p>
      <dl className="mt-6 grid max-w-100 gap-2 border-y py-4">
        {lines.map(([term, value]) => (
          <div key={term} className="flex justify-between gap-6">
            <dt className="text-muted-foreground">{term}</dt>
            <dd className="text-right">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="flex max-w-100 justify-between pt-4 font-semibold text-lg">
        Total{" "}
        <span className="tabular-nums">{sale.cost === null ? "—" : money.format(Number(sale.cost))}</span>
      </p>
      {sale.refunded ? (
        <p className="flex max-w-100 justify-between">
          Refunded <span className="tabular-nums">−{money.format(sale.refunded)}</span>
        </p>
      ) : null}
      <p className="pt-4 text-muted-foreground">Thank you.</p>
    </article>,
    document.body,
  );
}
