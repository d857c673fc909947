"use client";
import clsx from "clsx";
import { useMemo, useState } from "react";
import { ListEmpty } from "#components/list-empty.tsx";
import { ListMenu, useExport, useImport } from "#components/list-menu.tsx";
import { NewButton } from "#components/new-button.tsx";
import { PaymentCell, SaleAmount } from "#components/sale-amount.tsx";
import type { Segment } from "#components/segment/fields.ts";
import type { QuickChip } from "#components/segment/segment-chips.tsx";
import { SegmentList } from "#components/segment/segment-list.tsx";
import { useSegment } from "#components/segment/use-segment.ts";
import { PrefetchLink } from "#components/shell/prefetch-link.tsx";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { useMe, useMoney } from "#components/shell/use-me.ts";
import { useSearch, useUrlState } from "#components/shell/use-search.ts";
import { SmallAvatar, withAvatar } from "#components/ui/avatar.tsx";
import { Button } from "#components/ui/button.tsx";
import type { Column } from "#components/ui/data-table.tsx";
import { part } from "#components/ui/part.tsx";
import { deleteRow, editRow } from "#components/ui/row-actions.tsx";
import { Empty } from "#components/ui/states.tsx";
import { useRemoval } from "#components/use-removal.ts";
import { AskedSaleAction, useSaleActions } from "#components/use-sale-actions.tsx";
import { useList } from "#lib/api/use-list.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { Answer } from "#lib/contract/contract.ts";
import type { Money } from "#lib/contract/money.ts";
import type { SaleCondition } from "#lib/contract/sale-segments.ts";
import { type SaleState, saleStates } from "#lib/contract/sale-states.ts";
import type { Sale } from "#lib/contract/sales.ts";
import { isWalkIn } from "#lib/contract/walk-in.ts";
import { formatDate } from "#lib/dates.ts";
import { saleDetail } from "#lib/sale-detail.ts";
import { stored } from "#lib/stored-code.ts";
import { joined, plural } from "#lib/text.ts";

const SaleModal = part(() => import("#components/sale-modal.tsx"), "SaleModal");

const loadExport = stored(() => import("#components/export-rows.ts"));

export function SalesScreen() {
  const [search] = useSearch();
  const [creating, setCreating] = useUrlState("new");
  const [editing, setEditing] = useState<Sale | null>(null);
  const { data: me } = useMe();
  const money = useMoney();
  const segmenting = useSegment("sales");
  const { complete, segment, filter: asking } = segmenting;
  const list = useList<"sales.list" | "sales.segment">(
    asking ? "sales.segment" : "sales.list",
    search,
    asking,
  );
  const remove = useRemoval("sales.delete");

  const exporting = useExport("sales.list", "sale", async (watch, format) =>
    (await loadExport()).exportSales(
      {
        ...{ search, format, money, store: me?.organizationName, timezone: me?.timezone },
        ...{ segment: asking, complete, methods: me?.methods },
      },
      watch,
    ),
  );

  const rest = withoutPayment(segment);
  const where = rest.length > 0 ? JSON.stringify(rest) : undefined;
  const { data: open } = useRead("sales.open", { query: { where, search } }, { keepPreviousData: true });
  const quick = useMemo(() => paymentChips(segment, open), [segment, open]);
  const shownState = segment.length === 1 && quick.find((chip) => chip.segment === segmenting.where);

  const timezone = me?.timezone;
  const columns = useMemo(() => saleColumns({ money, timezone, complete }), [money, timezone, complete]);
  const { actions: more, dialog } = useSaleActions();
  const actions = useMemo(
    () => (sale: Sale) => {
      const name = saleName(sale, money);
      const question = {
        title: "Delete this sale?",
        text: complete
          ? `“${name}” can be restored from the trash for 30 days.`
          : `${name} is deleted permanently.`,
        verb: "Delete",
      };
      return [
        editRow(name, { load: SaleModal.load, onSelect: () => setEditing(sale) }),
        deleteRow(name, () => remove(sale.id, question)),
        ...more(sale, name),
      ];
    },
    [remove, money, more, complete],
  );
  const create = () => setCreating("true");
  const importing = useImport("sales");

  return (
    <>
      <ScreenTitle>Sales</ScreenTitle>
      <SegmentList
        asked={segmenting}
        search={search}
        quick={quick}
        unmatched={
          shownState ? (
            <Empty
              text={`No ${shownState.label.toLowerCase()} sales`}
              hint="Try another filter, or show all sales."
            >
              <Button onClick={() => segmenting.open({ segment: "" })}>Show all</Button>
            </Empty>
          ) : (
            "No sales match these conditions"
          )
        }
        state={Boolean(open?.amount) && <OpenSales open={open} money={money} />}
        title="Sales"
        description="Everything your store has sold."
        controls={
          <>
            <ListMenu label="Sales menu" onImport={importing} exporting={exporting} />
            <NewButton onClick={create} load={SaleModal.load} />
          </>
        }
        list={list}
        columns={columns}
        actions={actions}
        empty={
          <ListEmpty hint="Sales you record appear here, newest first." onNew={create}>
            {importing && <Button onClick={importing}>Import</Button>}
          </ListEmpty>
        }
      />
      {complete && <AskedSaleAction />}
      {creating === "true" && <SaleModal onClose={() => setCreating("")} />}
      {dialog}
      {editing && <SaleModal sale={editing} onClose={() => setEditing(null)} />}
    </>
  );
}

type OpenProps = { open: Answer<"sales.open"> | undefined; money: Money };

function OpenSales({ open, money }: OpenProps) {
  const count = (open?.partPaid ?? 0) + (open?.open ?? 0);
  return (
    <>
      {`${plural(count, "sale")} ${count === 1 ? "has" : "have"} `}
      <b className="font-semibold text-foreground tabular-nums">{money.format(open?.amount ?? 0)}</b> open
    </>
  );
}

type Counts = { partPaid: number | null; open: number | null } | undefined;

function paymentChips(segment: Segment, counts: Counts): QuickChip[] {
  const rest = withoutPayment(segment);
  const at = segment.findIndex(isPayment);
  const asked = (condition: SaleCondition) =>
    JSON.stringify(rest.toSpliced(at < 0 ? rest.length : at, 0, [condition]));
  const state = (is: SaleState, count?: number | null): QuickChip => ({
    ...{ segment: asked({ field: "payment", is }), label: saleStates[is], count: count || undefined },
  });
  return [
    { segment: rest.length > 0 ? JSON.stringify(rest) : "", label: "All" },
    state("paid"),
    state("partPaid", counts?.partPaid),
    state("open", counts?.open),
    { segment: asked({ field: "refunded" }), label: saleStates.refunded },
  ];
}

function isPayment(group: Segment[number]): boolean {
  const [only, ...others] = group;
  return others.length === 0 && !only?.not && (only?.field === "payment" || only?.field === "refunded");
}

function withoutPayment(segment: Segment): Segment {
  const at = segment.findIndex(isPayment);
  return segment.filter((_, i) => i !== at);
}

function saleName({ contact, cost }: Sale, money: Money): string {
  return joined(
    " ",
    isWalkIn(contact) ? "walk-in sale" : "sale",
    !isWalkIn(contact) && contact?.name && `to ${contact.name}`,
    cost !== null && `for ${money.format(cost)}`,
  );
}

type Shown = { money: Money; timezone: string | undefined; complete: boolean };

/** SPEC's four on a section 7 host. */
function saleColumns({ money, timezone, complete }: Shown): Column<Sale>[] {
  const columns: Column<Sale>[] = [
    {
      header: "Contact Name",
      phone: "title",
      className: "list-flexible w-1/2 tablet:min-w-32 phone:w-auto",
      cell: ({ contact }) => <Customer contact={contact} />,
      sort: { by: "customer", first: "asc" },
    },
    {
      header: "Sale Price",
      phone: "aside",
      className: "text-right",
      cell: ({ cost }) => <SaleAmount sale={{ cost }} money={money} className="list-amount" />,
      sort: { by: "cost", first: "desc" },
    },
    {
      header: "Product Name",
      phone: "meta",
      className: clsx(
        "list-flexible w-1/2 tablet:min-w-32 truncate phone:w-auto phone:pl-12!",
        complete && "phone:col-end-3!",
      ),
      cell: (sale) => (
        <span className="md:line-clamp-1 md:whitespace-normal">
          {sale.productCategory?.name || sale.item || "—"}
          {sale.items && sale.items.length > 1 && (
            <span className="text-muted-foreground text-sm">{` and ${sale.items.length - 1} more`}</span>
          )}
          {saleDetail(sale) && (
            <>
              {" "}
              <span className="ml-1 whitespace-nowrap text-muted-foreground text-xs phone:hidden">
                {saleDetail(sale)}
              </span>
            </>
          )}
          <span className="hidden phone:inline"> · {day(sale, timezone)}</span>
        </span>
      ),
      sort: { by: "category", first: "asc" },
    },
    {
      header: "Sale Date",
      phone: "hidden",
      className: "text-muted-foreground tabular-nums",
      cell: (sale) => day(sale, timezone),
      sort: { by: "createdAt", first: "asc" },
    },
  ];
  if (!complete) return columns;
  const payment: Column<Sale> = {
    header: "Payment",
    phone: "aside",
    className: "phone:[grid-area:2/3]!",
    cell: (sale) => <PaymentCell sale={sale} money={money} />,
  };
  const seller: Column<Sale> = {
    header: "Sold by",
    phone: "hidden",
    className: "max-[84.375rem]:hidden",
    cell: ({ soldBy }) => soldBy && <Seller soldBy={soldBy} />,
  };
  return [...columns.slice(0, 3), payment, ...columns.slice(3), seller];
}

function Seller({ soldBy: { id, name } }: { soldBy: NonNullable<Sale["soldBy"]> }) {
  return (
    <span className="flex max-w-40 items-center gap-2">
      <SmallAvatar id={id ?? name} name={name} />
      <span className="truncate">{name}</span>
    </span>
  );
}

function Customer({ contact }: { contact: Sale["contact"] }) {
  const name = contact?.name || "No contact";
  const isNobody = isWalkIn(contact);
  const { className, ...initials } = withAvatar(
    contact?.id ?? name,
    isNobody ? "" : name,
    "inline-block max-w-[calc(100%-2.75rem)] tap truncate align-top not-pointer-coarse:py-0.5 font-medium phone:max-w-full",
  );
  if (!contact?.id) {
    return (
      <span {...initials} className={clsx(className, isNobody && "font-normal! text-muted-foreground")}>
        {name}
      </span>
    );
  }
  return (
    <PrefetchLink
      {...initials}
      href={`/dashboard/contacts/profile/${contact.id}`}
      data-row-link=""
      className={`${className} underline decoration-transparent underline-offset-3 hover:text-link hover:decoration-current group-hover:text-link`}
    >
      {name}
    </PrefetchLink>
  );
}

function day(sale: Sale, timezone?: string): string {
  return formatDate(sale.createdAt, timezone) || "—";
}
