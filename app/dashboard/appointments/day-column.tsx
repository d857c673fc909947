"use client";
import clsx from "clsx";
import type { Appointment } from "#lib/calendar/appointments.ts";
import { type CalendarDay, repeated, skipped } from "#lib/calendar/days.ts";
import type { Piece, Placed } from "#lib/calendar/pieces.ts";
import { dayText, shortTimeText, timeText } from "#lib/calendar/words.ts";
import { AppointmentButton, eventColor } from "./appointment-button.tsx";
import { DayHead } from "./day-head.tsx";
import { NowLine, toPixels } from "./hours.tsx";

type Props = {
  /** Its place among the days shown, from 0. */
  index: number;
  day: CalendarDay;
  pieces: Placed<Piece>[];
  strip: (Appointment | null)[];
  /** The strip of the day before, as far as it is shown. */
  before: (Appointment | null)[];
  loaded: boolean;
  timezone: string;
  today: boolean;
  /** What its clock reads now, if the day is today. */
  minute: number | null;
};

/** A day: its name, what lasts all day, and what stands along the hours. */
export function DayColumn({ index, day, pieces, strip, before, loaded, timezone, today, minute }: Props) {
  return (
    <section
      aria-label={dayText(day.date)}
      aria-current={today ? "date" : undefined}
      data-day={day.date}
      style={{ gridColumn: index + 2 }}
      className="row-span-2 row-start-1 grid min-w-0 snap-start grid-rows-subgrid"
    >
      <DayHead day={day} pieces={pieces} strip={strip} before={before} timezone={timezone} today={today} />
      <div
        className={clsx(
          "relative border-l",
          today && "bg-[color-mix(in_oklab,var(--primary-soft)_35%,transparent)]",
        )}
      >
        <ClockChange day={day} />
        {pieces.length > 0 && (
          <ul>
            {pieces.map((piece) => (
              <TimedAppointment
                key={`${piece.appointment.key} ${piece.from}`}
                piece={piece}
                timezone={timezone}
              />
            ))}
          </ul>
        )}
        {loaded && pieces.length + strip.length === 0 && <p className="sr-only">No appointments</p>}
        {minute !== null && <NowLine minute={minute} />}
      </div>
    </section>
  );
}

/** Marks the rows that a day does not have, and those that its clock reads twice. */
function ClockChange({ day }: { day: CalendarDay }) {
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

/** An appointment along the hours, in its lane. Narrow ones say less: one line below 84 px, no time below 56. */
function TimedAppointment({ piece, timezone }: { piece: Placed<Piece>; timezone: string }) {
  const { appointment, continued, from, to, lane, lanes, width } = piece;
  return (
    <li
      className="absolute @container"
      style={{
        top: toPixels(from) + 1,
        height: toPixels(to - from) - 2,
        left: `calc(${(lane / lanes) * 100}% + 2px)`,
        width: `calc(${(width / lanes) * 100}% - 4px)`,
      }}
    >
      <AppointmentButton
        appointment={appointment}
        label={`${appointment.title}, ${continued ? "continued, " : ""}${timeText(appointment, timezone)}`}
        className={clsx(
          "relative flex size-full scroll-mt-2 flex-col items-stretch overflow-hidden rounded-sm border border-[color-mix(in_oklab,currentColor_18%,transparent)] pr-1.5 pl-2.25 text-left text-xs before:absolute before:inset-y-0 before:left-0 before:w-0.75 before:bg-current before:opacity-75 @max-[100px]:pr-0.5 @max-[56px]:pl-1.5",
          to - from < 30 ? "py-0.25" : "py-1",
          eventColor(appointment.title),
        )}
      >
        <b
          className={clsx(
            "font-semibold @max-[84px]:block @max-[84px]:truncate",
            to - from < 30 ? "truncate" : "line-clamp-3 hyphens-auto break-words",
          )}
        >
          {appointment.title}
        </b>
        <span className="truncate tabular-nums @max-[56px]:hidden">
          {shortTimeText(appointment, timezone)}
        </span>
      </AppointmentButton>
    </li>
  );
}
