import clsx from "clsx";
import type { ReactNode } from "react";
import { DAY_MINUTES } from "#lib/calendar/days.ts";
import { ROW_MINUTES } from "#lib/calendar/pieces.ts";
import { hourText } from "#lib/calendar/words.ts";
import { HOUR, OPENING, ROW } from "./measures.ts";

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
          <span key={hour} className="absolute right-2 pt-1" style={{ top: hour * HOUR }}>
            {hourText(hour)}
          </span>
        ))}
        {children}
      </div>
    </div>
  );
}

/** A line under each quarter of an hour, dotted but for the whole hours. */
export function Lines() {
  return (
    <div aria-hidden="true" className="col-start-2 -col-end-1 row-start-2">
      {rows.map((row) => (
        <div
          key={row}
          data-row={row}
          className={clsx(
            "h-10 border-b",
            row % 4 < 3 && "border-dotted",
            // The first HTML stands at mid-morning already, where the browser knows how.
            row * ROW === OPENING && "[scroll-initial-target:nearest]",
          )}
        />
      ))}
    </div>
  );
}
