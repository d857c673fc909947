import { Badge } from "#components/ui/badge.tsx";
import { ColorDot } from "#components/ui/color-dot.tsx";
import type { Column } from "#components/ui/data-table.tsx";
import { formatAgo } from "#lib/ago.ts";
import type { Product } from "#lib/contract/products.ts";
import { formatDay, readDay, today, writeDay } from "#lib/dates.ts";

/** The columns of SPEC.md; dates are the user's. */
export function productColumns(timezone?: string): Column<Product>[] {
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

/** How long ago; the day itself while the pointer or the focus is in the row. */
function When({ iso, timezone }: { iso: string | null; timezone?: string }) {
  const day = readDay(iso, timezone);
  if (!day) return <span className="text-muted-foreground">—</span>;
  const exact = formatDay(day);
  return (
    <time
      dateTime={writeDay(day).slice(0, 10)}
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
