import { formatWeekday, readDay } from "#lib/dates.ts";
import { money } from "#lib/text.ts";
import { type DaySales, dayName } from "./day-sales.ts";
import { scaleOf } from "./scale.ts";

const wholeDollars = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  maximumFractionDigits: 0,
});

/** A bar a day; the best one says what it brought in. */
export function DayBars({ days, total }: { days: DaySales[]; total: number }) {
  const best = days.reduce((high, day) => (day.revenue > high.revenue ? day : high));
  const { top, ticks } = scaleOf(best.revenue);
  const every = Math.ceil(days.length / 7);
  const label =
    total > 0
      ? `Sales revenue per day. Highest ${dayName(best)} at ${money(best.revenue)}. Total ${money(total)}.`
      : "No sales in this period.";
  return (
    <div
      role="img"
      aria-label={label}
      className="grid grow basis-68 grid-cols-[44px_minmax(0,1fr)] grid-rows-[minmax(0,1fr)] px-4 pt-4 pb-3.5 text-muted-foreground text-xs phone:basis-55"
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
            title={`${dayName(day)}: ${money(day.revenue)}`}
            className="relative flex flex-col items-center justify-end"
          >
            <Bar day={day} best={day === best} top={top} />
            <span className="h-6 whitespace-nowrap pt-2">
              {i % every === 0 && <DayLabel day={day} weekday={every === 1} />}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Bar({ day: { revenue }, best, top }: { day: DaySales; best: boolean; top: number }) {
  if (revenue <= 0) return <span className="drawn h-0.5 w-[min(56px,62%)] bg-(--chart-6)" />;
  return (
    <>
      {best && (
        <b className="mb-1 whitespace-nowrap font-semibold text-foreground tabular-nums">
          {wholeDollars.format(revenue)}
        </b>
      )}
      <span
        className={`min-h-1 w-[min(56px,62%)] drawn shrink-0 rounded-t-[5px] bg-(--chart-1) ${best ? "" : "opacity-80"}`}
        style={{ height: `calc((100% - 24px) * ${revenue / top})` }}
      />
    </>
  );
}

/** "Sun 15" where every day has its label (on a phone only "Sun"), else "Nov 15". */
function DayLabel({ day, weekday }: { day: DaySales; weekday: boolean }) {
  const date = readDay(day.day);
  if (!date || !weekday) return dayName(day).slice(0, -6);
  return (
    <>
      {formatWeekday(date)}
      <span className="phone:hidden"> {date.day}</span>
    </>
  );
}
