import { money } from "#lib/text.ts";
import { type DaySales, dayName } from "./day-sales.ts";

const head = "sticky top-0 bg-card py-1.5 text-right font-medium text-muted-foreground text-xs";

/** The figures behind the bars and the sparks, the newest day first. */
export function DayTable({ days }: { days: DaySales[] }) {
  const counted = days.some(({ customers }) => customers !== null);
  return (
    <section
      aria-label="Revenue by day, scrollable"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="relative grow basis-68 overflow-y-auto px-4 pb-3 phone:basis-55"
    >
      <table className="w-full border-separate border-spacing-0 tabular-nums">
        <caption className="sr-only">Revenue by day</caption>
        <thead>
          <tr>
            <th scope="col" className={`${head} text-left!`}>
              Day
            </th>
            {counted && (
              <th scope="col" className={head}>
                Customers
              </th>
            )}
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
              {counted && <td className="border-t text-right">{day.customers ?? "—"}</td>}
              <td className="border-t text-right font-medium">{money(day.revenue)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
