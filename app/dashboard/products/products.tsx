"use client";
import { useMemo, useState } from "react";
import { ListEmpty } from "#components/list-empty.tsx";
import { NewButton } from "#components/new-button.tsx";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { useMe } from "#components/shell/use-me.ts";
import { useSearch, useUrlState } from "#components/shell/use-search.ts";
import { StartingCategories } from "#components/starting-categories.tsx";
import { DataTable } from "#components/ui/data-table.tsx";
import { part } from "#components/ui/part.tsx";
import { deleteIcon, editIcon } from "#components/ui/row-icons.tsx";
import { useRemoval } from "#components/use-removal.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { Product } from "#lib/contract/products.ts";
import { wholeList } from "#lib/list.ts";
import { matches } from "#lib/text.ts";
import { productColumns } from "./columns.tsx";

const ProductModal = part(() => import("./product-modal.tsx").then((module) => module.ProductModal));

export function Products() {
  const [search] = useSearch();
  const [creating, setCreating] = useUrlState("new");
  const [editing, setEditing] = useState<Product | null>(null);
  const { data: me } = useMe();
  const { data, error, isValidating, mutate } = useRead("products.list", {});
  const remove = useRemoval("products.delete");

  const rows = useMemo(() => data?.filter(({ name }) => matches(name, search)), [data, search]);
  const list = wholeList({ rows, error, busy: isValidating, retry: () => void mutate() });
  const columns = useMemo(() => productColumns(me?.timezone), [me?.timezone]);
  const actions = useMemo(
    () => (product: Product) => {
      // Shared categories belong to every store; nobody edits or deletes them here.
      if (!product.organizationId) return [];
      const question = {
        title: `Delete ${product.name}?`,
        text: "The category is deleted. Sales already recorded under it stay, and keep its name.",
        verb: "Delete",
      };
      return [
        {
          name: `Edit ${product.name}`,
          label: "Edit",
          icon: editIcon,
          load: ProductModal.load,
          onSelect: () => setEditing(product),
        },
        {
          name: `Delete ${product.name}`,
          label: "Delete",
          icon: deleteIcon,
          danger: true,
          onSelect: () => remove(product.id, question),
        },
      ];
    },
    [remove],
  );
  const create = () => setCreating("true");

  return (
    <>
      <ScreenTitle>Product Categories</ScreenTitle>
      <DataTable
        title="Product Categories"
        description="What your sales are sorted by."
        controls={<NewButton onClick={create} load={ProductModal.load} />}
        list={list}
        columns={columns}
        actions={actions}
        failure={error?.message ?? ""}
        empty={
          <ListEmpty hint="Categories you add appear here, newest first." onNew={create}>
            <StartingCategories />
          </ListEmpty>
        }
      />
      {creating === "true" && <ProductModal names={data} onClose={() => setCreating("")} />}
      {editing && <ProductModal product={editing} names={data} onClose={() => setEditing(null)} />}
    </>
  );
}
