import { type ReactNode, useMemo, useState } from "react";
import { SaleAmount } from "#components/sale-amount.tsx";
import { useMe, useMoney } from "#components/shell/use-me.ts";
import { IconButton } from "#components/ui/button.tsx";
import { RowMenu } from "#components/ui/row-actions.tsx";
import { useSaleActions } from "#components/use-sale-actions.tsx";
import { failureText, listFailure } from "#lib/api/failure-text.ts";
import { saleStateOf, saleStates } from "#lib/contract/sale-states.ts";
import type { Sale } from "#lib/contract/sales.ts";
import { formatDate } from "#lib/dates.ts";
import { saleDetail } from "#lib/sale-detail.ts";
import { joined, truncate } from "#lib/text.ts";
import { newestFirst } from "./figures.tsx";
import { ListPanel, type ListRead, type RowPlace } from "./list-panel.tsx";
import { NewSale, SaleModal } from "./new-sale.tsx";

type SalesProps = {
  read: ListRead<Sale>;
  contact: { id: string; name: string };
  shown: boolean;
  tabbed?: boolean;
  foot?: ReactNode;
};

export function Sales({ read, contact, shown, tabbed, foot }: SalesProps) {
  const [open, setOpen] = useState<Sale | null>(null);
  const { actions, dialog } = useSaleActions();
  const data = useMemo(() => read.data && newestFirst(read.data), [read.data]);
  return (
    <>
      <ListPanel
        id="sales"
        title="Sales"
        shown={shown}
        read={{ ...read, data }}
        failure={(error) => failureText(listFailure("sales.list"), error)}
        empty={{ text: "No sales found", hint: "Sales to this contact appear here." }}
        control={<NewSale contact={contact} />}
        tabbed={tabbed}
        foot={foot}
        windowed
        renderRow={(sale, place) => (
          <SaleItem
            key={sale.id}
            sale={sale}
            place={place}
            more={actions}
            isButton={tabbed}
            onEdit={() => setOpen(sale)}
          />
        )}
      />
      {dialog}
      {open && <SaleModal sale={open} contact={contact} onClose={() => setOpen(null)} />}
    </>
  );
}

type SaleItemProps = {
  sale: Sale;
  place: RowPlace | undefined;
  more: ReturnType<typeof useSaleActions>["actions"];
  isButton: boolean | undefined;
  onEdit: () => void;
};

function SaleItem({ sale, place, more, isButton, onEdit }: SaleItemProps) {
  const money = useMoney();
  const { data: me } = useMe();
  const category = sale.productCategory?.name || "No category";
  const invoice = saleDetail(sale) || "No invoice number";
  const cost = sale.cost === null ? "—" : money.format(Number(sale.cost));
  const day = formatDate(sale.createdAt, me?.timezone, { short: true });
  const name = `sale ${saleDetail(sale) || category}`;
  const state = saleStateOf(sale, money);
  return (
    <li
      {...place}
      aria-label={joined(", ", invoice, category, cost, state !== "paid" && saleStates[state], day)}
      className="relative flex min-h-14 items-center gap-3 border-b py-2 pr-2 pl-4 last:border-0 has-[>button:hover]:bg-accent"
    >
      {isButton && (
        <button
          type="button"
          aria-label={`Edit ${name}`}
          onClick={onEdit}
          {...SaleModal.near}
          className="absolute inset-0"
        />
      )}
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
      <span className="shrink-0 font-medium tabular-nums">
        <SaleAmount sale={sale} money={money} />
      </span>
      <span className="relative flex shrink-0">
        {!isButton && (
          <IconButton row icon="pencil" label={`Edit ${name}`} onClick={onEdit} {...SaleModal.near} />
        )}
        <RowMenu label={`Actions for ${name}`} actions={more(sale, name)} />
      </span>
    </li>
  );
}
