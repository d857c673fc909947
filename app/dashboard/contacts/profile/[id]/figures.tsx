import { Cake, ChartColumn, Heart, Table2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { PrefetchLink } from "#components/shell/prefetch-link.tsx";
import { useMay, useMe, useMoney } from "#components/shell/use-me.ts";
import { IconButton } from "#components/ui/button.tsx";
import { useRead } from "#lib/api/use-read.ts";
import type { Contact } from "#lib/contract/contacts.ts";
import type { Money } from "#lib/contract/money.ts";
import { ticketNumber } from "#lib/contract/repair-terms.ts";
import type { Sale } from "#lib/contract/sales.ts";
import type { RepairTotals, SaleTotals } from "#lib/contract/timeline.ts";
import { yearlyFields } from "#lib/contract/yearly-fields.ts";
import { daysUntil, formatDay, readDay, today } from "#lib/dates.ts";
import { formatter } from "#lib/time/zone.ts";

type Props = {
  contact: Contact;
  totals: SaleTotals | undefined;
  repairs?: RepairTotals | undefined;
  /** With the months of these sales, which a section 7 host doesn't show elsewhere. */
  months?: { sales: Sold[] | undefined; waiting: boolean } | undefined;
};

export function Figures({ contact, totals, repairs, months }: Props) {
  const { data: me } = useMe();
  const money = useMoney();
  const timezone = me?.timezone;
  const last = totals?.last;
  const shown = (amount: number | null | undefined) => (totals ? money.format(amount ?? 0) : "—");
  return (
    <div className="grid gap-4 border-b p-4 md:border-t">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3">
        <Figure label="Lifetime total" note={totals && count(totals.count ?? 0)}>
          {shown(totals?.total)}
        </Figure>
        <Figure
          label="Last sale"
          note={last?.at && formatDay(readDay(last.at, timezone), { short: true, timezone })}
        >
          {last ? money.format(last.amount ?? 0) : totals ? "None yet" : "—"}
        </Figure>
        {!months && (
          <>
            <Figure label="Last 12 months">{shown(totals?.year)}</Figure>
            <Figure label="Average sale">
              {totals?.count ? money.format((totals.total ?? 0) / totals.count) : "—"}
            </Figure>
          </>
        )}
        <OpenRepairs contactId={contact.id} />
        {repairs?.count ? (
          <Figure label="Repairs so far" note={money.format(repairs.total ?? 0)}>
            {repairs.count}
          </Figure>
        ) : null}
        {yearlyFields.map(({ key, label }, i) => (
          <Countdown
            key={key}
            label={label}
            icon={i === 0 ? Cake : Heart}
            date={contact[key]}
            timezone={timezone}
          />
        ))}
      </dl>
      {months?.waiting && <div className="h-25" />}
      {months?.sales && months.sales.length > 0 && <MonthBars sales={months.sales} />}
    </div>
  );
}

function count(sales: number): string {
  return sales === 1 ? "1 sale" : `${sales} sales`;
}

function Figure({
  label,
  note,
  children,
}: {
  label: string;
  note?: string | null | undefined;
  children: ReactNode;
}) {
  return (
    <div className="min-w-0">
      <dt className="text-muted-foreground text-sm">{label}</dt>
      <dd className="mt-0.5 flex flex-wrap items-baseline gap-x-2 tabular-nums">
        <span className="font-semibold text-lg">{children}</span>
        <span className="text-muted-foreground text-sm">{note}</span>
      </dd>
    </div>
  );
}

function OpenRepairs({ contactId }: { contactId: string }) {
  const may = useMay()("repairs.list");
  const { data = [] } = useRead("repairs.list", may ? { query: { contact: contactId } } : null);
  if (data.length === 0) return null;
  return (
    <Figure label={data.length === 1 ? "Open repair" : "Open repairs"}>
      <span className="flex flex-wrap gap-x-2.5">
        {data.map((repair) => (
          <PrefetchLink
            key={repair.id}
            href={`/dashboard/repairs/${repair.number}`}
            title={repair.name}
            className="tap link"
          >
            {ticketNumber(repair)}
          </PrefetchLink>
        ))}
      </span>
    </Figure>
  );
}

type CountdownProps = { label: string; icon: typeof Cake; date: string | null; timezone?: string };

function Countdown({ label, icon: Icon, date, timezone }: CountdownProps) {
  const day = readDay(date, timezone);
  if (!day) return null;
  const days = daysUntil(day, today(timezone));
  const text = days === 0 ? "Today" : days === 1 ? "Tomorrow" : `In ${days} days`;
  return (
    <div className="min-w-0">
      <dt className="text-muted-foreground text-sm">{label}</dt>
      <dd className={`mt-0.5 flex items-center gap-1.5 font-medium ${days <= 30 ? "text-gold" : ""}`}>
        <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
        {text}
      </dd>
    </div>
  );
}

export function MonthBars({ sales }: { sales: Sold[] }) {
  const { data: me } = useMe();
  const money = useMoney();
  const months = lastMonths(sales, money, me?.timezone);
  const [asTable, setAsTable] = useState(false);
  const Icon = asTable ? ChartColumn : Table2;
  return (
    <div>
      <div className="flex items-center justify-between">
        <h2 className="font-normal! text-muted-foreground text-sm!">Sales, last 12 months</h2>
        <IconButton
          row
          label={asTable ? "Show as bars" : "Show as a table"}
          onClick={() => setAsTable(!asTable)}
          className="-mr-2"
        >
          <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
      </div>
      {asTable ? <MonthTable months={months} /> : <Bars months={months} />}
    </div>
  );
}

function Bars({ months }: { months: Month[] }) {
  const money = useMoney();
  const highest = Math.max(...months.map((month) => month.total));
  return (
    <div role="img" aria-label={summary(months, money)}>
      <div className="grid h-12 grid-cols-12 items-end gap-1" aria-hidden="true">
        {months.map(({ name, total }) => (
          <span
            key={name}
            title={`${name}: ${money.format(total)}`}
            className={total > 0 ? "min-h-1 drawn rounded-t-[3px] bg-(--chart-1)" : "h-0.5 bg-border-strong"}
            style={total > 0 ? { height: `${(total / highest) * 100}%` } : undefined}
          />
        ))}
      </div>
      <div className="mt-1 flex justify-between text-muted-foreground text-xs" aria-hidden="true">
        <span>{months[0]?.short}</span>
        <span>{months.at(-1)?.short}</span>
      </div>
    </div>
  );
}

function summary(months: Month[], money: Money): string {
  const best = months.reduce((high, month) => (month.total > high.total ? month : high));
  if (best.total <= 0) return "No sales in the last 12 months.";
  const total = money.sum(months.map((month) => month.total));
  return `Sales per month, last 12 months. Highest ${best.name} at ${money.format(best.total)}. Total ${money.format(total)}.`;
}

function MonthTable({ months }: { months: Month[] }) {
  const money = useMoney();
  return (
    <table className="w-full text-sm tabular-nums">
      <caption className="sr-only">Sales per month</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Month</th>
          <th scope="col">Sales</th>
        </tr>
      </thead>
      <tbody>
        {months.toReversed().map(({ name, total }) => (
          <tr key={name} className="border-t">
            <th scope="row" className="py-1 text-left font-normal text-muted-foreground">
              {name}
            </th>
            <td className="text-right">{money.format(total)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** An optimistic sale may have its cost as typed text. */
type Sold = Pick<Sale, "createdAt"> & {
  cost: number | string | null;
  refunds?: { amount: number | null; createdAt: string | null }[];
};
type Month = { name: string; short: string; total: number };

/** Of a section 7 host's sales. It shows neither `year` nor `first`. */
export function totalsOf(sales: Sold[], money: Money): SaleTotals {
  const last = newestFirst(sales)[0];
  const amounts = sales.flatMap(({ cost, refunds = [] }) => [
    Number(cost ?? 0),
    ...refunds.map(({ amount }) => -Number(amount ?? 0)),
  ]);
  return {
    count: sales.length,
    total: money.sum(amounts),
    year: null,
    first: null,
    last: last ? { amount: Number(last.cost ?? 0), at: last.createdAt } : null,
  };
}

export function lastMonths(sales: Sold[], money: Money, timezone?: string): Month[] {
  const now = today(timezone);
  const months: number[][] = Array.from({ length: 12 }, () => []);
  const count = (amount: number, at: string | null) => {
    const day = readDay(at, timezone);
    if (day) months[(now.year - day.year) * 12 + now.month - day.month]?.push(amount);
  };
  for (const { cost, createdAt, refunds = [] } of sales) {
    count(Number(cost ?? 0), createdAt);
    for (const refund of refunds) count(-Number(refund.amount ?? 0), refund.createdAt);
  }
  return Array.from({ length: 12 }, (_, i) => {
    const ago = 11 - i;
    const first = new Date(Date.UTC(now.year, now.month - 1 - ago, 1));
    return {
      name: formatter(LONG, "UTC").format(first),
      short: formatter(SHORT, "UTC").format(first),
      total: money.sum(months[ago] ?? []),
    };
  });
}

const LONG = { month: "long", year: "numeric" } as const;
const SHORT = { month: "short" } as const;

export function newestFirst<R extends { createdAt: string | null }>(rows: R[]): R[] {
  return rows.toSorted((a, b) =>
    a.createdAt && b.createdAt ? Date.parse(b.createdAt) - Date.parse(a.createdAt) : 0,
  );
}
