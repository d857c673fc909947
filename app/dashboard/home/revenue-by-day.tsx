"use client";
import { ChartColumn, Table2 } from "lucide-react";
import { useState } from "react";
import { IconButton } from "#components/ui/button.tsx";
import { formatDay, readDay } from "#lib/dates.ts";
import { money } from "#lib/text.ts";
import { Panel } from "./panel.tsx";
import { scaleOf } from "./scale.ts";

type DayRevenue = { day: string; amount: number | null };

/** A bar a day; the same figures as a table where someone wants to read them. */
export function RevenueByDay({ days }: { days: DayRevenue[] }) {
  const [asTable, setAsTable] = useState(false);
  const Icon = asTable ? ChartColumn : Table2;
  const total = days.reduce((sum, day) => sum + (day.amount ?? 0), 0);
  return (
    <Panel
      title="Revenue by day"
      aside={
        <>
          <span className="text-muted-foreground">
            Total <b className="font-semibold text-foreground tabular-nums">{money(total)}</b>
          </span>
          <IconButton
            row
            label={asTable ? "Show as bars" : "Show as a table"}
            onClick={() => setAsTable(!asTable)}
          >
            <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
        </>
      }
    >
      {asTable ? <DayTable days={days} /> : <Bars days={days} total={total} />}
    </Panel>
  );
}

function Bars({ days, total }: { days: DayRevenue[]; total: number }) {
  const best = days.reduce((high, day) => ((day.amount ?? 0) > (high.amount ?? 0) ? day : high));
  const { top, ticks } = scaleOf(best.amount ?? 0);
  const every = Math.ceil(days.length / 7);
  const label =
    total > 0
      ? `Sales revenue per day. Highest ${name(best)} at ${money(best.amount ?? 0)}. Total ${money(total)}.`
      : "No sales in this period.";
  return (
    <div
      role="img"
      aria-label={label}
      className="grid h-68 grid-cols-[44px_minmax(0,1fr)] px-4 pt-2 pb-3.5 text-muted-foreground text-xs phone:h-55"
    >
      <div aria-hidden="true" className="relative mb-6">
        {ticks.map((tick) => (
          <span
            key={tick.label}
            className="absolute right-2.5 -translate-y-1/2 tabular-nums"
            style={{ top: `${100 - tick.at}%` }}
          >
            {tick.label}
          </span>
        ))}
      </div>
      <ul aria-hidden="true" className="relative grid auto-cols-[minmax(0,1fr)] grid-flow-col">
        {ticks.map((tick) => (
          <li
            key={tick.label}
            className="absolute inset-x-0 h-px bg-border"
            style={{ top: `calc((100% - 24px) * ${1 - tick.at / 100})` }}
          />
        ))}
        {days.map((day, i) => (
          <li
            key={day.day}
            title={`${name(day)}: ${money(day.amount ?? 0)}`}
            className="relative flex flex-col items-center justify-end"
          >
            <span
              className={
                (day.amount ?? 0) > 0
                  ? `min-h-1 w-[min(56px,62%)] rounded-t-[5px] bg-(--chart-1) ${day === best ? "" : "opacity-80"}`
                  : "h-0.5 w-[min(56px,62%)] bg-(--chart-6)"
              }
              style={
                (day.amount ?? 0) > 0
                  ? { height: `calc((100% - 24px) * ${(day.amount ?? 0) / top})` }
                  : undefined
              }
            />
            <span className="h-6 whitespace-nowrap pt-2">
              {i % every === 0 && <DayLabel day={day} weekday={every === 1} />}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function DayTable({ days }: { days: DayRevenue[] }) {
  return (
    <section
      aria-label="Revenue by day, scrollable"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="h-68 overflow-y-auto px-4 pb-3 phone:h-55"
    >
      <table className="w-full tabular-nums">
        <caption className="sr-only">Revenue by day</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Revenue</th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.day}>
              <th scope="row" className="border-t py-1.5 text-left font-normal text-muted-foreground">
                {name(day)}
              </th>
              <td className="border-t text-right font-medium">{money(day.amount ?? 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function name({ day }: DayRevenue): string {
  return formatDay(readDay(day));
}

const weekdays = new Intl.DateTimeFormat("en-US", { weekday: "short", timeZone: "UTC" });

/** "Sun 15" where every day has its label (on a phone only "Sun"), else "Nov 15". */
function DayLabel({ day, weekday }: { day: DayRevenue; weekday: boolean }) {
  if (!weekday) return name(day).slice(0, -6);
  return (
    <>
      {weekdays.format(new Date(`${day.day}T12:00:00Z`))}
      <span className="phone:hidden"> {Number(day.day.slice(-2))}</span>
    </>
  );
}
