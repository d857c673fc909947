import clsx from "clsx";
import type { ReactNode } from "react";
import { DAY_MINUTES } from "#lib/calendar/days.ts";
import { ROW_MINUTES } from "#lib/calendar/pieces.ts";
import { hourText } from "#lib/calendar/words.ts";

export const OPENING = 9 * 60;

/** In rem. */
export const STRIP_ROW = 1.625;

export function headHeight(stripRows: number): string {
  return `${3.5625 + (stripRows > 0 ? 0.375 + stripRows * STRIP_ROW : 0)}rem`;
}

export function lengthOf(minutes: number): string {
  return `calc(var(--row) * ${minutes / ROW_MINUTES})`;
}

const hours = Array.from({ length: 24 }, (_, hour) => hour);
const rows = Array.from({ length: DAY_MINUTES / ROW_MINUTES }, (_, row) => row);

export function Gutter({ children }: { children: ReactNode }) {
  return (
    <div
      aria-hidden="true"
      className="sticky left-0 z-20 col-start-1 row-span-2 row-start-1 grid grid-rows-subgrid bg-card"
    >
      <div className="sticky top-0 z-1 border-border-strong border-b bg-card" />
      <div className="relative text-muted-foreground text-xs tabular-nums">
        {hours.map((hour) => (
          <span
            key={hour}
            className="absolute right-2 pt-1 phone:right-1.5"
            style={{ top: lengthOf(hour * 60) }}
          >
            {hourText(hour)}
          </span>
        ))}
        {children}
      </div>
    </div>
  );
}

type LinesProps = { opening: number; dense: boolean };

export function Lines({ opening, dense }: LinesProps) {
  return (
    <div aria-hidden="true" className="col-start-2 -col-end-1 row-start-2">
      {rows.map((row) => (
        <div
          key={row}
          data-row={row}
          className={clsx(
            "h-(--row)",
            dense
              ? row % 2 > 0 && ["border-b", row % 4 < 3 && "border-border/55"]
              : ["border-b", row % 4 < 3 && "border-dotted"],
            // Scrolls the server-rendered HTML there in browsers that support it.
            row * ROW_MINUTES === opening && "[scroll-initial-target:nearest] scroll-mt-(--before)",
          )}
        />
      ))}
    </div>
  );
}

/** The server's minute may be outdated when the browser renders it. */
export function NowLine({ minute }: { minute: number }) {
  return (
    <div
      data-now=""
      aria-hidden="true"
      suppressHydrationWarning
      style={{ top: lengthOf(minute) }}
      className="pointer-events-none absolute inset-x-0 -mt-px border-(--now) border-t-2"
    >
      <span className="drawn absolute -top-1.25 -left-1 size-2 rounded-full bg-(--now)" />
    </div>
  );
}

export function NowTime({ minute, time }: { minute: number; time: string }) {
  return (
    <span
      suppressHydrationWarning
      style={{ top: lengthOf(minute) }}
      className="absolute right-0 -translate-y-1/2 bg-card py-0.5 pr-2 pl-1 font-semibold text-(--now)"
    >
      {time}
    </span>
  );
}
