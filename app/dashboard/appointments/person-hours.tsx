"use client";
import clsx from "clsx";
import { Check, Clock, Coffee, Hourglass, Phone, TreePalm, TriangleAlert } from "lucide-react";
import type { Visit } from "#lib/calendar/appointments.ts";
import type { CalendarDay } from "#lib/calendar/days.ts";
import { closedOn, type Person } from "#lib/calendar/people.ts";
import type { Piece, Placed, Stretch } from "#lib/calendar/pieces.ts";
import { shortTimeText } from "#lib/calendar/words.ts";
import { AppointmentButton, eventColor } from "./appointment-button.tsx";
import { lengthOf } from "./hours.tsx";

type ClosedProps = { person: Person; day: CalendarDay; store: Stretch | null };

const SIDES = { start: "items-start", end: "items-end" };

/** Appointments can still be added there. */
export function ClosedHours({ person, day, store }: ClosedProps) {
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
      {/* The part next to the opening hours. */}
      <span className="grid place-items-center" style={edge ? { height: lengthOf(30) } : undefined}>
        {label && (
          <span className="inline-flex items-center gap-1.25 rounded-sm bg-muted px-1.5 text-center">
            {label === "Lunch" && <Coffee size={12} strokeWidth={2} aria-hidden="true" />}
            {kind === "away" && <TreePalm size={12} strokeWidth={2} aria-hidden="true" />}
            {label}
          </span>
        )}
      </span>
    </p>
  ));
}

export function FreeMinutes({ piece: { appointment, from, to } }: { piece: Piece }) {
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

type Props = { piece: Placed<Piece>; label: string; timezone: string; now: number };

export function PersonAppointment({ piece, label, timezone, now }: Props) {
  const { appointment, from, to } = piece;
  const { of, title, start, end } = appointment;
  const visit = of?.visit;
  const held = of?.held;
  // Splits "Held for Dora, until 12:08 PM" into two lines.
  const [heldFor = "", heldUntil = ""] = held ? title.split(/, (?=until )/) : [];
  const [who, what] = [visit?.contact?.name || heldFor || title, visit ? visit.title : ""];
  const why = visit && whyOf(visit);
  const time = held ? heldUntil : shortTimeText(appointment, timezone);
  const Mark = held ? Hourglass : visit?.isConfirmed ? Check : visit && !visit.email ? Phone : null;
  const isFlat = to - from < 30;
  const isTall = to - from >= 45;
  return (
    <AppointmentButton
      appointment={appointment}
      label={[
        label,
        why?.text,
        visit?.isConfirmed && "will come",
        visit && !visit.email && "no email, call to remind",
      ]
        .filter(Boolean)
        .join(", ")}
      className={clsx(
        "relative flex size-full touch-manipulation select-none scroll-my-2 overflow-hidden rounded-[5px] border pr-1.25 pl-2.25 text-left text-xs leading-[15px] [-webkit-touch-callout:none] before:absolute before:inset-y-0 before:left-0 before:w-0.75",
        isFlat ? "items-center" : "flex-col items-stretch pt-0.5",
        why ? "border-warning border-dashed" : "border-[color-mix(in_oklab,currentColor_18%,transparent)]",
        start <= now && now < end ? "before:bg-(--now)" : "before:bg-current before:opacity-75",
        "data-lifted:border-current data-lifted:border-dashed data-lifted:bg-transparent data-lifted:text-foreground",
        eventColor(appointment),
      )}
    >
      <span
        className={clsx("min-w-0 pr-3.5", isTall ? "line-clamp-2 shrink-0" : "truncate", isFlat && "flex-1")}
      >
        <b className="font-semibold">{who}</b>
        {what && <span className={clsx(!isTall && "@max-[132px]:hidden")}> {what}</span>}
        {held && isFlat && <span> {heldUntil}</span>}
      </span>
      {!isFlat && (
        <span
          className={clsx(
            "truncate tabular-nums",
            why ? "font-semibold text-warning" : isTall ? "@max-[84px]:hidden" : "@max-[132px]:hidden",
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
        <span className="hidden truncate @max-[132px]:block">{what || time}</span>
      )}
      {isFlat && why ? (
        <why.icon size={12} strokeWidth={2.25} className="absolute right-1 text-warning" />
      ) : (
        Mark && <Mark size={12} strokeWidth={2.25} className={clsx("absolute right-1", !isFlat && "top-1")} />
      )}
    </AppointmentButton>
  );
}

function whyOf({ allowed, allowedBy }: Visit) {
  if (allowed.includes("OVERLAP")) return { icon: TriangleAlert, text: "Overlap" };
  if (!allowed.includes("HOURS")) return null;
  const by = allowedBy?.split(" ")[0];
  return { icon: Clock, text: by ? `Outside hours, by ${by}` : "Outside hours" };
}
