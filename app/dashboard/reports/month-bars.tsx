import { useMoney } from "#components/shell/use-me.ts";
import { AxisLabels, AxisLines } from "#components/ui/axis.tsx";
import { axisScale } from "#lib/scale.ts";
import { type Month, monthName } from "./columns.tsx";

const MOST_LINES = 4;

type Props = { months: Month[]; earlier: string };

export function MonthBars({ months, earlier }: Props) {
  const highest = Math.max(0, ...months.flatMap(({ revenue, before }) => [revenue ?? 0, before ?? 0]));
  if (highest === 0) return null;
  if (months.length <= MOST_LINES) return <MonthLines months={months} highest={highest} earlier={earlier} />;
  return <MonthColumns months={months} highest={highest} earlier={earlier} />;
}

function MonthLines({ months, highest, earlier }: Props & { highest: number }) {
  const money = useMoney();
  const length = (amount: number | null) => `${Math.max(0, (100 * (amount ?? 0)) / highest)}%`;
  return (
    <figure className="px-4 pb-3">
      <ul aria-hidden="true" className="grid gap-2.5 text-sm">
        {months.map((month) => (
          <li
            key={month.from}
            className="grid grid-cols-[8.5rem_minmax(0,1fr)_auto] items-center gap-3 phone:grid-cols-[1fr_auto]"
          >
            <span className="truncate text-muted-foreground">{monthName(month)}</span>
            <span className="grid gap-0.5 phone:order-last phone:col-span-2">
              <span
                className="drawn h-6 min-w-0.5 rounded-r-[3px] bg-(--chart-1)"
                style={{ width: length(month.revenue) }}
              />
              <span
                className="drawn h-1.5 min-w-0.5 rounded-r-[3px] bg-(--chart-6)"
                style={{ width: length(month.before) }}
              />
            </span>
            <span className="text-right font-medium tabular-nums">{money.format(month.revenue ?? 0)}</span>
          </li>
        ))}
      </ul>
      <Legend earlier={earlier} />
    </figure>
  );
}

function MonthColumns({ months, highest, earlier }: Props & { highest: number }) {
  const money = useMoney();
  const { top, ticks } = axisScale(highest, money);
  const best = months.find(({ revenue }) => revenue !== null && revenue > 0 && revenue === highest);
  const every = Math.ceil(months.length / 12);
  return (
    <figure className="px-4 pb-3">
      <div
        role="img"
        aria-label={`Revenue by month, compared with the ${earlier.toLowerCase()}.${best ? ` Highest ${monthName(best)} at ${money.format(best.revenue ?? 0)}.` : ""}`}
        className="grid grid-cols-[2.75rem_minmax(0,1fr)] text-muted-foreground text-xs"
      >
        <AxisLabels ticks={ticks} />
        <ul aria-hidden="true" className="relative grid h-56 auto-cols-[minmax(0,1fr)] grid-flow-col">
          <AxisLines ticks={ticks} />
          {months.map((month, i) => (
            <li
              key={month.from}
              title={`${monthName(month)}: ${money.format(month.revenue ?? 0)}, ${earlier.toLowerCase()} ${money.format(month.before ?? 0)}`}
              className="relative flex min-w-0 flex-col justify-end"
            >
              <span className="flex min-h-0 flex-1 items-end justify-center gap-px">
                <Bar amount={month.before} top={top} className="bg-(--chart-6)" />
                <Bar amount={month.revenue} top={top} className="bg-(--chart-1)" />
              </span>
              <span className="h-6 overflow-visible whitespace-nowrap pt-2 text-center">
                {i % every === 0 && <MonthLabel month={month} />}
              </span>
            </li>
          ))}
        </ul>
      </div>
      <Legend earlier={earlier} />
    </figure>
  );
}

function Legend({ earlier }: { earlier: string }) {
  return (
    <figcaption className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-muted-foreground text-xs">
      <span className="flex items-center gap-1.5">
        <span aria-hidden="true" className="drawn size-2.5 rounded-xs bg-(--chart-1)" />
        This period
      </span>
      <span className="flex items-center gap-1.5">
        <span aria-hidden="true" className="drawn size-2.5 rounded-xs bg-(--chart-6)" />
        {earlier}
      </span>
    </figcaption>
  );
}

function Bar({ amount, top, className }: { amount: number | null; top: number; className: string }) {
  const isNone = amount === null || amount <= 0;
  return (
    <span
      className={`drawn w-[min(24px,38%)] shrink-0 rounded-t-[3px] ${className}`}
      style={{ height: isNone ? "2px" : `max(3px, ${(100 * amount) / top}%)` }}
    />
  );
}

function MonthLabel({ month }: { month: Month }) {
  const [name, year] = [monthName(month).slice(0, 3), month.from.slice(0, 4)];
  return (
    <>
      <span className="phone:hidden">
        {month.from.slice(5, 7) === "01" ? `${name} ${year.slice(2)}` : name}
      </span>
      <span className="hidden phone:inline">{name.slice(0, 1)}</span>
    </>
  );
}
