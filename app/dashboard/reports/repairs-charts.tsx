import { type ReactNode, useId } from "react";
import { AxisLabels, AxisLines } from "#components/ui/axis.tsx";
import type { RepairReport } from "#lib/contract/repair-report.ts";
import { type RepairState, repairWords } from "#lib/contract/repair-terms.ts";
import { formatMonth, readDay } from "#lib/dates.ts";
import { axisScale } from "#lib/scale.ts";

export function DaysByMonth({ months }: Pick<RepairReport, "months">) {
  const highest = Math.max(0, ...months.map(({ days }) => days ?? 0));
  const { top, ticks } = axisScale(highest, { short: (days) => `${days} d` });
  const every = Math.ceil(months.length / 12);
  const shown = months.map(({ from, days }) => {
    const name = formatMonth(readDay(from));
    return { name, days, words: days === null ? "" : days.toFixed(1) };
  });
  const said = shown.filter(({ words }) => words).map(({ name, words }) => `${name} ${words}`);
  return (
    <Card title="Days from intake to ready">
      <div
        role="img"
        aria-label={`Median days by month: ${said.join(", ") || "none"}.`}
        className="grid h-47 grid-cols-[2.25rem_minmax(0,1fr)] px-4 pb-3 text-muted-foreground text-xs"
      >
        <AxisLabels ticks={ticks} />
        <ul aria-hidden="true" className="relative grid auto-cols-[minmax(0,1fr)] grid-flow-col">
          <AxisLines ticks={ticks} />
          {shown.map(({ name, days, words }, i) => (
            <li key={name} title={`${name}: ${words || "—"}`} className="relative flex min-w-0 flex-col">
              <span className="flex min-h-0 flex-1 flex-col items-center justify-end">
                <b className="font-semibold text-foreground tabular-nums">{i % every === 0 && words}</b>
                <span
                  className="drawn w-[min(28px,60%)] rounded-t-[3px] bg-(--chart-1)"
                  style={{ height: `${(100 * (days ?? 0)) / top}%` }}
                />
              </span>
              <span className="h-6 whitespace-nowrap pt-2 text-center">
                {i % every === 0 && (
                  <>
                    <span className="phone:hidden">{name.slice(0, 3)}</span>
                    <span className="hidden phone:inline">{name.slice(0, 1)}</span>
                  </>
                )}
              </span>
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
}

const waits: Partial<Record<RepairState, string>> = { IN: "Waiting for the bench" };

export function WhereDaysGo({ spent }: Pick<RepairReport, "spent">) {
  const longest = Math.max(1, ...spent.map(({ days }) => days ?? 0));
  return (
    <Card title="Where the days go">
      <ul className="grid gap-3 px-4 pb-4">
        {spent.map(({ state, days }) => (
          <li key={state}>
            <span className="flex justify-between gap-3">
              {waits[state] ?? repairWords[state]}
              <span className="font-medium tabular-nums">
                {(days ?? 0).toFixed(1)} {days === 1 ? "day" : "days"}
              </span>
            </span>
            <span aria-hidden="true" className="mt-1.5 block h-2 overflow-hidden rounded-full bg-track">
              <span
                className="drawn block h-full rounded-full bg-(--chart-1)"
                style={{ width: `${(100 * (days ?? 0)) / longest}%` }}
              />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId();
  return (
    <section
      aria-labelledby={heading}
      className="min-w-0 rounded-lg border bg-card shadow-1 print:break-inside-avoid"
    >
      <h2 id={heading} className="px-4 py-3.5">
        {title}
      </h2>
      {children}
    </section>
  );
}
