"use client";
import clsx from "clsx";
import type { CalendarDay } from "#lib/calendar/days.ts";
import { dayText, weekdayText } from "#lib/calendar/words.ts";

type Props = {
  days: readonly CalendarDay[];
  today: string;
  /** Whether anything stands on each day. */
  busy: readonly boolean[];
  /** The columns in sight. */
  shown: readonly number[];
  onSelect: (index: number) => void;
};

/** A phone's whole week in one row: two of its columns fit below, and a tap goes to any. */
export function WeekStrip({ days, today, busy, shown, onSelect }: Props) {
  return (
    <fieldset className="hidden grid-cols-7 px-1 pt-1 pb-0.5 phone:grid">
      <legend className="sr-only">Days of the week</legend>
      {days.map(({ date }, index) => (
        <button
          key={date}
          type="button"
          onClick={() => onSelect(index)}
          className={clsx(
            "flex h-13 touch-manipulation flex-col items-center justify-center rounded-md text-muted-foreground text-xs",
            shown.includes(index) && "bg-muted",
          )}
        >
          <span className="sr-only">{dayText(date)}</span>
          <span aria-hidden="true">{weekdayText(date).slice(0, 1)}</span>
          <span
            aria-hidden="true"
            className={clsx(
              "font-semibold text-base tabular-nums",
              date === today ? "text-primary" : "text-foreground",
            )}
          >
            {Number(date.slice(-2))}
          </span>
          <span
            aria-hidden="true"
            className={clsx("size-1 rounded-full", busy[index] && "drawn bg-(--chart-1)")}
          />
        </button>
      ))}
    </fieldset>
  );
}
