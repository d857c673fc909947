import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import { Tabs } from "#components/ui/tabs.tsx";
import type { Period, View } from "#lib/calendar/period.ts";
import { monthText, rangeText } from "#lib/calendar/words.ts";

const tabs = [
  { id: "day", label: "Day" },
  { id: "week", label: "Week" },
  { id: "month", label: "Month" },
] as const;

type Props = {
  period: Period;
  timezone: string;
  status: string;
  onView: (view: View) => void;
  onStep: (by: 1 | -1) => void;
  onToday: () => void;
  action: ReactNode;
  children?: ReactNode;
};

export function CalendarHeader({ period, timezone, status, action, children, ...on }: Props) {
  const { onView, onStep, onToday } = on;
  const { view, days } = period;
  const month = monthText(period.month);
  const range = view === "month" ? null : rangeText(days[0]?.date ?? "", days.at(-1)?.date ?? "");
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2.5 phone:gap-y-1.5 phone:py-2">
      <div className="min-w-50 flex-1 phone:contents">
        <h1 className="phone:min-w-0 phone:flex-1">{month}</h1>
        <p className="flex flex-wrap gap-x-3 text-muted-foreground text-sm tabular-nums phone:order-1 phone:w-full">
          <span>
            {range && `${range} · `}
            {timezone}
          </span>
          <span role="status">
            <span className="sr-only">{range ?? month}</span> <span>{status}</span>
          </span>
        </p>
      </div>
      <Tabs
        segmented
        label="View"
        tabs={tabs}
        selected={view}
        onSelect={onView}
        className="phone:order-2 phone:min-w-0 phone:flex-1 phone:basis-52"
      />
      <div className="flex">
        <Button
          icon={ChevronLeft}
          size={18}
          onClick={() => onStep(-1)}
          data-shortcut="ArrowLeft"
          aria-label="Previous"
          title="Previous"
          className="rounded-r-none px-2! phone:w-11 pointer-coarse:w-11"
        />
        <Button onClick={onToday} data-shortcut="t" className="-mx-px rounded-none focus-visible:z-1">
          Today
        </Button>
        <Button
          icon={ChevronRight}
          size={18}
          onClick={() => onStep(1)}
          data-shortcut="ArrowRight"
          aria-label="Next"
          title="Next"
          className="rounded-l-none px-2! phone:w-11 pointer-coarse:w-11"
        />
      </div>
      <div className="flex gap-2 empty:hidden phone:order-2">
        {children && <span className="hidden phone:inline-flex">{children}</span>}
        {action}
      </div>
    </header>
  );
}
