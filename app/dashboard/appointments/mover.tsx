import clsx from "clsx";
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useSWRConfig } from "swr";
import { useMe } from "#components/shell/use-me.ts";
import { confirm } from "#components/ui/confirm.tsx";
import { useReload } from "#lib/api/cache.ts";
import { call } from "#lib/api/call.ts";
import { failureText } from "#lib/api/failure-text.ts";
import { messagesOf } from "#lib/api/refusal.ts";
import { useAct } from "#lib/api/use-act.ts";
import type { Appointment, Visit } from "#lib/calendar/appointments.ts";
import { type Destination, objection, withMoved } from "#lib/calendar/people.ts";
import { clockText } from "#lib/calendar/words.ts";
import type { Reason } from "#lib/contract/bookings.ts";
import type { PeopleCalendar } from "#lib/contract/calendar.ts";
import type { Query } from "#lib/contract/contract.ts";
import { notify } from "#lib/notifications.ts";
import { joined } from "#lib/text.ts";
import { MINUTE } from "#lib/time/zone.ts";
import type { Column } from "./day-head.tsx";
import { useDetails } from "./details.tsx";
import { lengthOf } from "./hours.tsx";
import { type Place, placeOf, spanOf, trackMove } from "./track-move.ts";
import { useCheck } from "./use-check.ts";
import type { Held } from "./use-hold.ts";
import { useUndo } from "./use-undo.ts";

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
    return trackMove(held, scroller, placeOf(held, columns), {
      countColumns: () => latest.current.columns.length,
      isBusy: () => latest.current.busy,
      onPlace(next, point) {
        setPlace(next);
        if (point) setPointer(point);
      },
      onEnd,
      async onDrop(to) {
        const column = latest.current.columns[to.column];
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
  const checked = useCheck(place && column && visit ? changeToCheck(held, place, column, visit) : null);
  if (!place || !column) return null;
  const span = spanOf(place, column.day);
  const isRefused = isNobodys(column);
  const seen = visit && column.person && !isRefused ? objection(column.person, span, visit) : "";
  const against = checked && !isRefused ? joined(" ", checked.message, checked.note) : seen;
  const target = scroller.querySelector(`[data-hours="${place.column}"]`);
  const time = [span.start, span.end].map((instant) => clockText(instant, timezone)).join(" – ");
  const who = visit?.contact?.name || appointment.title;
  const to = column.person ? column.person.name : column.label;
  return (
    <>
      {target && !isRefused && createPortal(<Outline place={place} time={time} warns={!!against} />, target)}
      {createPortal(
        <>
          {how !== "keys" && !isEnd && !busy && (
            <Lifted held={held} pointer={pointer} from={clockText(appointment.start, timezone)} />
          )}
          <Hint how={how}>
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
          </Hint>
        </>,
        document.body,
      )}
    </>
  );
}

function changeToCheck({ appointment }: Held, place: Place, { day, person }: Column, { id }: Visit) {
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

function useSaid(place: Place | null): boolean {
  const [said, setSaid] = useState(false);
  useEffect(() => setSaid(place !== null), [place]);
  return said;
}

function Outline({ place, time, warns }: { place: Place; time: string; warns: boolean }) {
  return (
    <p
      style={{ top: lengthOf(place.from), height: lengthOf(place.minutes) }}
      className={clsx(
        "pointer-events-none absolute right-1 left-0.5 z-3 overflow-hidden rounded-sm border-2 border-dashed px-2 font-semibold text-xs leading-[0.9375rem] tabular-nums",
        warns
          ? "border-warning bg-warning-soft text-warning"
          : "border-primary bg-primary-soft text-primary-soft-foreground",
      )}
    >
      {time}
    </p>
  );
}

function Hint({ how, children }: { how: Held["how"]; children: ReactNode }) {
  return (
    <div className="-translate-x-1/2 fixed top-2 left-[calc(50%+var(--sidebar-width)/2)] z-50 flex max-w-[calc(100vw-16px)] items-center gap-3 rounded-md border border-border-strong bg-popover px-3 py-2 text-sm shadow-2 tabular-nums">
      <span role="status">{children}</span>
      <span aria-hidden="true" className="flex gap-3 whitespace-nowrap text-muted-foreground phone:hidden">
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
      className="pointer-events-none fixed z-50 cursor-grabbing overflow-hidden rounded-sm border border-current bg-popover px-2 pt-0.5 text-primary-soft-foreground text-xs leading-[0.9375rem] shadow-3"
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

type Move = { appointment: Appointment; to: Destination; words: string };

function useMove(onMoved: (booking: string, startsAt: string) => void) {
  const { cache, mutate } = useSWRConfig();
  const { data: me } = useMe();
  const mover = useAct("bookings.move", { quiet: true, texts: { failure: "" } });
  const makeUndo = useUndo();
  const reload = useReload("people.calendar");

  function show(change: (answer: PeopleCalendar) => PeopleCalendar) {
    for (const key of cache.keys()) {
      if (!key.startsWith("people.calendar ")) continue;
      const { data } = cache.get(key) ?? {};
      if (data) mutate(key, change(data), { revalidate: false });
    }
  }

  return async ({ appointment, to, words }: Move): Promise<void> => {
    const { start, end, of } = appointment;
    const visit = of?.visit;
    if (!visit) return;
    const minutes = (to.end - to.start) / MINUTE;
    const startsAt = new Date(to.start).toISOString();
    const body = {
      startsAt,
      version: visit.version,
      ...(to.personId !== of?.id && { personId: to.personId }),
      ...(minutes !== (end - start) / MINUTE && { minutes }),
    };
    const params = { id: visit.id };
    show((answer) => withMoved(answer, visit.id, to));
    let sent = Date.now();
    let outcome = await mover.act({ params, body });
    const reasons = outcome.ok ? [] : reasonsOf(outcome.error.answer);
    if (reasons.length > 0) {
      const text = reasons.map((reason) => reason.text).join(" ");
      const question = { title: "Move anyway?", text, verb: "Move anyway", cancel: "Put back" };
      if (!(await confirm(question))) return reload();
      sent = Date.now();
      outcome = await mover.act({ params, body: { ...body, allow: reasons.map(({ reason }) => reason) } });
    }
    if (!outcome.ok) {
      notify({ type: "error", message: failureText(await messagesOf("bookings.move"), outcome.error) });
      return reload();
    }
    const { version, person } = outcome.answer;
    const note = await closedNote({ startsAt, minutes, bookingId: visit.id });
    // The host assigned the appointment of a removed person to someone free.
    const taken = of?.id === "" && to.personId === "" && person ? ` with ${person.name}` : "";
    onMoved(visit.id, startsAt);
    notify({
      type: "success",
      message: `${visit.contact?.name || appointment.title} ${words}${taken}.${note}`,
      undo: makeUndo({
        booking: { id: visit.id, version },
        sentAt: sent,
        mails: visit.email !== "" && me?.emails === "sent",
      }),
    });
  };
}

/** In ms. The message has the undo, so it must not be late. */
const NOTE_PATIENCE = 500;

/** A drop may come before the check that the hint shows. */
async function closedNote(query: Query<"bookings.check">): Promise<string> {
  const late = new Promise<null>((resolve) => setTimeout(resolve, NOTE_PATIENCE, null));
  const checked = await Promise.race([call("bookings.check", { query }).catch(() => null), late]);
  return checked?.note ? ` ${checked.note}` : "";
}

function reasonsOf(answer: unknown): { reason: Reason; text: string }[] {
  const { reasons } = Object(answer);
  return Array.isArray(reasons) ? reasons : [];
}
