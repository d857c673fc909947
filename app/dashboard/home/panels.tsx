"use client";
import clsx from "clsx";
import { Cake, CalendarCheck, Check, Heart, type LucideIcon, Mail } from "lucide-react";
import { type ReactNode, useId } from "react";
import { refundWords } from "#components/sale-amount.tsx";
import { PrefetchLink } from "#components/shell/prefetch-link.tsx";
import { useMoney } from "#components/shell/use-me.ts";
import { Avatar } from "#components/ui/avatar.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { useRead } from "#lib/api/use-read.ts";
import type { ComingUp as Occasion, Summary } from "#lib/contract/dashboard.ts";
import type { Sale } from "#lib/contract/sales.ts";
import { type Day, daysUntil, formatDay, formatTime, formatWeekday, readDay, today } from "#lib/dates.ts";
import { mailLink } from "#lib/links.ts";

/** A card of the dashboard with its own heading. */
export function Panel({
  title,
  aside,
  className = "",
  children,
}: {
  title: string;
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  const heading = useId();
  return (
    <section
      aria-labelledby={heading}
      className={`flex min-w-0 flex-col rounded-lg border bg-card shadow-1 ${className}`}
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

/** Who to congratulate and who is expected in the next two weeks. Its errors stay silent, as those of the figures. */
export function ComingUp({ timezone, wide }: { timezone: string | undefined; wide: boolean }) {
  const { data, error } = useRead("dashboard.comingUp", {});
  const now = today(timezone);
  const rows = data?.flatMap((row): Coming[] => {
    const date = readDay(row.startsAt ?? row.day, timezone);
    return date ? [{ ...row, date, daysAway: daysUntil(date, now) }] : [];
  });
  return (
    <Panel title="Coming up" aside={<Today rows={rows ?? []} />} className={wide ? "col-span-full" : ""}>
      {!rows && error && <p className="px-4 pb-6 text-muted-foreground">—</p>}
      {rows?.length === 0 && (
        <p className="px-4 pb-6 text-muted-foreground">
          No birthdays, anniversaries or appointments in the next two weeks.
        </p>
      )}
      <ul
        className={clsx(
          "grid flex-1 grid-cols-[minmax(0,1fr)] content-start gap-x-4 gap-y-0.5 px-2 pb-2",
          wide && "md:grid-cols-[repeat(2,minmax(0,1fr))]",
        )}
      >
        {rows?.map((row) => (
          <ComingUpRow
            key={`${row.kind} ${row.day} ${row.startsAt} ${row.contact?.id}`}
            coming={row}
            timezone={timezone}
          />
        ))}
      </ul>
    </Panel>
  );
}

/** How many there are to congratulate today; nothing where today's may not all be among the rows. */
function Today({ rows }: { rows: Coming[] }) {
  const occasions = rows.filter(({ kind }) => kind !== "appointment");
  const count = occasions.filter(({ daysAway }) => daysAway === 0).length;
  if (count === 0 || count === occasions.length) return null;
  return (
    <Badge tone="gold">
      <Cake size={12} aria-hidden="true" />
      {count} today
    </Badge>
  );
}

/** `date` is the day on the user's calendar. */
type Coming = Occasion & { date: Day; daysAway: number };

const icons: Record<Occasion["kind"], LucideIcon> = {
  birthday: Cake,
  anniversary: Heart,
  appointment: CalendarCheck,
};

const line = "flex min-h-12 min-w-0 flex-1 items-center gap-3 rounded-md px-2 py-1";

/** A day and a person, who is one tap away by email. A booking's visitor who is no contact any more has no profile. */
function ComingUpRow({ coming, timezone }: { coming: Coming; timezone: string | undefined }) {
  const { kind, contact, email, date } = coming;
  const name = contact?.name || email;
  const Icon = icons[kind];
  const content = (
    <>
      <DayTile date={date} gold={kind !== "appointment"} />
      <span className="min-w-0 flex-1">
        <b className="block truncate font-medium">{name}</b>
        <span className="flex items-center gap-1.5 text-muted-foreground text-sm">
          <Icon size={14} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
          <span className="truncate">{textOf(coming, timezone)}</span>
        </span>
      </span>
    </>
  );
  return (
    <li className="flex items-center gap-1 pr-2">
      {contact?.id ? (
        <PrefetchLink
          href={`/dashboard/contacts/profile/${contact.id}`}
          className={`${line} transition-colors duration-100 hover:bg-accent`}
        >
          {content}
        </PrefetchLink>
      ) : (
        <span className={line}>{content}</span>
      )}
      {email && (
        <a
          href={mailLink(email)}
          aria-label={`Email ${name}`}
          title={`Email ${name}`}
          className="grid size-row-control shrink-0 place-items-center rounded-md text-muted-foreground transition-colors duration-100 hover:bg-accent hover:text-foreground"
        >
          <Mail size={16} strokeWidth={1.75} aria-hidden="true" />
        </a>
      )}
    </li>
  );
}

/** "22" over "Sun"; read as "Nov 22, 2026". */
function DayTile({ date, gold }: { date: Day; gold: boolean }) {
  const tone = gold ? "bg-gold-soft text-gold" : "bg-primary-soft text-primary-soft-foreground";
  return (
    <span
      className={`grid size-10 shrink-0 content-center justify-items-center rounded-md font-medium text-xs leading-none ${tone}`}
    >
      <span className="sr-only">{formatDay(date)}</span>
      <b aria-hidden="true" className="font-semibold text-lg tabular-nums leading-none">
        {date.day}
      </b>
      <span aria-hidden="true">{formatWeekday(date)}</span>
    </span>
  );
}

/** "Birthday · Today", "10:30 AM · Ring fitting". */
function textOf({ kind, title, startsAt, daysAway }: Coming, timezone: string | undefined): string {
  if (kind === "appointment") {
    return [formatTime(startsAt, timezone), title].filter(Boolean).join(" · ");
  }
  const what = kind === "birthday" ? "Birthday" : "Anniversary";
  return daysAway > 1 ? what : `${what} · ${daysAway === 0 ? "Today" : "Tomorrow"}`;
}

type Props = { customers: Summary["topContacts"] | undefined; timezone?: string };

export function RecentCustomers({ customers, timezone }: Props) {
  const money = useMoney();
  return (
    <Panel
      title="Recent Customers"
      aside={
        <PrefetchLink href="/dashboard/contacts" className="link text-sm not-pointer-coarse:py-0.5">
          View all
        </PrefetchLink>
      }
    >
      {customers?.length === 0 && (
        <p className="px-4 pb-6 text-muted-foreground">Nobody bought in this period.</p>
      )}
      <ul className="grid flex-1 grid-cols-[minmax(0,1fr)] content-start gap-1 px-2 pb-2">
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
                    Last Sale {formatDay(readDay(createdAt, timezone)) || "—"}
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

/** The newest sales of the period; every recorded sale is paid, if nothing was given back. */
export function RecentActivity({ sales, className }: { sales: Sale[] | undefined; className?: string }) {
  const money = useMoney();
  return (
    <Panel
      title="Recent Activity"
      className={className}
      aside={
        <PrefetchLink href="/dashboard/sales" className="link text-sm not-pointer-coarse:py-0.5">
          All sales
        </PrefetchLink>
      }
    >
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
                    {refundWords(sale) ? (
                      <Badge tone="muted">{refundWords(sale)}</Badge>
                    ) : (
                      <Badge tone="success">
                        <Check size={12} aria-hidden="true" />
                        Paid
                      </Badge>
                    )}
                  </span>
                </td>
                <td className={cell}>
                  {sale.contact?.name || "No contact"}
                  <span className="hidden truncate text-muted-foreground text-sm phone:block">
                    {[itemOf(sale), sale.invoiceNumber].filter(Boolean).join(" · ")}
                  </span>
                </td>
                <td className={`${cell} phone:hidden`}>{itemOf(sale)}</td>
                <td className={`${cell} text-muted-foreground tabular-nums phone:hidden`}>
                  {sale.invoiceNumber || "—"}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

function itemOf(sale: Sale): string {
  return sale.item || sale.productCategory?.name || "—";
}
