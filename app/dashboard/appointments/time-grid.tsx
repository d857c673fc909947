import clsx from "clsx";
import {
  type CSSProperties,
  type RefObject,
  type UIEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { part } from "#components/ui/part.tsx";
import { ScrollRegion } from "#components/ui/scroll-region.tsx";
import type { Appointment } from "#lib/calendar/appointments.ts";
import { type CalendarDay, clockMinute } from "#lib/calendar/days.ts";
import { hoursOf, NOBODY, type Person } from "#lib/calendar/people.ts";
import type { Period } from "#lib/calendar/period.ts";
import { allDayRows, piecesOf, ROW_MINUTES } from "#lib/calendar/pieces.ts";
import { clockText, dayText, weekdayText } from "#lib/calendar/words.ts";
import { DayColumn } from "./day-column.tsx";
import type { Column } from "./day-head.tsx";
import { Gutter, headHeight, Lines, NowTime, OPENING } from "./hours.tsx";
import { PeopleStrip } from "./person-head.tsx";
import { useHold } from "./use-hold.ts";
import { useNew } from "./use-new.ts";

const Mover = part(() => import("./mover.tsx"), "Mover", { without: () => null });

export type GridProps = {
  period: Period;
  appointments: Appointment[];
  people: Person[] | null;
  loaded: boolean;
  timezone: string;
  today: string;
};

type Props = GridProps & {
  now: number;
  opened: RefObject<boolean>;
  recalls: number;
  onMoved: (booking: string, startsAt: string) => void;
};

export function TimeGrid({ now, opened, recalls, onMoved, ...grid }: Props) {
  const { period, people, loaded, timezone, today } = grid;
  const { days } = period;
  const [day] = days;
  const scroller = useRef<HTMLElement>(null);
  const columns = people && day ? columnsOfPeople(people, day, today) : columnsOfDays(grid);
  const stripRows = Math.max(0, ...columns.map(({ strip }) => strip.length));
  const todayIndex = days.findIndex(({ date }) => date === today);
  const minute = days[todayIndex] ? clockMinute(days[todayIndex], now) : null;
  const hours = people && day ? hoursOf(people, day) : null;
  const { from, to } = hours ?? DAYTIME;
  const opening = people ? from : OPENING;
  const dense = people !== null;
  const { draftIn, onNew } = useNew(scroller, columns);
  const { held, letGo } = useHold(scroller, columns, Mover.load);

  useScrollToOpening(scroller, opening, dense);
  const first = people ? 0 : Math.max(todayIndex, 0);
  const recall = `${people ? "" : period.from} ${recalls}`;
  const { shown, showColumn, onScroll } = useShownColumns(scroller, first, recall);

  useLayoutEffect(() => {
    if (opened.current) scroller.current?.focus({ preventScroll: true });
    opened.current = false;
  }, [opened]);

  return (
    <div className="flex min-h-0 flex-1 flex-col [container-type:size] short:[container-type:normal]">
      {people && people.length > 1 && (
        <PeopleStrip columns={columns} timezone={timezone} now={now} shown={shown} onSelect={showColumn} />
      )}
      {days.length > 1 && (
        <WeekStrip
          days={days}
          today={today}
          busy={columns.map(({ pieces, strip }) => pieces.length + strip.length > 0)}
          shown={shown}
          onSelect={showColumn}
        />
      )}
      <ScrollRegion
        ref={scroller}
        aria-label="Hours, scrollable"
        onScroll={onScroll}
        style={sizesOf(columns, stripRows, (to - from) / ROW_MINUTES)}
        className={clsx(FRAME, people ? peopleColumns(columns.length) : dayColumns(columns.length))}
      >
        <Gutter>
          {minute !== null && <NowTime minute={minute} time={clockText(now, timezone).slice(0, -3)} />}
        </Gutter>
        <Lines opening={opening} dense={dense} />
        {columns.map((column, index) => (
          <DayColumn
            key={column.key}
            index={index}
            column={column}
            loaded={loaded}
            timezone={timezone}
            now={now}
            minute={column.today ? minute : null}
            hours={hours}
            draft={draftIn(column)}
            onNew={onNew}
          />
        ))}
      </ScrollRegion>
      {held && scroller.current && (
        <Mover
          held={held}
          columns={columns}
          scroller={scroller.current}
          timezone={timezone}
          onEnd={letGo}
          onMoved={onMoved}
        />
      )}
    </div>
  );
}

// `overflow-anchor` keeps rows in place when all-day appointments load above them.
const FRAME =
  "relative grid min-h-0 flex-1 grid-rows-[auto_calc(var(--row)*96)] short:h-[calc(100dvh-4rem)] short:min-h-[23.5rem] short:flex-none overflow-auto overscroll-contain scroll-pl-16 [overflow-anchor:none] focus-visible:-outline-offset-2";

function peopleColumns(count: number) {
  return [
    "grid-cols-[4rem_repeat(var(--columns),minmax(5.5rem,1fr))] phone:grid-cols-[3.125rem_repeat(var(--columns),minmax(5.5rem,1fr))] [--row:clamp(1.125rem,calc((100cqh-3.0625rem)/(var(--quarters)+4)),2.5rem)] pointer-coarse:[--row:clamp(1.5rem,calc((100cqh-3.0625rem)/(var(--quarters)+4)),2.5rem)] phone:[--row:1.375rem]!",
    // Half an hour before opening, or the whole day if it fits.
    "[--before:clamp(0px,calc((100cqh-3.0625rem-var(--row)*var(--quarters))/2),calc(var(--row)*2))] phone:[--before:calc(var(--row)*2)]",
    count > 1 &&
      "max-[39.9375rem]:snap-x max-[39.9375rem]:snap-mandatory max-[39.9375rem]:grid-cols-[3.125rem_repeat(var(--columns),calc((100%-3.125rem)/2))]!",
  ];
}

function dayColumns(count: number) {
  const columns =
    count > 1
      ? "grid-cols-[4rem_var(--wide)] phone:snap-x phone:snap-mandatory phone:grid-cols-[4rem_var(--half)]"
      : "grid-cols-[4rem_minmax(0,1fr)]";
  return ["[--row:2.5rem]", columns];
}

function sizesOf(columns: readonly Column[], stripRows: number, quarters: number) {
  const widths = columns.map(({ pieces }) => leastWidth(pieces));
  return {
    scrollPaddingTop: headHeight(stripRows),
    "--columns": columns.length,
    "--wide": widths.map((width) => `minmax(${width}px,1fr)`).join(" "),
    "--half": widths.map((width) => `max((100% - 4rem) / 2, ${width}px)`).join(" "),
    "--quarters": quarters,
  } as CSSProperties;
}

/** A phone shows two columns. Scrolls to the column `first` whenever `recall` changes. */
function useShownColumns(scroller: RefObject<HTMLElement | null>, first: number, recall: string) {
  const [firstShown, setFirstShown] = useState(0);

  function showColumn(index: number) {
    if (scroller.current) scroller.current.scrollTo({ left: columnStarts(scroller.current)[index] ?? 0 });
  }

  function onScroll({ currentTarget }: UIEvent<HTMLElement>) {
    setFirstShown(indexOfNearest(columnStarts(currentTarget), currentTarget.scrollLeft));
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each recall
  useEffect(() => {
    showColumn(first);
  }, [first, recall]);
  return { shown: [firstShown, firstShown + 1], showColumn, onScroll };
}

function useScrollToOpening(scroller: RefObject<HTMLElement | null>, opening: number, dense: boolean) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height is measured in the document
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box) return;
    let lastTop = -1;
    const toOpening = () => {
      const hasScrolled = lastTop >= 0 && Math.abs(box.scrollTop - lastTop) > 1;
      if (hasScrolled) return;
      const rows = box.querySelectorAll<HTMLElement>("[data-row]");
      const [first, row] = [rows[0], rows[Math.floor(opening / ROW_MINUTES)]];
      if (!first || !row) return;
      const before = Number.parseFloat(getComputedStyle(row).scrollMarginTop) || 0;
      box.scrollTo({ top: row.offsetTop - first.offsetTop - before });
      lastTop = box.scrollTop;
    };
    toOpening();
    const observer = new ResizeObserver(toOpening);
    observer.observe(box);
    return () => observer.disconnect();
  }, [opening, dense]);
}

const DAYTIME = { from: 9 * 60, to: 18 * 60 };

function columnsOfDays({ period: { days }, appointments, today }: GridProps): Column[] {
  const strip = allDayRows(days, appointments);
  return days.map((day, index) => ({
    key: day.date,
    label: dayText(day.date),
    day,
    person: null,
    today: day.date === today,
    pieces: piecesOf(day, appointments),
    strip: strip[index] ?? [],
    before: strip[index - 1] ?? [],
  }));
}

function columnsOfPeople(people: readonly Person[], day: CalendarDay, today: string): Column[] {
  return people.map((person) => ({
    key: person.id || NOBODY,
    label: `${person.name}, ${dayText(day.date)}`,
    day,
    person,
    today: day.date === today,
    pieces: piecesOf(day, person.appointments),
    strip: allDayRows([day], person.appointments)[0] ?? [],
    before: [],
  }));
}

const LANE = 60;

function leastWidth(pieces: Column["pieces"]): number {
  return LANE * Math.max(1, ...pieces.map((piece) => piece.lanes));
}

function columnStarts(scroller: HTMLElement): number[] {
  const days = [...scroller.querySelectorAll<HTMLElement>("[data-day]")];
  return days.map(({ offsetLeft }) => offsetLeft - (days[0]?.offsetLeft ?? 0));
}

function indexOfNearest(starts: readonly number[], to: number): number {
  const far = starts.map((start) => Math.abs(start - to));
  return Math.max(0, far.indexOf(Math.min(...far)));
}

type WeekStripProps = {
  days: readonly CalendarDay[];
  today: string;
  busy: readonly boolean[];
  shown: readonly number[];
  onSelect: (index: number) => void;
};

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
