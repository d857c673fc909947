"use client";
import { lazy, Suspense, useMemo, useState } from "react";
import { ListEmpty } from "#components/list-empty.tsx";
import { NewButton } from "#components/new-button.tsx";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { useMe } from "#components/shell/use-me.ts";
import { useSearch, useUrlState } from "#components/shell/use-search.ts";
import { StartingCategories } from "#components/starting-categories.tsx";
import { preloadConfirm } from "#components/ui/confirm.tsx";
import { DataTable } from "#components/ui/data-table.tsx";
import { deleteIcon, editIcon } from "#components/ui/row-icons.tsx";
import { useRemoval } from "#components/use-removal.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { Product } from "#lib/contract/products.ts";
import { wholeList } from "#lib/list.ts";
import { matches } from "#lib/text.ts";
import { productColumns } from "./columns.tsx";

const loadModal = () => import("./product-modal.tsx");
const ProductModal = lazy(() => loadModal().then((module) => ({ default: module.ProductModal })));

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
          load: loadModal,
          onSelect: () => setEditing(product),
        },
        {
          name: `Delete ${product.name}`,
          label: "Delete",
          icon: deleteIcon,
          danger: true,
          load: preloadConfirm,
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
        controls={<NewButton onClick={create} load={loadModal} />}
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
      <Suspense>
        {creating === "true" && <ProductModal names={data} onClose={() => setCreating("")} />}
        {editing && <ProductModal product={editing} names={data} onClose={() => setEditing(null)} />}
      </Suspense>
    </>
  );
}
