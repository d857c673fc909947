"use client";
import { useMemo, useState } from "react";
import { ListEmpty } from "#components/list-empty.tsx";
import { ListMenu, useExport, useImport } from "#components/list-menu.tsx";
import { NewButton } from "#components/new-button.tsx";
import { SaleAmount } from "#components/sale-amount.tsx";
import type { QuickChip } from "#components/segment/segment-chips.tsx";
import { SegmentList } from "#components/segment/segment-list.tsx";
import { useSegment } from "#components/segment/use-segment.ts";
import { PrefetchLink } from "#components/shell/prefetch-link.tsx";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { useMe, useMoney } from "#components/shell/use-me.ts";
import { useSearch, useUrlState } from "#components/shell/use-search.ts";
import { withAvatar } from "#components/ui/avatar.tsx";
import { Button } from "#components/ui/button.tsx";
import type { Column } from "#components/ui/data-table.tsx";
import { part } from "#components/ui/part.tsx";
import { deleteRow, editRow } from "#components/ui/row-actions.tsx";
import { useRemoval } from "#components/use-removal.ts";
import { useList } from "#lib/api/use-list.ts";
import type { Money } from "#lib/contract/money.ts";
import type { SaleCondition } from "#lib/contract/sale-segments.ts";
import type { Sale } from "#lib/contract/sales.ts";
import { formatDay, readDay } from "#lib/dates.ts";
import { saleDetail } from "#lib/sale-detail.ts";
import { stored } from "#lib/stored-code.ts";

const SaleModal = part(() => import("#components/sale-modal.tsx"), "SaleModal");

const loadExport = stored(() => import("#components/export-rows.ts"));

export function SalesScreen() {
  const [search] = useSearch();
  const [creating, setCreating] = useUrlState("new");
  const [editing, setEditing] = useState<Sale | null>(null);
  const { data: me } = useMe();
  const money = useMoney();
  const segmenting = useSegment("sales");
  const { complete, filter: asking } = segmenting;
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
        ...{ segment: asking, complete },
      },
      watch,
    ),
  );

  const columns = useMemo(() => saleColumns(money, me?.timezone), [money, me?.timezone]);
  const actions = useMemo(
    () => (sale: Sale) => {
      const name = saleName(sale, money);
      const question = {
        title: "Delete this sale?",
        text: `${name} is deleted permanently.`,
        verb: "Delete",
      };
      return [
        editRow(name, { load: SaleModal.load, onSelect: () => setEditing(sale) }),
        deleteRow(name, () => remove(sale.id, question)),
      ];
    },
    [remove, money],
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
        unmatched="No sale fits these conditions"
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
      {creating === "true" && <SaleModal onClose={() => setCreating("")} />}
      {editing && <SaleModal sale={editing} onClose={() => setEditing(null)} />}
    </>
  );
}

const asked = (condition: SaleCondition) => JSON.stringify([[condition]]);
const quick: QuickChip[] = [
  { segment: "", label: "All sales" },
  {
    segment: asked({ field: "soldAt", period: { last: { count: 30, unit: "days" } } }),
    label: "Last 30 days",
  },
  { segment: asked({ field: "refunded" }), label: "Refunded" },
];

function saleColumns(money: Money, timezone?: string): Column<Sale>[] {
  return [
    {
      header: "Contact Name",
      phone: "title",
      className: "list-flexible w-1/2 phone:w-auto",
      cell: ({ contact }) => <Customer contact={contact} />,
      sort: { by: "customer", first: "asc" },
    },
    {
      header: "Sale Price",
      phone: "aside",
      cell: (sale) => <SaleAmount sale={sale} money={money} className="list-amount" />,
      sort: { by: "cost", first: "desc" },
    },
    {
      header: "Product Name",
      phone: "meta",
      className: "list-flexible w-1/2 truncate phone:w-auto phone:pl-12!",
      cell: (sale) => (
        <>
          {sale.productCategory?.name || sale.item || "—"}
          {sale.items && sale.items.length > 1 && (
            <span className="text-muted-foreground text-sm">{` and ${sale.items.length - 1} more`}</span>
          )}
          {saleDetail(sale) && <span className="ml-2 text-muted-foreground text-xs">{saleDetail(sale)}</span>}
          <span className="hidden phone:inline"> · {day(sale, timezone)}</span>
        </>
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
}

function saleName({ contact, cost }: Sale, money: Money): string {
  return ["sale", contact?.name && `to ${contact.name}`, cost !== null && `for ${money.format(cost)}`]
    .filter(Boolean)
    .join(" ");
}

function Customer({ contact }: { contact: Sale["contact"] }) {
  const name = contact?.name || "No contact";
  const { className, ...initials } = withAvatar(
    contact?.id ?? name,
    name,
    "inline-block max-w-[calc(100%-44px)] tap truncate align-top not-pointer-coarse:py-0.5 font-medium phone:max-w-full",
  );
  if (!contact?.id) {
    return (
      <span {...initials} className={className}>
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
  return formatDay(readDay(sale.createdAt, timezone)) || "—";
}
