import clsx from "clsx";
import { type Appointment, isOn } from "#lib/calendar/appointments.ts";
import type { CalendarDay } from "#lib/calendar/days.ts";
import { isOutside } from "#lib/calendar/period.ts";
import { dayText, labelOf, monthText, weekdayText } from "#lib/calendar/words.ts";
import { AppointmentButton, eventColor } from "./appointment-button.tsx";
import type { GridProps } from "./time-grid.tsx";

const SHOWN = 3;

export function MonthGrid({
  period,
  appointments,
  timezone,
  today,
  onOpenDay,
}: GridProps & { onOpenDay: (date: string) => void }) {
  const weeks = Array.from({ length: 6 }, (_, week) => period.days.slice(week * 7, week * 7 + 7));
  return (
    <div className="[container-type:size] relative min-h-0 flex-1 overflow-auto overscroll-contain">
      <table className="w-full table-fixed border-collapse">
        <caption className="sr-only">{monthText(period.month)}</caption>
        <thead>
          <tr>
            {weeks[0]?.map(({ date }) => (
              <th
                key={date}
                scope="col"
                className="sticky top-0 z-2 h-8 border-l bg-card font-medium text-muted-foreground text-xs first:border-l-0"
              >
                {weekdayText(date)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((days) => (
            <tr key={days[0]?.date}>
              {days.map((day) => (
                <MonthDay
                  key={day.date}
                  day={day}
                  appointments={appointments.filter((appointment) => isOn(appointment, day))}
                  outside={isOutside(period, day.date)}
                  today={day.date === today}
                  timezone={timezone}
                  onOpen={() => onOpenDay(day.date)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type DayProps = {
  day: CalendarDay;
  appointments: Appointment[];
  outside: boolean;
  today: boolean;
  timezone: string;
  onOpen: () => void;
};

function MonthDay({ day, appointments, outside, today, timezone, onOpen }: DayProps) {
  const more = appointments.length - SHOWN;
  const count = appointments.length === 1 ? "1 appointment" : `${appointments.length} appointments`;
  return (
    <td
      aria-current={today ? "date" : undefined}
      className={clsx(
        "relative h-[max(112px,calc((100cqh-33px)/6))] border-t border-l p-1 align-top first:border-l-0 phone:h-[max(80px,calc((100cqh-33px)/6))]",
        outside && "bg-muted/50",
      )}
    >
      <button
        type="button"
        aria-label={`${dayText(day.date)}, ${count}`}
        onClick={onOpen}
        className={clsx(
          "grid size-6 place-items-center rounded-full font-medium text-sm tabular-nums after:absolute after:inset-0 hover:after:bg-[color-mix(in_oklab,var(--accent)_50%,transparent)] phone:mx-auto",
          today
            ? "bg-primary text-primary-foreground forced-colors:outline"
            : outside && "text-muted-foreground",
        )}
      >
        {Number(day.date.slice(-2))}
      </button>
      {appointments.length > 0 && (
        <>
          {/* Too small for fingers: a tap opens the day. */}
          <ul className="mt-0.5 grid gap-1 pointer-coarse:pointer-events-none phone:hidden">
            {appointments.slice(0, SHOWN).map((appointment) => (
              <li key={appointment.key} className="min-w-0">
                <AppointmentButton
                  appointment={appointment}
                  label={labelOf(appointment, timezone)}
                  className={clsx(
                    "relative z-1 block h-5 pointer-coarse:z-auto w-full truncate rounded-sm px-1.5 text-left font-medium text-xs",
                    eventColor(appointment),
                  )}
                >
                  {appointment.title}
                </AppointmentButton>
              </li>
            ))}
            {more > 0 && (
              <li>
                <button
                  type="button"
                  aria-label={`${more} more on ${dayText(day.date)}`}
                  onClick={onOpen}
                  className="relative z-1 h-5 pointer-coarse:z-auto w-full rounded-sm px-1.5 text-left font-medium text-muted-foreground text-xs hover:bg-accent"
                >
                  {more} more
                </button>
              </li>
            )}
          </ul>
          <span aria-hidden="true" className="mt-1 hidden justify-center gap-0.5 phone:flex">
            {appointments.slice(0, SHOWN).map(({ key }) => (
              <i key={key} className="drawn size-1.5 rounded-full bg-(--chart-1)" />
            ))}
            {more > 0 && <i className="text-[0.6875rem] text-muted-foreground not-italic leading-1.5">+</i>}
          </span>
        </>
      )}
    </td>
  );
}
