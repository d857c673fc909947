import clsx from "clsx";
import { type ReactNode, useId } from "react";
import { StateBadge } from "#components/sale-amount.tsx";
import { PrefetchLink } from "#components/shell/prefetch-link.tsx";
import { useMoney } from "#components/shell/use-me.ts";
import { Avatar } from "#components/ui/avatar.tsx";
import type { Summary } from "#lib/contract/dashboard.ts";
import type { Sale } from "#lib/contract/sales.ts";
import { isWalkIn } from "#lib/contract/walk-in.ts";
import { formatDate } from "#lib/dates.ts";
import { saleDetail } from "#lib/sale-detail.ts";
import { dotted } from "#lib/text.ts";

type PanelProps = { title: string; busy?: boolean; aside?: ReactNode; children: ReactNode };

/** `busy`: it still shows the previous period. */
export function Panel({ title, busy, aside, children }: PanelProps) {
  const heading = useId();
  return (
    <section
      aria-labelledby={heading}
      aria-busy={busy}
      className="flex min-w-0 flex-col rounded-lg border bg-card shadow-1 aria-busy:*:not-first:opacity-60"
    >
      <header className="flex min-h-14 items-center gap-2.5 px-4 py-2.5">
        <h2 id={heading} className="min-w-0 flex-1">
          {title}
        </h2>
        {aside}
      </header>
      {children}
    </section>
  );
}

export type Waiting = { busy: boolean; isLoading: boolean };
type Props = Waiting & { customers: Summary["topContacts"] | undefined; timezone?: string };

export function RecentCustomers({ customers, timezone, busy, isLoading }: Props) {
  const money = useMoney();
  return (
    <Panel
      title="Recent Customers"
      busy={busy}
      aside={
        <PrefetchLink href="/dashboard/contacts" className="link text-sm not-pointer-coarse:py-0.5">
          View all
        </PrefetchLink>
      }
    >
      {customers?.length === 0 && (
        <p className="px-4 pb-6 text-muted-foreground">No purchases in this period.</p>
      )}
      {isLoading && <GhostLines count={5} className="gap-1 px-2 pb-2 *:h-14 *:px-2" />}
      <ul className="grid flex-1 grid-cols-[minmax(0,1fr)] content-start gap-1 px-2 pb-2 empty:hidden">
        {customers?.map(({ contact, cost, createdAt }) => {
          const name = contact?.name ?? "";
          return (
            <li key={`${contact?.id} ${createdAt}`}>
              <PrefetchLink
                href={contact ? `/dashboard/contacts/profile/${contact.id}` : "/dashboard/contacts"}
                className="flex min-h-14 items-center gap-3 rounded-md p-2 transition-colors duration-100 hover:bg-accent"
              >
                <Avatar id={contact?.id ?? ""} name={name} className="size-10! text-base!" />
                <span className="min-w-0 flex-1">
                  <b className="block truncate font-medium">{name}</b>
                  <span className="text-muted-foreground text-sm">
                    Last Sale {formatDate(createdAt, timezone) || "—"}
                  </span>
                </span>
                <span className="text-right">
                  <span className="block text-muted-foreground text-xs">Amount</span>
                  <b className="font-medium tabular-nums">{cost === null ? "—" : money.format(cost)}</b>
                </span>
              </PrefetchLink>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

const head =
  "border-border-strong border-b px-3 pb-2.5 text-left font-medium text-muted-foreground text-xs first:pl-4 last:pr-4 last:text-right";
const cell =
  "h-11 truncate border-b px-3 first:pl-4 last:pr-4 last:text-right group-last:border-0 phone:h-14 phone:align-middle";

type ActivityProps = Waiting & { sales: Sale[] | undefined };

export function RecentActivity({ sales, busy, isLoading }: ActivityProps) {
  const money = useMoney();
  return (
    <Panel
      title="Recent Activity"
      busy={busy}
      aside={
        <PrefetchLink href="/dashboard/sales" className="link text-sm not-pointer-coarse:py-0.5">
          All sales
        </PrefetchLink>
      }
    >
      {isLoading && <GhostLines count={8} className="pb-4 *:h-11 *:px-4 phone:*:h-14" />}
      {sales?.length === 0 && <p className="px-4 pb-6 text-muted-foreground">No sales in this period.</p>}
      {sales && sales.length > 0 && (
        <table aria-label="Recent sales" className="w-full table-fixed border-separate border-spacing-0">
          <thead>
            <tr>
              <th scope="col" className={`${head} w-56 phone:w-30`}>
                Amount
              </th>
              <th scope="col" className={head}>
                Contact
              </th>
              <th scope="col" className={`${head} phone:hidden`}>
                Item
              </th>
              <th scope="col" className={`${head} w-36 phone:hidden`}>
                Invoice
              </th>
            </tr>
          </thead>
          <tbody>
            {sales.map((sale) => (
              <tr key={sale.id} className="group transition-colors duration-100 hover:bg-accent">
                <td className={cell}>
                  <span className="flex items-center gap-3 phone:flex-col phone:items-start phone:gap-0.5">
                    <span className="min-w-20 font-medium tabular-nums">
                      {sale.cost === null ? "—" : money.format(sale.cost)}
                    </span>
                    <StateBadge sale={sale} money={money} />
                  </span>
                </td>
                <td className={clsx(cell, isWalkIn(sale.contact) && "text-muted-foreground")}>
                  {sale.contact?.name || "No contact"}
                  <span className="hidden truncate text-muted-foreground text-sm phone:block">
                    {dotted(saleTitle(sale), saleDetail(sale))}
                  </span>
                </td>
                <td className={`${cell} phone:hidden`}>{saleTitle(sale)}</td>
                <td className={`${cell} text-muted-foreground tabular-nums phone:hidden`}>
                  {saleDetail(sale) || "—"}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

function GhostLines({ count, className }: { count: number; className: string }) {
  return (
    <div role="status" aria-label="Loading" className={clsx("grid", className)}>
      {Array.from({ length: count }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders never change
        <span key={i} className="flex items-center gap-3">
          <span className="size-8 rounded-full bg-muted" />
          <span className="h-3 w-2/5 rounded-full bg-muted" />
          <span className="ml-auto h-3 w-16 rounded-full bg-muted" />
        </span>
      ))}
    </div>
  );
}

function saleTitle(sale: Sale): string {
  return sale.item || sale.productCategory?.name || "—";
}
