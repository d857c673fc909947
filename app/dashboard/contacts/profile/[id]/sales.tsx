"use client";
import { Pencil, Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { useMe } from "#components/shell/use-me.ts";
import { Button, IconButton } from "#components/ui/button.tsx";
import { part } from "#components/ui/part.tsx";
import { failureText, listFailure } from "#lib/api/messages.ts";
import type { Sale } from "#lib/contract/sales.ts";
import { formatDay, readDay } from "#lib/dates.ts";
import { money, truncate } from "#lib/text.ts";
import { newestFirst } from "./figures.tsx";
import { type ListRead, Zone } from "./zone.tsx";

const SaleModal = part(() => import("#components/sale-modal.tsx").then((module) => module.SaleModal));

type Props = { read: ListRead<Sale>; contact: { id: string; name: string }; shown: boolean };

/** What the contact bought, newest first. */
export function Sales({ read, contact, shown }: Props) {
  const [open, setOpen] = useState<Sale | "new" | null>(null);
  const data = useMemo(() => read.data && newestFirst(read.data), [read.data]);
  return (
    <>
      <Zone
        id="sales"
        title="Sales"
        shown={shown}
        read={{ ...read, data }}
        failure={(error) => failureText(listFailure("sales.list"), error)}
        empty={{ text: "No sales found", hint: "What this contact buys appears here." }}
        control={
          <Button
            onClick={() => setOpen("new")}
            onPointerEnter={SaleModal.load}
            onFocus={SaleModal.load}
            data-action="new-sale"
          >
            <Plus size={16} aria-hidden="true" />
            Create new sale
          </Button>
        }
        row={(sale) => <SaleItem key={sale.id} sale={sale} onEdit={() => setOpen(sale)} />}
      />
      {open && (
        <SaleModal sale={open === "new" ? undefined : open} contact={contact} onClose={() => setOpen(null)} />
      )}
    </>
  );
}

/** The category is cut to 20 characters for the eye only. */
function SaleItem({ sale, onEdit }: { sale: Sale; onEdit: () => void }) {
  const { data: me } = useMe();
  const category = sale.productCategory?.name || "No category";
  const invoice = sale.invoiceNumber || "No invoice number";
  const cost = sale.cost === null ? "—" : money(Number(sale.cost));
  const day = formatDay(readDay(sale.createdAt, me?.timezone), { short: true, timezone: me?.timezone });
  return (
    <li
      aria-label={[invoice, category, cost, day].filter(Boolean).join(", ")}
      className="flex min-h-14 items-center gap-3 border-b py-2 pr-2 pl-4 [contain-intrinsic-height:56px] [content-visibility:auto] last:border-0"
    >
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium" title={category}>
          <span aria-hidden="true">{truncate(category, 20)}</span>
          <span className="sr-only">{category}</span>
        </span>
        <span className="flex min-w-0 gap-1.5 text-muted-foreground text-sm">
          <span className="truncate">{invoice}</span>
          {day && <span className="shrink-0 tabular-nums">· {day}</span>}
          {sale.createdBy && <span className="truncate">· {sale.createdBy}</span>}
        </span>
      </span>
      <span className="shrink-0 font-medium tabular-nums">{cost}</span>
      <IconButton
        row
        label={`Edit sale ${sale.invoiceNumber || category}`}
        onClick={onEdit}
        onPointerEnter={SaleModal.load}
        onFocus={SaleModal.load}
      >
        <Pencil size={16} strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
    </li>
  );
}
