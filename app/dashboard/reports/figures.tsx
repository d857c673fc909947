import { useMoney } from "#components/shell/use-me.ts";
import type { Report } from "#lib/contract/reports.ts";
import { Change, changeOf, returning } from "./columns.tsx";

const count = new Intl.NumberFormat("en-US");

export function Figures({ report: { total, totalBefore } }: { report: Report }) {
  const money = useMoney();
  const amount = (value: number | null) => (value === null ? "—" : money.format(value));
  const number = (value: number | null) => count.format(value ?? 0);
  const cards = [
    { label: "Revenue", now: total.revenue, before: totalBefore.revenue, show: amount },
    { label: "Sales", now: total.sales, before: totalBefore.sales, show: number },
    { label: "Average sale", now: total.average, before: totalBefore.average, show: amount },
    { label: "New customers", now: total.newCustomers, before: totalBefore.newCustomers, show: number },
    { label: "Returning customers", now: returning(total), before: returning(totalBefore), show: number },
  ];
  return (
    <dl className="grid grid-cols-5 gap-4 max-[1099px]:grid-cols-3 phone:grid-cols-2 phone:gap-3">
      {cards.map(({ label, now, before, show }) => (
        <div
          key={label}
          className="min-w-0 rounded-lg border bg-card px-4 py-3.5 shadow-1 phone:px-3 phone:first:col-span-2"
        >
          <dt className="font-medium text-muted-foreground text-sm">{label}</dt>
          <dd className="mt-1 truncate font-semibold text-[22px] tabular-nums leading-8 tracking-tight">
            {show(now)}
          </dd>
          <dd className="mt-1 flex flex-wrap gap-x-2 text-muted-foreground text-sm tabular-nums">
            <Change of={changeOf(now, before)} />
            <span>{`${show(before)} the year before`}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
