"use client";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useStore } from "#components/ui/use-store.ts";
import { DAY_MINUTES, instantAt } from "#lib/calendar/days.ts";
import { clockStretches, ROW_MINUTES, type Stretch } from "#lib/calendar/pieces.ts";
import { MINUTE } from "#lib/time/zone.ts";
import type { Column } from "./day-head.tsx";
import { useNewAppointment } from "./new-appointment.tsx";
import { doubt, setAddress, useAddress } from "./new-appointment-address.ts";
import { keepFromClicking } from "./use-hold.ts";

const MINUTES = 30;

const SLOP = 4;
const FINE = 5;

export type Draft = Stretch & { isDoubtful: boolean };
type Drawn = Stretch & { key: string };

export function useNew(scroller: RefObject<HTMLElement | null>, columns: Column[]) {
  const { offered } = useNewAppointment();
  const { new: asked, at: wanted, person: of, minutes } = useAddress();
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  const isDoubtful = useStore(doubt);
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

  function draftIn({ key, day, person }: Column): Draft | null {
    if (drawn) return drawn.key === key ? { ...drawn, isDoubtful: false } : null;
    const start = Date.parse(wanted ?? "");
    if (!offered || !asked || Number.isNaN(start)) return null;
    if (person && person.id !== of) return null;
    const [stretch] = clockStretches({ start, end: start + (Number(minutes) || MINUTES) * MINUTE }, day);
    return stretch ? { ...stretch, isDoubtful } : null;
  }

  return { draftIn, onNew: offered ? askForNew : null };
}

type Empty = { column: Column; minute: number; hours: HTMLElement };

function emptyTime({ target, clientY }: MouseEvent, columns: Column[]): Empty | null {
  if (!(target instanceof Element) || target.closest("button, a")) return null;
  const hours = target.closest<HTMLElement>("[data-hours]");
  const column = columns[Number(hours?.dataset.hours)];
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
  window.addEventListener("blur", end, { signal: listening.signal });
  window.addEventListener("keydown", onKey, options);
  window.addEventListener("selectstart", (event) => event.preventDefault(), options);
}

function askForNew(person: string, at: number, minutes?: number): void {
  const length = minutes === undefined ? {} : { minutes: String(minutes) };
  setAddress({ away: "", until: "", new: "1", person, at: new Date(at).toISOString(), ...length });
}
