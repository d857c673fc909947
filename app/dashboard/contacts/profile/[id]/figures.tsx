import { Cake, Heart } from "lucide-react";
import type { ReactNode } from "react";
import { PrefetchLink } from "#components/shell/prefetch-link.tsx";
import { useMay, useMe, useMoney } from "#components/shell/use-me.ts";
import { part } from "#components/ui/part.tsx";
import { useRead } from "#lib/api/use-read.ts";
import type { Contact } from "#lib/contract/contacts.ts";
import type { Money } from "#lib/contract/money.ts";
import { ticketNumber } from "#lib/contract/repair-terms.ts";
import type { Sale } from "#lib/contract/sales.ts";
import type { RepairTotals, SaleTotals } from "#lib/contract/timeline.ts";
import { yearlyFields } from "#lib/contract/yearly-fields.ts";
import { daysUntil, formatDate, readDay, today } from "#lib/dates.ts";

export const MonthBars = part(() => import("./month-bars.tsx"), "MonthBars", {
  until: () => <div className="h-25" />,
});

type Props = {
  contact: Contact;
  totals: SaleTotals | undefined;
  repairs?: RepairTotals | undefined;
  months?: { sales: Sold[] | undefined; waiting: boolean } | undefined;
};

export function Figures({ contact, totals, repairs, months }: Props) {
  const { data: me } = useMe();
  const money = useMoney();
  const timezone = me?.timezone;
  const last = totals?.last;
  const format = (amount: number | null | undefined) => (totals ? money.format(amount ?? 0) : "—");
  return (
    <div className="grid gap-4 border-b p-4 md:border-t">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3">
        <Figure label="Lifetime total" note={totals && count(totals.count ?? 0)}>
          {format(totals?.total)}
        </Figure>
        <Figure label="Last sale" note={last?.at && formatDate(last.at, timezone, { short: true })}>
          {last ? money.format(last.amount ?? 0) : totals ? "None yet" : "—"}
        </Figure>
        {!months && (
          <>
            <Figure label="Last 12 months">{format(totals?.year)}</Figure>
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

type FigureProps = { label: string; note?: string | null | undefined; children: ReactNode };

function Figure({ label, note, children }: FigureProps) {
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
  return (
    <div className="min-w-0">
      <dt className="text-muted-foreground text-sm">{label}</dt>
      <dd className={`mt-0.5 flex items-center gap-1.5 font-medium ${days <= 30 ? "text-gold" : ""}`}>
        <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
        {inDays(days)}
      </dd>
    </div>
  );
}

function inDays(days: number): string {
  if (days === 0) return "Today";
  return days === 1 ? "Tomorrow" : `In ${days} days`;
}

/** An optimistic sale may have its cost as typed text. */
type Sold = Pick<Sale, "createdAt"> & {
  cost: number | string | null;
  refunds?: { amount: number | null; createdAt: string | null }[];
};

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

export function newestFirst<R extends { createdAt: string | null }>(rows: R[]): R[] {
  return rows.toSorted((a, b) =>
    a.createdAt && b.createdAt ? Date.parse(b.createdAt) - Date.parse(a.createdAt) : 0,
  );
}
