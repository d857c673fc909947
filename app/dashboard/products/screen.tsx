"use client";
import { useMemo, useState } from "react";
import { ListEmpty } from "#components/list-empty.tsx";
import { useImport } from "#components/list-menu.tsx";
import { NewButton } from "#components/new-button.tsx";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { useMe } from "#components/shell/use-me.ts";
import { useSearch, useUrlState } from "#components/shell/use-search.ts";
import { StartingCategories } from "#components/starting-categories.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { type Column, DataTable } from "#components/ui/data-table.tsx";
import { part } from "#components/ui/part.tsx";
import { deleteRow, editRow } from "#components/ui/row-actions.tsx";
import { useRemoval } from "#components/use-removal.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { Product } from "#lib/contract/products.ts";
import { type Day, formatDay, isoDay, readDay, today } from "#lib/dates.ts";
import { wholeList } from "#lib/list.ts";
import { colorOf, matches } from "#lib/text.ts";
import { DAY } from "#lib/time/zone.ts";

const ProductModal = part(() => import("./product-modal.tsx"), "ProductModal");

export function ProductsScreen() {
  const [search] = useSearch();
  const [creating, setCreating] = useUrlState("new");
  const [editing, setEditing] = useState<Product | null>(null);
  const { data: me } = useMe();
  const read = useRead("products.list", {});
  const { data } = read;
  const remove = useRemoval("products.delete");

  const rows = useMemo(() => data?.filter(({ name }) => matches(name, search)), [data, search]);
  const list = wholeList(rows, read);
  const columns = useMemo(() => productColumns(me?.timezone), [me?.timezone]);
  const actions = useMemo(
    () => (product: Product) => {
      if (!product.organizationId) return [];
      const question = {
        title: `Delete ${product.name}?`,
        text: "The category is deleted. Sales already recorded under it stay, and keep its name.",
        verb: "Delete",
      };
      return [
        editRow(product.name, { load: ProductModal.load, onSelect: () => setEditing(product) }),
        deleteRow(product.name, () => remove(product.id, question)),
      ];
    },
    [remove],
  );
  const importing = useImport("categories");
  const create = () => setCreating("true");

  return (
    <>
      <ScreenTitle>Product Categories</ScreenTitle>
      <DataTable
        title="Product Categories"
        description="Categories for your sales."
        controls={<NewButton onClick={create} load={ProductModal.load} />}
        list={list}
        columns={columns}
        actions={actions}
        empty={
          <ListEmpty hint="Categories you add appear here, newest first." onNew={create}>
            <StartingCategories />
            {importing && <Button onClick={importing}>Import</Button>}
          </ListEmpty>
        }
      />
      {creating === "true" && <ProductModal names={data} onClose={() => setCreating("")} />}
      {editing && <ProductModal product={editing} names={data} onClose={() => setEditing(null)} />}
    </>
  );
}

function productColumns(timezone?: string): Column<Product>[] {
  return [
    {
      header: "Product Title",
      phone: "title",
      cell: ({ id, name, organizationId }) => (
        <span className="flex min-w-0 items-center gap-3">
          <ColorDot id={id} />
          <span className="max-w-96 truncate font-medium phone:max-w-none">{name}</span>
          {!organizationId && <Badge tone="muted">Shared</Badge>}
        </span>
      ),
    },
    {
      header: "Created",
      phone: "hidden",
      cell: ({ createdAt }) => <When iso={createdAt} timezone={timezone} />,
    },
    {
      header: "Updated At",
      phone: "meta",
      className: "phone:pl-5.5!",
      cell: ({ updatedAt, createdAt }) => (
        <>
          <span className="hidden phone:inline">Updated </span>
          <When iso={updatedAt ?? createdAt} timezone={timezone} />
        </>
      ),
    },
  ];
}

function When({ iso, timezone }: { iso: string | null; timezone?: string }) {
  const day = readDay(iso, timezone);
  if (!day) return <span className="text-muted-foreground">—</span>;
  const exact = formatDay(day);
  return (
    <time
      dateTime={isoDay(day)}
      title={exact}
      className="inline-grid text-muted-foreground tabular-nums *:[grid-area:1/1]"
    >
      <span className="group-focus-within:invisible group-hover:invisible md:first-letter:uppercase">
        {formatAgo(day, today(timezone))}
      </span>
      <span aria-hidden="true" className="invisible group-focus-within:visible group-hover:visible">
        {exact}
      </span>
    </time>
  );
}

const colors = [
  "",
  "bg-(--chart-1)",
  "bg-(--chart-2)",
  "bg-(--chart-3)",
  "bg-(--chart-4)",
  "bg-(--chart-5)",
  "bg-(--chart-6)",
];

function ColorDot({ id }: { id: string }) {
  return <span aria-hidden="true" className={`size-2.5 shrink-0 rounded-full ${colors[colorOf(id)]}`} />;
}

let formats: Record<"near" | "far", Intl.RelativeTimeFormat> | undefined;

export function formatAgo(day: Day, today: Day): string {
  formats ??= {
    near: new Intl.RelativeTimeFormat("en-US", { numeric: "auto" }),
    // Without `numeric: "auto"`, because "last year" would mean the calendar year.
    far: new Intl.RelativeTimeFormat("en-US"),
  };
  const { near, far } = formats;
  const months = (today.year - day.year) * 12 + today.month - day.month - (today.day < day.day ? 1 : 0);
  if (months >= 12) return far.format(-Math.round(months / 12), "year");
  if (months >= 1) return far.format(-months, "month");
  const utc = ({ year, month, day }: Day) => Date.UTC(year, month - 1, day);
  const days = Math.max(0, Math.round((utc(today) - utc(day)) / DAY));
  return days >= 7 ? far.format(-Math.floor(days / 7), "week") : near.format(-days, "day");
}
