"use client";
import { useMemo, useState } from "react";
import { ListEmpty } from "#components/list-empty.tsx";
import { ListMenu, useExport, useImport } from "#components/list-menu.tsx";
import { NewButton } from "#components/new-button.tsx";
import type { Segment } from "#components/segment/fields.ts";
import type { QuickChip } from "#components/segment/segment-chips.tsx";
import { SegmentList } from "#components/segment/segment-list.tsx";
import { useSegment } from "#components/segment/use-segment.ts";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { useMe, useMoney } from "#components/shell/use-me.ts";
import { useSearch, useUrlState } from "#components/shell/use-search.ts";
import { Button } from "#components/ui/button.tsx";
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
import { stored } from "#lib/stored-code.ts";
import { plural } from "#lib/text.ts";
import { saleColumns } from "./columns.tsx";

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
        ...{ segment: asking, complete },
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
        text: `${name} is deleted permanently.`,
        verb: "Delete",
      };
      return [
        editRow(name, { load: SaleModal.load, onSelect: () => setEditing(sale) }),
        deleteRow(name, () => remove(sale.id, question)),
        ...more(sale, name),
      ];
    },
    [remove, money, more],
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
              hint="Sales appear here when they are."
            >
              <Button onClick={() => segmenting.open({ segment: "" })}>Show all</Button>
            </Empty>
          ) : (
            "No sale fits these conditions"
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
  return [
    isWalkIn(contact) ? "walk-in sale" : "sale",
    !isWalkIn(contact) && contact?.name && `to ${contact.name}`,
    cost !== null && `for ${money.format(cost)}`,
  ]
    .filter(Boolean)
    .join(" ");
}
