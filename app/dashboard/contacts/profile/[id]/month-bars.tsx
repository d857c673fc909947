import { ChartColumn, Table2 } from "lucide-react";
import { useState } from "react";
import { useMe, useMoney } from "#components/shell/use-me.ts";
import { IconButton } from "#components/ui/button.tsx";
import type { Money } from "#lib/contract/money.ts";
import type { Sale } from "#lib/contract/sales.ts";
import { readDay, today } from "#lib/dates.ts";
import { formatter } from "#lib/time/zone.ts";

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
          icon={Icon}
          label={asTable ? "Show as bars" : "Show as a table"}
          onClick={() => setAsTable(!asTable)}
          className="-mr-2"
        />
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

type Sold = Pick<Sale, "createdAt"> & {
  cost: number | string | null;
  refunds?: { amount: number | null; createdAt: string | null }[];
};
type Month = { name: string; short: string; total: number };

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
