"use client";
import { useMemo, useState } from "react";
import { ListEmpty } from "#components/list-empty.tsx";
import { ListMenu } from "#components/list-menu.tsx";
import { NewButton } from "#components/new-button.tsx";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { useMe } from "#components/shell/use-me.ts";
import { useSearch, useUrlState } from "#components/shell/use-search.ts";
import { DataTable } from "#components/ui/data-table.tsx";
import { part } from "#components/ui/part.tsx";
import { deleteIcon, editIcon } from "#components/ui/row-icons.tsx";
import { useExport } from "#components/use-export.ts";
import { useRemoval } from "#components/use-removal.ts";
import { failureText, listFailure } from "#lib/api/messages.ts";
import { useList } from "#lib/api/use-list.ts";
import type { Sale } from "#lib/contract/sales.ts";
import { whenIdle } from "#lib/when-idle.ts";
import { saleColumns, saleName } from "./columns.tsx";

const SaleModal = part(() => import("#components/sale-modal.tsx").then((module) => module.SaleModal));

const loadExport = whenIdle(() => import("./export.ts"));

export function Sales() {
  const [search] = useSearch();
  const [creating, setCreating] = useUrlState("new");
  const [editing, setEditing] = useState<Sale | null>(null);
  const { data: me } = useMe();
  const list = useList("sales.list", search);
  const remove = useRemoval("sales.delete");

  const exporting = useExport("sales.list", "sale", async (watch) =>
    (await loadExport()).exportSales({ search, store: me?.organizationName, timezone: me?.timezone }, watch),
  );

  const columns = useMemo(() => saleColumns(me?.timezone), [me?.timezone]);
  const actions = useMemo(
    () => (sale: Sale) => {
      const name = saleName(sale);
      const question = { title: "Delete this sale?", text: `${name} is deleted for good.`, verb: "Delete" };
      return [
        {
          name: `Edit ${name}`,
          label: "Edit",
          icon: editIcon,
          load: SaleModal.load,
          onSelect: () => setEditing(sale),
        },
        {
          name: `Delete ${name}`,
          label: "Delete",
          icon: deleteIcon,
          danger: true,
          onSelect: () => remove(sale.id, question),
        },
      ];
    },
    [remove],
  );
  const create = () => setCreating("true");

  return (
    <>
      <ScreenTitle>Sales</ScreenTitle>
      <DataTable
        title="Sales"
        description="Everything your store has sold."
        controls={
          <>
            <ListMenu label="Sales menu" exporting={exporting} />
            <NewButton onClick={create} load={SaleModal.load} />
          </>
        }
        list={list}
        columns={columns}
        actions={actions}
        failure={list.error ? failureText(listFailure("sales.list"), list.error) : ""}
        empty={<ListEmpty hint="Sales you record appear here, newest first." onNew={create} />}
      />
      {creating === "true" && <SaleModal onClose={() => setCreating("")} />}
      {editing && <SaleModal sale={editing} onClose={() => setEditing(null)} />}
    </>
  );
}
