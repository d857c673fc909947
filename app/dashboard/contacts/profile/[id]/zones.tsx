import clsx from "clsx";
import { type ReactNode, type RefObject, useMemo, useRef, useState } from "react";
import type { SWRResponse } from "swr";
import { SaleAmount } from "#components/sale-amount.tsx";
import { useMe, useMoney } from "#components/shell/use-me.ts";
import { Button, IconButton } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { part } from "#components/ui/part.tsx";
import { RowMenu } from "#components/ui/row-actions.tsx";
import { ScrollRegion } from "#components/ui/scroll-region.tsx";
import { Empty, Pending } from "#components/ui/states.tsx";
import { useWindow } from "#components/ui/use-window.ts";
import { useSaleActions } from "#components/use-sale-actions.tsx";
import type { ApiError } from "#lib/api/call.ts";
import { failureText, listFailure } from "#lib/api/messages.ts";
import { saleStateOf, saleStates } from "#lib/contract/sale-states.ts";
import type { Sale } from "#lib/contract/sales.ts";
import { formatDay, readDay } from "#lib/dates.ts";
import { saleDetail } from "#lib/sale-detail.ts";
import { truncate } from "#lib/text.ts";
import { newestFirst } from "./figures.tsx";

export type ListRead<R> = Pick<SWRResponse<R[], ApiError>, "data" | "error" | "isValidating" | "mutate">;

type Place = { "aria-setsize": number; "aria-posinset": number };

type Props<R> = {
  id: string;
  title: string;
  shown: boolean;
  read: ListRead<R>;
  failure: (error: ApiError) => string;
  empty: { text: string; hint: string };
  control?: ReactNode;
  children?: ReactNode;
  row: (row: R, place?: Place) => ReactNode;
  /** Only renders rows near the screen, so rows must not contain forms. */
  windowed?: boolean;
  tabbed?: boolean | undefined;
  foot?: ReactNode;
};

/** Has its own scroll bar (the page's on phones), and its own loading, empty and error states. */
export function Zone<R extends { id: string }>(props: Props<R>) {
  const { id, title, shown, read, failure, empty, control, children, row, windowed, tabbed, foot } = props;
  const { data } = read;
  const scroller = useRef<HTMLElement>(null);
  return (
    <Panel id={id} label={title} shown={shown} tabbed={tabbed}>
      <header className={clsx("flex min-h-13 items-center gap-2 px-4 pt-3 pb-2", tabbed && "md:hidden")}>
        <h2 className="flex-1">
          {title}
          {data && data.length > 0 && (
            <span className="ml-2 font-normal text-muted-foreground text-sm tabular-nums">{data.length}</span>
          )}
        </h2>
        {control}
      </header>
      {children}
      <ScrollRegion
        ref={scroller}
        aria-label={`${title} list, scrollable`}
        className={clsx(
          "relative overscroll-contain border-t md:overflow-y-auto",
          tabbed && !children && "md:border-t-0",
          "md:h-75 phone:min-h-75",
        )}
      >
        {data && data.length > 0 ? (
          windowed ? (
            <LongList scroller={scroller} rows={data} row={row} />
          ) : (
            <ul>{data.map((one) => row(one))}</ul>
          )
        ) : data ? (
          <Empty {...empty} />
        ) : (
          <Pending read={read} failure={read.error && failure(read.error)} className="pt-24" />
        )}
      </ScrollRegion>
      {foot}
    </Panel>
  );
}

type LongListProps<R> = { scroller: RefObject<HTMLElement | null>; rows: R[]; row: Props<R>["row"] };

function LongList<R extends { id: string }>({ scroller, rows, row }: LongListProps<R>) {
  const list = useRef<HTMLUListElement>(null);
  const { pieces, windowed } = useWindow(scroller, list, rows);
  return (
    <ul ref={list}>
      {pieces.map((piece) => {
        if (typeof piece === "object") {
          return <li key={piece.key} role="presentation" data-room="" style={{ height: piece.height }} />;
        }
        const one = rows[piece];
        const place = { "aria-setsize": rows.length, "aria-posinset": piece + 1 };
        return one && row(one, windowed ? place : undefined);
      })}
    </ul>
  );
}

const SaleModal = part(() => import("#components/sale-modal.tsx"), "SaleModal");

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
      <Zone
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
        row={(sale, place) => (
          <SaleItem key={sale.id} sale={sale} place={place} more={actions} onEdit={() => setOpen(sale)} />
        )}
      />
      {dialog}
      {open && <SaleModal sale={open} contact={contact} onClose={() => setOpen(null)} />}
    </>
  );
}

type NewSaleProps = { contact: SalesProps["contact"]; className?: string };

export function NewSale({ contact, className }: NewSaleProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        onClick={() => setOpen(true)}
        {...SaleModal.near}
        data-action="new-sale"
        className={className ?? ""}
      >
        <Icon is="plus" />
        Create new sale
      </Button>
      {open && <SaleModal contact={contact} onClose={() => setOpen(false)} />}
    </>
  );
}

type SaleItemProps = {
  sale: Sale;
  place: Place | undefined;
  more: ReturnType<typeof useSaleActions>["actions"];
  onEdit: () => void;
};

function SaleItem({ sale, place, more, onEdit }: SaleItemProps) {
  const money = useMoney();
  const { data: me } = useMe();
  const category = sale.productCategory?.name || "No category";
  const invoice = saleDetail(sale) || "No invoice number";
  const cost = sale.cost === null ? "—" : money.format(Number(sale.cost));
  const day = formatDay(readDay(sale.createdAt, me?.timezone), { short: true, timezone: me?.timezone });
  const name = `sale ${saleDetail(sale) || category}`;
  const state = saleStateOf(sale, money);
  return (
    <li
      {...place}
      aria-label={[invoice, category, cost, state !== "paid" && saleStates[state], day]
        .filter(Boolean)
        .join(", ")}
      className="flex min-h-14 items-center gap-3 border-b py-2 pr-2 pl-4 last:border-0"
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
      <span className="shrink-0 font-medium tabular-nums">
        <SaleAmount sale={sale} money={money} />
      </span>
      <span className="flex shrink-0">
        <IconButton row label={`Edit ${name}`} onClick={onEdit} {...SaleModal.near}>
          <Icon is="pencil" />
        </IconButton>
        <RowMenu label={`Actions for ${name}`} actions={more(sale, name)} />
      </span>
    </li>
  );
}
