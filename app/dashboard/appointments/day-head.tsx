import clsx from "clsx";
import type { Appointment } from "#lib/calendar/appointments.ts";
import { type CalendarDay, DAY_MINUTES } from "#lib/calendar/days.ts";
import type { Person } from "#lib/calendar/people.ts";
import type { Piece, Placed } from "#lib/calendar/pieces.ts";
import { labelOf, shortTimeText, weekdayText } from "#lib/calendar/words.ts";
import { AppointmentButton, eventColor } from "./appointment-button.tsx";
import { STRIP_ROW } from "./hours.tsx";

/**
 * One day in the grid, of one person or of all. `strip`: the rows above the hours with appointments of a day or
 * longer. `before`: the same rows of the column to the left, so that a title is shown once.
 */
export type Column = {
  key: string;
  label: string;
  day: CalendarDay;
  person: Person | null;
  today: boolean;
  pieces: Placed<Piece>[];
  strip: (Appointment | null)[];
  before: (Appointment | null)[];
};

type Props = { column: Column; timezone: string };

export function DayHead({ column, timezone }: Props) {
  const { day, pieces, today } = column;
  return (
    <header className="@container sticky top-0 z-10 flex flex-col border-border-strong border-b border-l border-l-border bg-card pb-1 [&_button]:-scroll-mt-96">
      <p
        aria-hidden="true"
        className={clsx(
          "flex h-11 items-center gap-1.5 px-2.5 text-sm @max-[4.75rem]:flex-col @max-[4.75rem]:justify-center @max-[4.75rem]:gap-0 @max-[4.75rem]:text-xs",
          today ? "font-semibold text-primary" : "text-muted-foreground",
        )}
      >
        {weekdayText(day.date)}
        <b
          className={clsx(
            "font-semibold tabular-nums @max-[4.75rem]:text-base @max-[4.75rem]:leading-5",
            today
              ? "grid size-7.5 place-items-center @max-[4.75rem]:size-6 rounded-full bg-primary text-lg text-primary-foreground forced-colors:outline"
              : "text-[1.125rem] text-foreground",
          )}
        >
          {Number(day.date.slice(-2))}
        </b>
      </p>
      <BusyBar pieces={pieces} />
      <LongAppointments column={column} timezone={timezone} />
    </header>
  );
}

export function LongAppointments({ column: { day, strip, before }, timezone }: Props) {
  if (strip.length === 0) return null;
  return (
    <ul className="grid pt-1.5" style={{ gridAutoRows: `${STRIP_ROW}rem` }}>
      {strip.map((appointment, row) =>
        appointment ? (
          <LongAppointment
            key={appointment.key}
            row={row}
            appointment={appointment}
            continued={appointment.start < day.start}
            showsTitle={before[row]?.key !== appointment.key}
            continues={appointment.end > day.end}
            timezone={timezone}
          />
        ) : null,
      )}
    </ul>
  );
}

function BusyBar({ pieces }: { pieces: Piece[] }) {
  return (
    <div aria-hidden="true" className="relative mx-2.5 mb-1 h-1 overflow-hidden rounded-full bg-muted">
      {pieces.map(({ appointment, from, to }) => (
        <span
          key={`${appointment.key} ${from}`}
          className="drawn absolute inset-y-0 rounded-full bg-(--chart-1)"
          style={{ left: `${(from / DAY_MINUTES) * 100}%`, width: `${((to - from) / DAY_MINUTES) * 100}%` }}
        />
      ))}
    </div>
  );
}

type LongProps = {
  row: number;
  appointment: Appointment;
  continued: boolean;
  showsTitle: boolean;
  continues: boolean;
  timezone: string;
};

function LongAppointment({ row, appointment, continued, showsTitle, continues, timezone }: LongProps) {
  return (
    <li
      style={{ gridRow: row + 1 }}
      className={clsx("min-w-0 pb-0.5", !continued && "pl-0.5", !continues && "pr-0.5")}
    >
      <AppointmentButton
        appointment={appointment}
        label={labelOf(appointment, timezone, continued)}
        className={clsx(
          "block h-6 w-full truncate px-2 text-left font-semibold text-xs",
          eventColor(appointment),
          !continued && "rounded-l-sm",
          !continues && "rounded-r-sm",
        )}
      >
        {showsTitle && (
          <>
            {appointment.title}
            {!appointment.allDay && (
              <span className="font-normal"> {shortTimeText(appointment, timezone)}</span>
            )}
          </>
        )}
      </AppointmentButton>
    </li>
  );
}
