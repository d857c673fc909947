"use client";
import { Undo2, X } from "lucide-react";
import { useState } from "react";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { Refund, Sale } from "#lib/contract/sales.ts";
import { formatDate } from "#lib/dates.ts";
import { useMethodName } from "./pay-methods.tsx";
import { useMe, useMoney } from "./shell/use-me.ts";
import { Button, IconButton } from "./ui/button.tsx";
import { confirm } from "./ui/confirm.tsx";
import { part } from "./ui/part.tsx";

const RefundModal = part(() => import("./refund-modal.tsx"), "RefundModal");

export function Refunds({ sale }: { sale: Sale }) {
  const money = useMoney();
  const { data: me } = useMe();
  const nameOf = useMethodName();
  const { data: refunds } = useRead("refunds.ofSale", { params: { id: sale.id } });
  const remove = useAct("refunds.delete").act;
  const [isOpen, setOpen] = useState(false);
  const given = money.sum((refunds ?? []).map(({ amount }) => amount ?? 0));
  const left = money.sum([Number(sale.cost ?? 0), -given]);

  async function takeBack({ id, amount }: Refund) {
    const text = `The ${money.format(amount ?? 0)} count as paid again.`;
    if (await confirm({ title: "Delete this refund?", text, verb: "Delete" }))
      await remove({ params: { id } });
  }

  return (
    <section aria-label="Refunds" className="grid content-start gap-2 border-t pt-3.5 md:col-span-2">
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="flex-1 font-semibold">
          Refunds
          {given > 0 && (
            <span className="heading-note">
              {`${money.format(given)} of ${money.format(Number(sale.cost ?? 0))}`}
            </span>
          )}
        </h3>
        {refunds && left > 0 && (
          <Button onClick={() => setOpen(true)} {...RefundModal.near}>
            <Undo2 size={16} strokeWidth={1.75} aria-hidden="true" />
            Refund
          </Button>
        )}
      </div>
      {refunds && refunds.length > 0 && (
        <ul className="grid">
          {refunds.map((refund) => {
            const { id, amount, createdAt, reason, createdBy, method, items } = refund;
            const text = money.format(amount ?? 0);
            return (
              <li key={id} className="flex min-h-11 items-center gap-3 border-b last:border-0">
                <span className="min-w-0 flex-1">
                  <span className="wrap-anywhere block">
                    {itemsText(items, sale) || reason || "No reason given"}
                  </span>
                  <span className="text-muted-foreground text-sm">
                    {[
                      items?.length ? reason : null,
                      formatDate(createdAt, me?.timezone),
                      nameOf(method ?? ""),
                      createdBy,
                    ]
                      .filter(Boolean)
                      .join(" · ")}
                  </span>
                </span>
                <span className="shrink-0 font-medium text-danger tabular-nums">−{text}</span>
                <IconButton row label={`Delete the refund of ${text}`} onClick={() => takeBack(refund)}>
                  <X size={16} strokeWidth={1.75} aria-hidden="true" />
                </IconButton>
              </li>
            );
          })}
        </ul>
      )}
      {isOpen && <RefundModal sale={{ ...sale, refunded: given }} onClose={() => setOpen(false)} />}
    </section>
  );
}

function itemsText(items: Refund["items"], sale: Sale): string {
  return (items ?? [])
    .map(({ id, quantity }) => {
      const item = sale.items?.find((one) => one.id === id);
      return `${quantity} × ${item?.description || item?.productCategory?.name || "a deleted item"}`;
    })
    .join(", ");
}
