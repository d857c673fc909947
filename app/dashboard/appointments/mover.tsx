"use client";
import clsx from "clsx";
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import type { Visit } from "#lib/calendar/appointments.ts";
import { objection } from "#lib/calendar/people.ts";
import { clockText } from "#lib/calendar/words.ts";
import { MINUTE } from "#lib/time/zone.ts";
import type { Column } from "./day-head.tsx";
import { useDetails } from "./details.tsx";
import { follow, type Place, placeOf, spanOf } from "./follow.ts";
import { lengthOf } from "./hours.tsx";
import { useCheck } from "./use-check.ts";
import type { Held } from "./use-hold.ts";
import { type Move, useMove } from "./use-move.ts";

type Props = {
  held: Held;
  columns: Column[];
  scroller: HTMLElement;
  timezone: string;
  onEnd: () => void;
  onMoved: (booking: string, startsAt: string) => void;
};

export function Mover({ held, columns, scroller, timezone, onEnd, onMoved }: Props) {
  const { appointment, element, how, isEnd } = held;
  const [place, setPlace] = useState<Place | null>(null);
  const [pointer, setPointer] = useState({ x: held.x, y: held.y });
  const [busy, setBusy] = useState(false);
  const move = useMove(onMoved);
  const { leave } = useDetails();
  const said = useSaid(place);
  const isLifted = place !== null;
  const latest = useRef({ columns, busy });
  latest.current = { columns, busy };

  useEffect(() => {
    if (!isLifted) return;
    element.toggleAttribute("data-lifted", true);
    leave();
    return () => void element.toggleAttribute("data-lifted", false);
  }, [isLifted, element, leave]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs while the appointment is dragged
  useEffect(() => {
    return follow(held, scroller, placeOf(held, columns), {
      countColumns: () => latest.current.columns.length,
      isBusy: () => latest.current.busy,
      onPlace(next, point) {
        setPlace(next);
        if (point) setPointer(point);
      },
      onEnd,
      async onDrop(to) {
        const column = latest.current.columns[to.column];
        // The message explains why. Keys can still move it to a person.
        if (isNobodys(column) && how === "keys") return;
        if (!column || isNobodys(column)) return onEnd();
        latest.current.busy = true;
        setBusy(true);
        await move(moveTo(held, to, column, timezone));
        onEnd();
      },
    });
  }, []);

  const column = place && columns[place.column];
  const visit = appointment.of?.visit;
  const checked = useCheck(place && column && visit ? thoughtOf(held, place, column, visit) : null);
  if (!place || !column) return null;
  const span = spanOf(place, column.day);
  const isRefused = isNobodys(column);
  const seen = visit && column.person && !isRefused ? objection(column.person, span, visit) : "";
  // Local conflicts at once, the host's answer after a pause.
  const against = checked && !isRefused ? (checked.message ?? "") : seen;
  const target = scroller.querySelector(`[data-hours="${place.column}"]`);
  const time = [span.start, span.end].map((instant) => clockText(instant, timezone)).join(" – ");
  const who = visit?.contact?.name || appointment.title;
  const to = column.person ? column.person.name : column.label;
  return (
    <>
      {target &&
        !isRefused &&
        createPortal(
          <p
            style={{ top: lengthOf(place.from), height: lengthOf(place.minutes) }}
            className={clsx(
              "pointer-events-none absolute right-1 left-0.5 z-3 overflow-hidden rounded-sm border-2 border-dashed px-2 font-semibold text-xs leading-[15px] tabular-nums",
              against
                ? "border-warning bg-warning-soft text-warning"
                : "border-primary bg-primary-soft text-primary-soft-foreground",
            )}
          >
            {time}
          </p>,
          target,
        )}
      {createPortal(
        <>
          {how !== "keys" && !isEnd && !busy && (
            <Lifted held={held} pointer={pointer} from={clockText(appointment.start, timezone)} />
          )}
          <Hint>
            <span role="status">
              {said && isRefused && (
                <span className="text-warning">
                  <b className="font-semibold">{who}</b> needs a staff member. Choose a person.
                </span>
              )}
              {said && !isRefused && (
                <>
                  <b className="font-semibold">{who}</b> to <b className="font-semibold">{to}</b>, {time}
                  {against && <span className="text-warning">: {against}</span>}
                </>
              )}
            </span>
            <span
              aria-hidden="true"
              className="flex gap-3 whitespace-nowrap text-muted-foreground phone:hidden"
            >
              {how === "keys" ? (
                <span>
                  <kbd>↵</kbd> drop
                </span>
              ) : (
                <span>
                  <kbd>Alt</kbd> 5-minute steps
                </span>
              )}
              <span>
                <kbd>Esc</kbd> put back
              </span>
            </span>
          </Hint>
        </>,
        document.body,
      )}
    </>
  );
}

function thoughtOf({ appointment }: Held, place: Place, { day, person }: Column, { id }: Visit) {
  const { start, end } = spanOf(place, day);
  const personId = person?.id || appointment.of?.id;
  const isThere = start === appointment.start && end === appointment.end && personId === appointment.of?.id;
  if (isThere || !personId || person?.id === "") return null;
  return {
    startsAt: new Date(start).toISOString(),
    minutes: (end - start) / MINUTE,
    personId,
    bookingId: id,
  };
}

/** Removed staff. Appointments can leave the column but not enter it. */
function isNobodys(column: Column | undefined): boolean {
  return column?.person?.id === "";
}

/** Screen readers only announce text in an existing live region. */
function useSaid(place: Place | null): boolean {
  const [said, setSaid] = useState(false);
  useEffect(() => setSaid(place !== null), [place]);
  return said;
}

function Hint({ children }: { children: ReactNode }) {
  return (
    <div className="-translate-x-1/2 fixed top-2 left-[calc(50%+var(--sidebar-width)/2)] z-50 flex max-w-[calc(100vw-16px)] items-center gap-3 rounded-md border border-border-strong bg-popover px-3 py-2 text-sm shadow-2 tabular-nums">
      {children}
    </div>
  );
}

type LiftedProps = { held: Held; pointer: { x: number; y: number }; from: string };

function Lifted({ held: { appointment, element, x, y }, pointer, from }: LiftedProps) {
  const [{ left, top, width, height }] = useState(() => element.getBoundingClientRect());
  const visit = appointment.of?.visit;
  const style: CSSProperties = {
    ...{ left, top, width, height: Math.max(height, 34) },
    translate: `${pointer.x - x + 10}px ${pointer.y - y + 8}px`,
  };
  return (
    <div
      aria-hidden="true"
      style={style}
      className="pointer-events-none fixed z-50 cursor-grabbing overflow-hidden rounded-sm border border-current bg-popover px-2 pt-0.5 text-primary-soft-foreground text-xs leading-[15px] shadow-3"
    >
      <b className="block truncate font-semibold">{visit?.contact?.name || appointment.title}</b>
      <span className="block truncate tabular-nums">from {from}</span>
    </div>
  );
}

function moveTo({ appointment }: Held, place: Place, { day, person, label }: Column, timezone: string): Move {
  const span = spanOf(place, day);
  const time = clockText(span.start, timezone);
  return {
    appointment,
    to: { ...span, personId: person?.id || appointment.of?.id || "" },
    words: `${person ? `to ${person.name.split(" ")[0]}` : `to ${label}`}, ${time}`,
  };
}
