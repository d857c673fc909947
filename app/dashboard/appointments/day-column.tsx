import clsx from "clsx";
import { Check, Clock, Coffee, Hourglass, Phone, TreePalm, TriangleAlert } from "lucide-react";
import type { Visit } from "#lib/calendar/appointments.ts";
import { type CalendarDay, repeated, skipped } from "#lib/calendar/days.ts";
import { closedOn, type Person } from "#lib/calendar/people.ts";
import type { Piece, Placed, Stretch } from "#lib/calendar/pieces.ts";
import { clockText, labelOf, shortTimeText } from "#lib/calendar/words.ts";
import { joined } from "#lib/text.ts";
import { MINUTE } from "#lib/time/zone.ts";
import { AppointmentButton, eventColor } from "./appointment-button.tsx";
import { Ghosts, useLeaving } from "./away-ghosts.tsx";
import { type Column, DayHead } from "./day-head.tsx";
import { lengthOf, NowLine } from "./hours.tsx";
import { PersonHead } from "./person-head.tsx";
import type { Draft } from "./use-new.ts";

type Props = {
  index: number;
  column: Column;
  loaded: boolean;
  timezone: string;
  now: number;
  minute: number | null;
  hours: Stretch | null;
  draft: Draft | null;
  onNew: ((person: string, at: number) => void) | null;
};

export function DayColumn({ index, column, loaded, timezone, now, minute, hours, draft, onNew }: Props) {
  const { day, person, pieces, strip, today } = column;
  return (
    <section
      aria-label={column.label}
      aria-current={today && !person ? "date" : undefined}
      data-day={day.date}
      style={{ gridColumn: index + 2 }}
      className="row-span-2 row-start-1 grid min-w-0 snap-start grid-cols-[minmax(0,1fr)] grid-rows-subgrid"
    >
      {person ? (
        <PersonHead column={column} person={person} timezone={timezone} now={now} onNew={onNew} />
      ) : (
        <DayHead column={column} timezone={timezone} />
      )}
      <div
        data-hours={index}
        className={clsx(
          "relative border-l",
          today && !person && "bg-[color-mix(in_oklab,var(--primary-soft)_35%,transparent)]",
        )}
      >
        <ClockChange day={day} />
        {person && loaded && <ClosedHours person={person} day={day} store={hours} />}
        {/* Behind the appointments, so the line doesn't strike through their names. */}
        {minute !== null && <NowLine minute={minute} />}
        {person &&
          pieces.map((piece) => <FreeMinutes key={`${piece.appointment.key} ${piece.from}`} piece={piece} />)}
        {pieces.length > 0 && (
          <ul>
            {pieces.map((piece) => (
              <TimedAppointment
                key={`${piece.appointment.key} ${piece.from}`}
                piece={piece}
                timezone={timezone}
                now={person ? now : null}
              />
            ))}
          </ul>
        )}
        {person && <Ghosts personId={person.id} day={day} timezone={timezone} />}
        {loaded && pieces.length + strip.length === 0 && <p className="sr-only">No appointments</p>}
        {draft && (
          <p
            style={{ top: lengthOf(draft.from), height: lengthOf(draft.to - draft.from) }}
            className={clsx(
              "pointer-events-none absolute right-1 left-0.5 z-3 overflow-hidden rounded-sm border-2 px-1.75 font-semibold text-xs",
              draft.isDoubtful
                ? "border-warning border-dashed bg-warning-soft text-warning"
                : "border-primary bg-primary-soft text-primary-soft-foreground",
            )}
          >
            <span className="block">New </span>
            <span className="block whitespace-nowrap tabular-nums">{rangeOf(draft)}</span>
          </p>
        )}
      </div>
    </section>
  );
}

function rangeOf({ from, to }: Stretch): string {
  const [start = "", end = ""] = [from, to].map((minute) => clockText(minute * MINUTE, "UTC"));
  return `${start.slice(-2) === end.slice(-2) ? start.slice(0, -3) : start} – ${end}`;
}

function ClockChange({ day }: { day: CalendarDay }) {
  const twice = repeated(day);
  return (
    <>
      {skipped(day).map(([from, to]) => (
        <p
          key={from}
          style={{ top: lengthOf(from), height: lengthOf(to - from) }}
          className="absolute inset-x-0 bg-[repeating-linear-gradient(45deg,var(--muted)_0_6px,var(--border)_6px_7px)] p-2 text-muted-foreground text-xs"
        >
          <span className="rounded-sm bg-card px-1.5 py-0.5">Clocks go forward</span>
        </p>
      ))}
      {twice && (
        <p
          style={{ top: lengthOf(twice[0]), height: lengthOf(twice[1] - twice[0]) }}
          className="absolute inset-x-0 flex items-end border-border-strong border-y border-dashed bg-muted/60 p-2 text-muted-foreground text-xs"
        >
          <span className="rounded-sm bg-card px-1.5 py-0.5">Clocks go back</span>
        </p>
      )}
    </>
  );
}

type TimedProps = { piece: Placed<Piece>; timezone: string; now: number | null };

function TimedAppointment({ piece, timezone, now }: TimedProps) {
  const { appointment, continued, from, to, lane, lanes, width } = piece;
  const isPersons = now !== null;
  const visit = appointment.of?.visit;
  const gap = isPersons ? 0.5 : 1;
  const label = labelOf(appointment, timezone, continued);
  const [start, end] = shortTimeText(appointment, timezone).split(" – ");
  return (
    <li
      className="absolute @container"
      style={{
        top: `calc(${lengthOf(from)} + ${gap}px)`,
        height: `calc(${lengthOf(to - from)} - ${2 * gap}px)`,
        left: `calc(${(lane / lanes) * 100}% + 2px)`,
        width: `calc(${(width / lanes) * 100}% - 4px)`,
      }}
    >
      {isPersons ? (
        <PersonAppointment piece={piece} label={label} timezone={timezone} now={now} />
      ) : (
        <AppointmentButton
          appointment={appointment}
          label={label}
          className={clsx(
            "relative flex size-full scroll-mt-2 flex-col items-stretch overflow-hidden rounded-sm border border-[color-mix(in_oklab,currentColor_18%,transparent)] pr-1.5 pl-2.25 text-left text-xs before:absolute before:inset-y-0 before:left-0 before:w-0.75 before:bg-current before:opacity-75 @max-[6.25rem]:pr-0.5 @max-[3.5rem]:pl-1.5",
            to - from < 30 ? "py-0.25" : "py-1",
            eventColor(appointment),
          )}
        >
          <b
            className={clsx(
              "font-semibold @max-[5.25rem]:block @max-[5.25rem]:truncate",
              to - from < 30 ? "truncate" : "line-clamp-3 hyphens-auto break-words",
            )}
          >
            <span className="@max-[8.25rem]:hidden">{appointment.title}</span>
            <span className="hidden @max-[8.25rem]:inline">{visit?.contact?.name || appointment.title}</span>
            {visit && (
              <span className="hidden font-normal @max-[8.25rem]:inline @max-[5.25rem]:hidden">
                {" "}
                {visit.title}
              </span>
            )}
          </b>
          <span className="truncate tabular-nums @max-[3.5rem]:hidden">
            {start}
            {end && <span className="@max-[7.25rem]:hidden">{` – ${end}`}</span>}
          </span>
        </AppointmentButton>
      )}
    </li>
  );
}

type ClosedProps = { person: Person; day: CalendarDay; store: Stretch | null };

const SIDES = { start: "items-start", end: "items-end" };

function ClosedHours({ person, day, store }: ClosedProps) {
  return closedOn(person, day, store).map(({ from, to, label, kind, edge }) => (
    <p
      key={from}
      style={{ top: lengthOf(from), height: lengthOf(to - from) }}
      className={clsx(
        "pointer-events-none absolute inset-x-0 flex justify-center overflow-hidden text-muted-foreground text-xs",
        edge ? SIDES[edge] : "items-center",
        kind === "lunch" ? "border-y bg-muted" : "hatched-closed",
      )}
    >
      <span className="grid place-items-center" style={edge ? { height: lengthOf(30) } : undefined}>
        {label && (
          <span className="inline-flex items-center gap-1.25 rounded-sm bg-muted px-1.5 text-center">
            {label === "Lunch" && <Coffee size={12} strokeWidth={2} />}
            {kind === "away" && <TreePalm size={12} strokeWidth={2} />}
            {label}
          </span>
        )}
      </span>
    </p>
  ));
}

function FreeMinutes({ piece: { appointment, from, to } }: { piece: Piece }) {
  const { minutesBefore = 0, minutesAfter = 0 } = appointment.of?.visit ?? {};
  return [
    { at: from - minutesBefore, minutes: minutesBefore },
    { at: to, minutes: minutesAfter },
  ]
    .filter(({ minutes }) => minutes > 0)
    .map(({ at, minutes }) => (
      <span
        key={at}
        aria-hidden="true"
        style={{ top: lengthOf(at), height: lengthOf(minutes) }}
        className="hatched-closed pointer-events-none absolute inset-x-0.75 rounded-sm opacity-90"
      />
    ));
}

type ClosedHoursProps = { piece: Placed<Piece>; label: string; timezone: string; now: number };

function PersonAppointment({ piece, label, timezone, now }: ClosedHoursProps) {
  const { appointment, from, to } = piece;
  const { of, title, start, end } = appointment;
  const visit = of?.visit;
  const held = of?.held;
  const [heldFor = "", heldUntil = ""] = held ? title.split(/, (?=until )/) : [];
  const [who, what] = [visit?.contact?.name || heldFor || title, visit ? visit.title : ""];
  const why = visit && warningShown(visit);
  const time = held ? heldUntil : shortTimeText(appointment, timezone);
  const Mark = held ? Hourglass : visit?.isConfirmed ? Check : visit && !visit.email ? Phone : null;
  const isLeaving = useLeaving()(visit?.id);
  const isFlat = to - from < 30;
  const isTall = to - from >= 45;
  return (
    <AppointmentButton
      appointment={appointment}
      label={joined(
        ", ",
        label,
        why?.text,
        visit?.isConfirmed && "will come",
        visit && !visit.email && "no email, call to remind",
      )}
      className={clsx(
        "relative flex size-full touch-manipulation select-none scroll-my-2 overflow-hidden rounded-[5px] border pr-1.25 pl-2.25 text-left text-xs leading-[0.9375rem] [-webkit-touch-callout:none] before:absolute before:inset-y-0 before:left-0 before:w-0.75",
        isFlat ? "items-center" : "flex-col items-stretch pt-0.5",
        why ? "border-warning border-dashed" : "border-[color-mix(in_oklab,currentColor_18%,transparent)]",
        start <= now && now < end ? "before:bg-(--now)" : "before:bg-current before:opacity-75",
        "data-lifted:border-current data-lifted:border-dashed data-lifted:bg-transparent data-lifted:text-foreground",
        isLeaving
          ? "border-current! border-dashed bg-transparent text-muted-foreground"
          : eventColor(appointment),
      )}
    >
      <span
        className={clsx("min-w-0 pr-3.5", isTall ? "line-clamp-2 shrink-0" : "truncate", isFlat && "flex-1")}
      >
        <b className="font-semibold">{who}</b>
        {what && <span className={clsx(!isTall && "@max-[8.25rem]:hidden")}> {what}</span>}
        {held && isFlat && <span> {heldUntil}</span>}
      </span>
      {!isFlat && (
        <span
          className={clsx(
            "truncate tabular-nums",
            why ? "font-semibold text-warning" : isTall ? "@max-[5.25rem]:hidden" : "@max-[8.25rem]:hidden",
          )}
        >
          {why ? (
            <>
              <why.icon size={12} strokeWidth={2.25} className="mr-0.75 inline align-[-1.5px]" />
              {why.text}
            </>
          ) : (
            time
          )}
        </span>
      )}
      {!isFlat && !isTall && !why && (
        <span className="hidden truncate @max-[8.25rem]:block">{what || time}</span>
      )}
      {isFlat && why ? (
        <why.icon size={12} strokeWidth={2.25} className="absolute right-1 text-warning" />
      ) : (
        Mark && <Mark size={12} strokeWidth={2.25} className={clsx("absolute right-1", !isFlat && "top-1")} />
      )}
    </AppointmentButton>
  );
}

function warningShown({ allowed, allowedBy }: Visit) {
  if (allowed.includes("OVERLAP")) return { icon: TriangleAlert, text: "Overlap" };
  if (!allowed.includes("HOURS")) return null;
  const by = allowedBy?.split(" ")[0];
  return { icon: Clock, text: by ? `Outside hours, by ${by}` : "Outside hours" };
}
