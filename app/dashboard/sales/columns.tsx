import { NearLink } from "#components/shell/near-link.tsx";
import { Avatar } from "#components/ui/avatar.tsx";
import type { Column } from "#components/ui/data-table.tsx";
import type { Sale } from "#lib/contract/sales.ts";
import { formatDay, readDay } from "#lib/dates.ts";
import { money } from "#lib/text.ts";

/** The columns of SPEC.md; dates are the user's. */
export function saleColumns(timezone?: string): Column<Sale>[] {
  return [
    { header: "Contact Name", phone: "title", cell: ({ contact }) => <Customer contact={contact} /> },
    {
      header: "Sale Price",
      phone: "aside",
      cell: ({ cost }) => (
        <span className="inline-block min-w-21 text-right font-medium tabular-nums">
          {cost === null ? "—" : money(cost)}
        </span>
      ),
    },
    {
      header: "Product Name",
      phone: "meta",
      className: "max-w-[min(18rem,20vw)] truncate phone:max-w-none phone:pl-12!",
      cell: (sale) => (
        <>
          {sale.productCategory?.name || sale.item || "—"}
          {sale.invoiceNumber && (
            <span className="ml-2 text-muted-foreground text-xs">{sale.invoiceNumber}</span>
          )}
          <span className="hidden phone:inline"> · {day(sale, timezone)}</span>
        </>
      ),
    },
    {
      header: "Sale Date",
      phone: "hidden",
      cell: (sale) => <span className="text-muted-foreground tabular-nums">{day(sale, timezone)}</span>,
    },
  ];
}

/** "the sale to Amara Okafor for $1,240.00", for buttons and questions. */
export function saleName({ contact, cost }: Sale): string {
  return ["sale", contact?.name && `to ${contact.name}`, cost !== null && `for ${money(cost)}`]
    .filter(Boolean)
    .join(" ");
}

function Customer({ contact }: { contact: Sale["contact"] }) {
  const name = contact?.name || "No contact";
  const text =
    "max-w-[min(20rem,22vw)] tap truncate not-pointer-coarse:py-0.5 font-medium phone:max-w-none phone:pl-12";
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Avatar
        id={contact?.id ?? name}
        name={name}
        className="phone:absolute phone:top-1/2 phone:left-4 phone:size-9 phone:-translate-y-1/2"
      />
      {contact?.id ? (
        <NearLink
          href={`/dashboard/contacts/profile/${contact.id}`}
          data-row-link={contact.id}
          className={`${text} underline decoration-transparent underline-offset-3 hover:text-link hover:decoration-current group-hover:text-link`}
        >
          {name}
        </NearLink>
      ) : (
        <span className={text}>{name}</span>
      )}
    </span>
  );
}

function day(sale: Sale, timezone?: string): string {
  return formatDay(readDay(sale.createdAt, timezone)) || "—";
}
