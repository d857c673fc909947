"use client";
import clsx from "clsx";
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { ScrollRegion } from "#components/ui/scroll-region.tsx";
import type { Appointment } from "#lib/calendar/appointments.ts";
import { type CalendarDay, clockMinute } from "#lib/calendar/days.ts";
import type { Period } from "#lib/calendar/period.ts";
import { piecesOf, stripOf } from "#lib/calendar/pieces.ts";
import { clockText, dayText, weekdayText } from "#lib/calendar/words.ts";
import { DayColumn } from "./day-column.tsx";
import { Gutter, headHeight, Lines, NowTime, OPENING } from "./hours.tsx";

export type GridProps = {
  period: Period;
  appointments: Appointment[];
  /** Whether the appointments are known: an empty day says so only then. */
  loaded: boolean;
  timezone: string;
  today: string;
};

type Props = GridProps & {
  now: number;
  /** Set when a day was opened from the month: the focus comes here then. */
  opened: RefObject<boolean>;
  /** Counts the presses of Today. */
  recalls: number;
};

/** One day or seven along 96 rows of 40 px. It opens in mid-morning and stays where it was scrolled to. */
export function TimeGrid({ period, appointments, loaded, timezone, today, now, opened, recalls }: Props) {
  const { days } = period;
  const scroller = useRef<HTMLElement>(null);
  const [firstShown, setFirstShown] = useState(0);
  const strip = stripOf(days, appointments);
  const stripRows = Math.max(...strip.map((row) => row.length));
  const pieces = days.map((day) => piecesOf(day, appointments));
  const todayIndex = days.findIndex(({ date }) => date === today);
  const minute = days[todayIndex] ? clockMinute(days[todayIndex], now) : null;

  function showColumn(index: number) {
    scroller.current?.scrollTo({ left: index * columnWidth(scroller.current) });
  }

  useLayoutEffect(() => {
    scroller.current?.scrollTo({ top: OPENING });
    if (opened.current) scroller.current?.focus({ preventScroll: true });
    opened.current = false;
  }, [opened]);

  // A phone shows two columns of the week: today's first, where the week has it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the period, and when called back
  useEffect(() => {
    showColumn(Math.max(todayIndex, 0));
  }, [todayIndex, period.from, recalls]);

  return (
    <>
      {days.length > 1 && (
        <WeekStrip
          days={days}
          today={today}
          busy={days.map((_, i) => (pieces[i]?.length ?? 0) + (strip[i]?.length ?? 0) > 0)}
          shown={[firstShown, firstShown + 1]}
          onSelect={showColumn}
        />
      )}
      <ScrollRegion
        ref={scroller}
        aria-label="Hours, scrollable"
        onScroll={({ currentTarget }) =>
          setFirstShown(Math.round(currentTarget.scrollLeft / columnWidth(currentTarget)))
        }
        style={{ scrollPaddingTop: headHeight(stripRows) }}
        // Rows stay where they are when something all-day comes in above them, and the focus ring lies inside the card.
        className={clsx(
          "relative grid min-h-0 flex-1 grid-rows-[auto_3840px] short:h-[calc(100dvh-64px)] short:min-h-[376px] short:flex-none overflow-auto overscroll-contain scroll-pl-16 [overflow-anchor:none] focus-visible:-outline-offset-2",
          days.length > 1
            ? "grid-cols-[64px_repeat(7,minmax(0,1fr))] phone:snap-x phone:snap-mandatory phone:grid-cols-[64px_repeat(7,calc((100%-64px)/2))]"
            : "grid-cols-[64px_minmax(0,1fr)]",
        )}
      >
        <Gutter>
          {minute !== null && <NowTime minute={minute} time={clockText(now, timezone).slice(0, -3)} />}
        </Gutter>
        <Lines />
        {days.map((day, index) => (
          <DayColumn
            key={day.date}
            index={index}
            day={day}
            pieces={pieces[index] ?? []}
            strip={strip[index] ?? []}
            before={strip[index - 1] ?? []}
            loaded={loaded}
            timezone={timezone}
            today={index === todayIndex}
            minute={index === todayIndex ? minute : null}
          />
        ))}
      </ScrollRegion>
    </>
  );
}

function columnWidth(scroller: HTMLElement | null): number {
  return scroller?.querySelector<HTMLElement>("[data-day]")?.offsetWidth ?? 0;
}

type WeekStripProps = {
  days: readonly CalendarDay[];
  today: string;
  /** Whether anything stands on each day. */
  busy: readonly boolean[];
  /** The columns in sight. */
  shown: readonly number[];
  onSelect: (index: number) => void;
};

/** A phone's whole week in one row: two of its columns fit below, and a tap goes to any. */
function WeekStrip({ days, today, busy, shown, onSelect }: WeekStripProps) {
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
