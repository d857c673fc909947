import clsx from "clsx";
import { PaymentCell, SaleAmount } from "#components/sale-amount.tsx";
import { PrefetchLink } from "#components/shell/prefetch-link.tsx";
import { Avatar, withAvatar } from "#components/ui/avatar.tsx";
import type { Column } from "#components/ui/data-table.tsx";
import type { Money } from "#lib/contract/money.ts";
import type { Sale } from "#lib/contract/sales.ts";
import { isWalkIn } from "#lib/contract/walk-in.ts";
import { formatDay, readDay } from "#lib/dates.ts";
import { saleDetail } from "#lib/sale-detail.ts";

type Shown = { money: Money; timezone: string | undefined; complete: boolean };

/** SPEC's four on a section 7 host. */
export function saleColumns({ money, timezone, complete }: Shown): Column<Sale>[] {
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
    className: "max-[1350px]:hidden",
    cell: ({ soldBy }) => soldBy && <Seller soldBy={soldBy} />,
  };
  return [...columns.slice(0, 3), payment, ...columns.slice(3), seller];
}

function Seller({ soldBy: { id, name } }: { soldBy: NonNullable<Sale["soldBy"]> }) {
  return (
    <span className="flex max-w-40 items-center gap-2">
      <Avatar id={id ?? name} name={name} className="size-5! text-[9px]!" />
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
    "inline-block max-w-[calc(100%-44px)] tap truncate align-top not-pointer-coarse:py-0.5 font-medium phone:max-w-full",
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
  return formatDay(readDay(sale.createdAt, timezone)) || "—";
}
