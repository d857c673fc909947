import clsx from "clsx";
import type { ReactNode } from "react";
import { DAY_MINUTES } from "#lib/calendar/days.ts";
import { ROW_MINUTES } from "#lib/calendar/pieces.ts";
import { hourText } from "#lib/calendar/words.ts";

/** Mid-morning, 9:00, where the hours open; in minutes. */
export const OPENING = 9 * 60;

/** A row of the strip above the hours, in px. */
export const STRIP_ROW = 26;

/** What covers the upper end of the hours, in px: the dates, and the strip where it has rows. */
export function headHeight(stripRows: number): number {
  return 57 + (stripRows > 0 ? 6 + stripRows * STRIP_ROW : 0);
}

/** So far down the hours; a row of 15 minutes is as high as the grid's --row says. */
export function lengthOf(minutes: number): string {
  return `calc(var(--row) * ${minutes / ROW_MINUTES})`;
}

const hours = Array.from({ length: 24 }, (_, hour) => hour);
const rows = Array.from({ length: DAY_MINUTES / ROW_MINUTES }, (_, row) => row);

/** The names of the hours, in sight however far a phone is scrolled sideways. */
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

type LinesProps = {
  /** The minute at which the hours open. */
  opening: number;
  /** Where a row is low: no lines but those of hours and, faint, their halves. */
  dense: boolean;
};

/** A line under each quarter of an hour, dotted but for the whole hours. */
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
            // The first HTML stands there already, where the browser knows how.
            row * ROW_MINUTES === opening && "[scroll-initial-target:nearest] scroll-mt-(--before)",
          )}
        />
      ))}
    </div>
  );
}

/** Where the day has got to; the server's minute may have passed by the time that a browser draws it. */
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

/** The time, "10:25", at its height among the hours: there it covers no appointment. */
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
