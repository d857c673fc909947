"use client";
import clsx from "clsx";
import type { Placed } from "#lib/calendar/lanes.ts";
import type { Piece } from "#lib/calendar/pieces.ts";
import { shortTimeText, timeText } from "#lib/calendar/words.ts";
import { AppointmentButton } from "./appointment-button.tsx";
import { eventColor } from "./event-color.ts";
import { toPixels } from "./measures.ts";

/** An appointment along the hours, in its lane. Narrow ones say less: one line below 84 px, no time below 56. */
export function TimedAppointment({ piece, timezone }: { piece: Placed<Piece>; timezone: string }) {
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
