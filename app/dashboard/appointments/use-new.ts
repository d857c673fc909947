"use client";
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { DAY_MINUTES, instantAt } from "#lib/calendar/days.ts";
import { ROW_MINUTES, type Stretch, stretchesOf } from "#lib/calendar/pieces.ts";
import { MINUTE } from "#lib/time/zone.ts";
import type { Column } from "./day-head.tsx";
import { useNewAppointment } from "./new-appointment.tsx";
import { doubt, setAddress, useAddress } from "./new-appointment-address.ts";

// How long it is drawn while nobody has said how long it takes.
const MINUTES = 30;

// A press that moves less is none (px).
const SLOP = 4;
// What a pointer draws goes by quarters of an hour, with Alt by five minutes.
const FINE = 5;

/** `isDoubtful`: something speaks against it. */
export type Draft = Stretch & { isDoubtful: boolean };
type Drawn = Stretch & { key: string };

/**
 * A new appointment, which stands in the address: ?new=1&person=…&at=…&minutes=…. A press on an empty time asks for one there,
 * and a mouse that is drawn along it says how long it takes; `draftOf` is where a column shows the one that is being made.
 */
export function useNew(scroller: RefObject<HTMLElement | null>, columns: Column[]) {
  const { offered } = useNewAppointment();
  const { new: asked, at: wanted, person: of, minutes } = useAddress();
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  const isDoubtful = useSyncExternalStore(doubt.subscribe, doubt.get, doubt.getOnServer);
  const latest = useRef(columns);
  useEffect(() => {
    latest.current = columns;
  });

  useEffect(() => {
    const element = scroller.current;
    if (!element || !offered) return;
    const listening = new AbortController();
    const { signal } = listening;

    function onClick(event: MouseEvent) {
      const empty = emptyTime(event, latest.current);
      if (!empty) return;
      const at = instantAt(empty.column.day, snapped(empty.minute, ROW_MINUTES));
      askForNew(empty.column.person?.id ?? "", at);
    }
    function onPointerDown(event: PointerEvent) {
      if (event.pointerType !== "mouse" || event.button !== 0 || event.ctrlKey || event.metaKey) return;
      const empty = emptyTime(event, latest.current);
      if (empty) draw(event, empty, setDrawn);
    }
    element.addEventListener("click", onClick, { signal });
    element.addEventListener("pointerdown", onPointerDown, { signal });
    return () => listening.abort();
  }, [scroller, offered]);

  function draftOf({ key, day, person }: Column): Draft | null {
    if (drawn) return drawn.key === key ? { ...drawn, isDoubtful: false } : null;
    const start = Date.parse(wanted ?? "");
    if (!offered || !asked || Number.isNaN(start)) return null;
    if (person && person.id !== of) return null;
    const [stretch] = stretchesOf({ start, end: start + (Number(minutes) || MINUTES) * MINUTE }, day);
    return stretch ? { ...stretch, isDoubtful } : null;
  }

  return { draftOf, onNew: offered ? askForNew : null };
}

type Empty = { column: Column; minute: number; hours: HTMLElement };

/** The time under a pointer on which nothing stands, in minutes of the column's clock. */
function emptyTime({ target, clientY }: MouseEvent, columns: Column[]): Empty | null {
  if (!(target instanceof Element) || target.closest("button, a")) return null;
  const hours = target.closest<HTMLElement>("[data-hours]");
  const column = columns[Number(hours?.dataset.hours)];
  // Nobody takes no new ones.
  if (!hours || !column || column.person?.id === "") return null;
  return { column, hours, minute: minuteAt(hours, clientY) };
}

function minuteAt(hours: HTMLElement, y: number): number {
  const { top, height } = hours.getBoundingClientRect();
  return Math.min(DAY_MINUTES, Math.max(0, ((y - top) / height) * DAY_MINUTES));
}

function snapped(minute: number, step: number): number {
  return Math.min(DAY_MINUTES - step, Math.floor(minute / step) * step);
}

/** Follows a mouse from where it was pressed, up or down, until it is let go or Escape puts it back. */
function draw(
  { clientY: from }: PointerEvent,
  { column, minute, hours }: Empty,
  show: (drawn: Drawn | null) => void,
): void {
  const listening = new AbortController();
  const options = { signal: listening.signal, capture: true };
  let stretch: Stretch | null = null;

  function end() {
    listening.abort();
    show(null);
  }
  function onMove({ clientY, altKey }: PointerEvent) {
    if (!stretch && Math.abs(clientY - from) <= SLOP) return;
    const step = altKey ? FINE : ROW_MINUTES;
    const [first, last] = [minute, minuteAt(hours, clientY)].sort((a, b) => a - b) as [number, number];
    const start = snapped(first, step);
    stretch = {
      from: start,
      to: Math.min(DAY_MINUTES, Math.max(start + step, Math.ceil(last / step) * step)),
    };
    show({ ...stretch, key: column.key });
  }
  function onUp() {
    end();
    if (!stretch) return;
    keepFromClicking();
    const [at, to] = [instantAt(column.day, stretch.from), instantAt(column.day, stretch.to)];
    askForNew(column.person?.id ?? "", at, Math.max(FINE, (to - at) / MINUTE));
  }
  function onKey(event: KeyboardEvent) {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopImmediatePropagation();
    end();
    window.addEventListener("pointerup", keepFromClicking, { capture: true, once: true });
  }
  window.addEventListener("pointermove", onMove, options);
  window.addEventListener("pointerup", onUp, options);
  window.addEventListener("pointercancel", end, options);
  // The window's own: a field that loses the focus by this press is no reason.
  window.addEventListener("blur", end, { signal: listening.signal });
  window.addEventListener("keydown", onKey, options);
  window.addEventListener("selectstart", (event) => event.preventDefault(), options);
}

/** The press that ends here is no click on the time under it. */
function keepFromClicking(): void {
  const stop = (event: Event) => event.stopPropagation();
  window.addEventListener("click", stop, { capture: true, once: true });
  setTimeout(() => window.removeEventListener("click", stop, { capture: true }));
}

function askForNew(person: string, at: number, minutes?: number): void {
  const chosen = minutes === undefined ? {} : { minutes: String(minutes) };
  setAddress({ new: "1", person, at: new Date(at).toISOString(), ...chosen });
}
