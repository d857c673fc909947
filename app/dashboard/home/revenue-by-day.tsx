import { ChartColumn, Table2 } from "lucide-react";
import { useState } from "react";
import { useMoney } from "#components/shell/use-me.ts";
import { AxisLabels, AxisLines } from "#components/ui/axis.tsx";
import { IconButton } from "#components/ui/button.tsx";
import { ScrollRegion } from "#components/ui/scroll-region.tsx";
import type { Summary } from "#lib/contract/dashboard.ts";
import { formatDate, formatWeekday, readDay } from "#lib/dates.ts";
import { axisScale } from "#lib/scale.ts";
import { Panel, type Waiting } from "./panels.tsx";

type Props = Waiting & { days: DaySales[] | null | undefined };

export function RevenueByDay({ days, busy, isLoading }: Props) {
  const money = useMoney();
  const [asTable, setAsTable] = useState(false);
  const Icon = asTable ? ChartColumn : Table2;
  if (!days && !isLoading) return null;
  const total = money.sum(days?.map((day) => day.revenue) ?? []);
  return (
    <Panel
      title="Revenue by day"
      busy={busy}
      aside={
        <>
          {days && (
            <span className="text-muted-foreground max-[87.4375rem]:sr-only">
              Total <b className="font-semibold text-foreground tabular-nums">{money.format(total)}</b>
            </span>
          )}
          <IconButton
            row
            icon={Icon}
            label={asTable ? "Show as bars" : "Show as a table"}
            onClick={() => setAsTable(!asTable)}
          />
        </>
      }
    >
      {!days && <div role="status" aria-label="Loading" className={PLOT} />}
      {days &&
        (asTable ? <DayTable days={days} /> : <DayBars key={days[0]?.day} days={days} total={total} />)}
    </Panel>
  );
}

const PLOT = "grow basis-68 phone:basis-55";

function DayBars({ days, total }: { days: DaySales[]; total: number }) {
  const money = useMoney();
  const best = days.reduce((high, day) => (day.revenue > high.revenue ? day : high));
  const { top, ticks } = axisScale(best.revenue, money);
  const every = Math.ceil(days.length / (days.length > 7 ? 4 : 7));
  const label =
    total > 0
      ? `Sales revenue per day. Highest ${dayName(best)} at ${money.format(best.revenue)}. Total ${money.format(total)}.`
      : "No sales in this period.";
  return (
    <div
      role="img"
      aria-label={label}
      className={`grid grid-cols-[2.75rem_minmax(0,1fr)] grid-rows-[minmax(0,1fr)] px-4 pt-4 pb-3.5 text-muted-foreground text-xs ${PLOT}`}
    >
      <AxisLabels ticks={ticks} />
      <ul aria-hidden="true" className="relative grid auto-cols-[minmax(0,1fr)] grid-flow-col">
        <AxisLines ticks={ticks} />
        {days.map((day, i) => (
          <li
            key={day.day}
            title={`${dayName(day)}: ${money.format(day.revenue)}`}
            className="relative flex flex-col items-center justify-end"
          >
            <Bar day={day} best={day === best ? money.rounded(day.revenue) : ""} top={top} />
            <span className="h-6 whitespace-nowrap pt-2">
              {i % every === 0 && <DayLabel day={day} weekday={every === 1} />}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Bar({ day: { revenue }, best, top }: { day: DaySales; best: string; top: number }) {
  if (revenue <= 0) return <span className="drawn h-0.5 w-[min(56px,62%)] bg-(--chart-6)" />;
  return (
    <>
      {best && <b className="mb-1 whitespace-nowrap font-semibold text-foreground tabular-nums">{best}</b>}
      <span
        className={`min-h-1 w-[min(56px,62%)] drawn shrink-0 rounded-t-[5px] bg-(--chart-1) ${best ? "" : "opacity-80"}`}
        style={{ height: `calc((100% - 24px) * ${revenue / top})` }}
      />
    </>
  );
}

function DayLabel({ day, weekday }: { day: DaySales; weekday: boolean }) {
  const date = readDay(day.day);
  return date && weekday ? formatWeekday(date) : dayName(day).slice(0, -6);
}

type DaySales = { day: string; revenue: number; customers: number };

export function daySales({ revenueByDay, customersByDay }: Summary): DaySales[] | null {
  if (!revenueByDay || revenueByDay.length === 0) return null;
  const customers = new Map(customersByDay?.map(({ day, amount }) => [day, amount]));
  return revenueByDay.map(({ day, amount }) => ({
    day,
    revenue: amount ?? 0,
    customers: customers.get(day) ?? 0,
  }));
}

function dayName({ day }: { day: string }): string {
  return formatDate(day);
}

const head = "sticky top-0 bg-card py-1.5 text-right font-medium text-muted-foreground text-xs";

function DayTable({ days }: { days: DaySales[] }) {
  const money = useMoney();
  return (
    <ScrollRegion
      aria-label="Revenue by day, scrollable"
      className={`relative overflow-y-auto px-4 pb-3 ${PLOT}`}
    >
      <table className="w-full border-separate border-spacing-0 tabular-nums">
        <caption className="sr-only">Revenue by day</caption>
        <thead>
          <tr>
            <th scope="col" className={`${head} text-left!`}>
              Day
            </th>
            <th scope="col" className={head}>
              Customers
            </th>
            <th scope="col" className={head}>
              Revenue
            </th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.day}>
              <th scope="row" className="border-t py-1.5 text-left font-normal text-muted-foreground">
                {dayName(day)}
              </th>
              <td className="border-t text-right">{day.customers}</td>
              <td className="border-t text-right font-medium">{money.format(day.revenue)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
