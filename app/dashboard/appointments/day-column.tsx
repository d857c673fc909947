"use client";
import clsx from "clsx";
import type { Appointment } from "#lib/calendar/appointments.ts";
import type { CalendarDay } from "#lib/calendar/days.ts";
import type { Placed } from "#lib/calendar/lanes.ts";
import type { Piece } from "#lib/calendar/pieces.ts";
import { dayText } from "#lib/calendar/words.ts";
import { ClockChange } from "./clock-change.tsx";
import { DayHead } from "./day-head.tsx";
import { NowLine } from "./now-line.tsx";
import { TimedAppointment } from "./timed-appointment.tsx";

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
