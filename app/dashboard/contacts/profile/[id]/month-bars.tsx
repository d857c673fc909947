"use client";
import { ChartColumn, Table2 } from "lucide-react";
import { useState } from "react";
import { IconButton } from "#components/ui/button.tsx";
import { money } from "#lib/text.ts";
import type { Month } from "./sums.ts";

/** Twelve small bars, one a month; the same figures as a table where someone wants to read them. */
export function MonthBars({ months }: { months: Month[] }) {
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
  const highest = Math.max(...months.map((month) => month.total));
  return (
    <div role="img" aria-label={summary(months)}>
      <div className="grid h-12 grid-cols-12 items-end gap-1" aria-hidden="true">
        {months.map(({ name, total }) => (
          <span
            key={name}
            title={`${name}: ${money(total)}`}
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

function summary(months: Month[]): string {
  const best = months.reduce((high, month) => (month.total > high.total ? month : high));
  if (best.total === 0) return "No sales in the last 12 months.";
  const total = months.reduce((sum, month) => sum + month.total, 0);
  return `Sales per month, last 12 months. Highest ${best.name} at ${money(best.total)}. Total ${money(total)}.`;
}

function MonthTable({ months }: { months: Month[] }) {
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
            <td className="text-right">{money(total)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
