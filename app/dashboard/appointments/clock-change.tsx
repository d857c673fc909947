import { type CalendarDay, repeated, skipped } from "#lib/calendar/days.ts";
import { toPixels } from "./measures.ts";

/** Marks the rows that a day does not have, and those that its clock reads twice. */
export function ClockChange({ day }: { day: CalendarDay }) {
  const twice = repeated(day);
  return (
    <>
      {skipped(day).map(([from, to]) => (
        <p
          key={from}
          style={{ top: toPixels(from), height: toPixels(to - from) }}
          className="absolute inset-x-0 bg-[repeating-linear-gradient(45deg,var(--muted)_0_6px,var(--border)_6px_7px)] p-2 text-muted-foreground text-xs"
        >
          <span className="rounded-sm bg-card px-1.5 py-0.5">Clocks go forward</span>
        </p>
      ))}
      {twice && (
        <p
          style={{ top: toPixels(twice[0]), height: toPixels(twice[1] - twice[0]) }}
          className="absolute inset-x-0 flex items-end border-border-strong border-y border-dashed bg-muted/60 p-2 text-muted-foreground text-xs"
        >
          <span className="rounded-sm bg-card px-1.5 py-0.5">Clocks go back</span>
        </p>
      )}
    </>
  );
}
