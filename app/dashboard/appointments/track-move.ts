import { type CalendarDay, clockMinute, DAY_MINUTES, instantAt } from "#lib/calendar/days.ts";
import type { Span } from "#lib/calendar/pieces.ts";
import { MINUTE } from "#lib/time/zone.ts";
import type { Column } from "./day-head.tsx";
import { type Held, keepFromClicking } from "./use-hold.ts";

export type Place = { column: number; from: number; minutes: number };

const SNAP_MINUTES = 15;
const FINE_MINUTES = 5;
const LEAST_MINUTES = 5;
// A shorter movement is a click; a longer one before the long press scrolls.
const MOUSE_SLOP_PX = 4;
const FINGER_SLOP_PX = 10;
const LONG_PRESS_MS = 400;
// The grid scrolls by so much per frame while the pointer is near its edge.
const EDGE_PX = 36;
const SCROLL_PX = 8;
const HEAD_PX = 48;
const GUTTER_PX = 50;

type Point = { x: number; y: number };

type Handlers = {
  countColumns: () => number;
  isBusy: () => boolean;
  onPlace: (place: Place, point?: Point) => void;
  onDrop: (place: Place) => void;
  onEnd: () => void;
};

export function trackMove(held: Held, scroller: HTMLElement, start: Place, on: Handlers): () => void {
  const { how, isEnd } = held;
  const listening = new AbortController();
  const options = { signal: listening.signal, capture: true };
  const top = areasOf(scroller)[start.column]?.top ?? 0;
  let pointer = { x: held.x, y: held.y, fine: false };
  let frame = 0;
  let timer = 0;

  let place: Place | null = null;

  function moveTo(next: Place, point?: Point) {
    place = next;
    on.onPlace(next, point);
  }

  const toPointer = () =>
    moveTo(placeUnder(pointer, { held, start, top, scroller }, pointer.fine ? FINE_MINUTES : SNAP_MINUTES), {
      x: pointer.x,
      y: pointer.y,
    });

  function scrollAtEdge() {
    frame = requestAnimationFrame(scrollAtEdge);
    if (!place || on.isBusy()) return;
    const { left, right, top, bottom } = scroller.getBoundingClientRect();
    const before = [scroller.scrollLeft, scroller.scrollTop];
    const down = SCROLL_PX * edgeAt(pointer.y, top + HEAD_PX + EDGE_PX, bottom - EDGE_PX);
    const aside = SCROLL_PX * edgeAt(pointer.x, left + GUTTER_PX, right - EDGE_PX);
    scroller.scrollBy({ top: down, left: isEnd ? 0 : aside, behavior: "instant" });
    if (before[0] !== scroller.scrollLeft || before[1] !== scroller.scrollTop) toPointer();
  }

  function onPointerMove(event: PointerEvent) {
    if (on.isBusy()) return;
    const distance = Math.hypot(event.clientX - held.x, event.clientY - held.y);
    pointer = { x: event.clientX, y: event.clientY, fine: event.altKey };
    if (place) return toPointer();
    if (how === "touch") return distance > FINGER_SLOP_PX ? on.onEnd() : undefined;
    if (distance > MOUSE_SLOP_PX) toPointer();
  }

  function drop() {
    if (!place || isSame(place, start)) on.onEnd();
    else on.onDrop(place);
  }

  function onPointerUp() {
    if (on.isBusy()) return;
    if (!place) return on.onEnd();
    keepFromClicking();
    drop();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (on.isBusy() || !place || event.ctrlKey || event.metaKey) return;
    const next = how === "keys" ? placeAfterKey(place, event, on.countColumns()) : null;
    if (next) moveTo(next);
    else if (event.key === "Enter" && how === "keys") drop();
    else if (event.key === "Escape" || event.key === "Tab") on.onEnd();
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  const cancel = () => on.isBusy() || on.onEnd();
  window.addEventListener("keydown", onKeyDown, options);
  if (how === "keys") window.addEventListener("pointerdown", cancel, options);
  else {
    window.addEventListener("pointermove", onPointerMove, options);
    window.addEventListener("pointerup", onPointerUp, options);
    window.addEventListener("pointercancel", cancel, options);
    window.addEventListener("contextmenu", (event) => event.preventDefault(), options);
    frame = requestAnimationFrame(scrollAtEdge);
  }
  if (how === "touch") timer = window.setTimeout(toPointer, LONG_PRESS_MS);
  if (how === "keys") moveTo(start);
  const { earlyKeys } = held;
  held.earlyKeys = null;
  for (const event of earlyKeys ?? []) onKeyDown(event);
  return () => {
    listening.abort();
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

export function placeOf({ appointment: { start, end }, column }: Held, columns: Column[]): Place {
  const day = columns[column]?.day;
  const from = (day && clockMinute(day, start)) ?? 0;
  return { column, from, minutes: (end - start) / MINUTE };
}

function isSame(a: Place, b: Place): boolean {
  return a.column === b.column && a.from === b.from && a.minutes === b.minutes;
}

export function spanOf({ from, minutes }: Place, day: CalendarDay): Span {
  const start = instantAt(day, from);
  return { start, end: start + minutes * MINUTE };
}

function areasOf(scroller: HTMLElement): DOMRect[] {
  const areas = [...scroller.querySelectorAll("[data-hours]")];
  return areas.map((area) => area.getBoundingClientRect());
}

function edgeAt(at: number, from: number, to: number): -1 | 0 | 1 {
  if (at > to) return 1;
  return at < from ? -1 : 0;
}

type From = { held: Held; start: Place; top: number; scroller: HTMLElement };

function placeUnder({ x, y }: { x: number; y: number }, from: From, snap: number): Place {
  const { held, start, top, scroller } = from;
  const areas = areasOf(scroller);
  const own = areas[start.column];
  if (!own) return start;
  const moved = ((y - held.y + top - own.top) / own.height) * DAY_MINUTES;
  const round = (minute: number) => Math.round(minute / snap) * snap;
  if (held.isEnd) {
    const to = Math.min(DAY_MINUTES, round(start.from + start.minutes + moved));
    return { ...start, minutes: Math.max(LEAST_MINUTES, snap, to - start.from) };
  }
  const inside = areas.findIndex(({ left, right }) => left <= x && x < right);
  const column = inside < 0 ? start.column : inside;
  const minute = Math.min(DAY_MINUTES - LEAST_MINUTES, Math.max(0, round(start.from + moved)));
  return { ...start, column, from: minute };
}

/** 15 minutes, or five with Alt. Left and right change the column, Shift the length. */
function placeAfterKey(place: Place, { key, altKey, shiftKey }: KeyboardEvent, columns: number) {
  const by = altKey ? FINE_MINUTES : SNAP_MINUTES;
  const sign = key === "ArrowUp" || key === "ArrowLeft" ? -1 : 1;
  if (key === "ArrowUp" || key === "ArrowDown") {
    if (shiftKey) return { ...place, minutes: Math.max(LEAST_MINUTES, place.minutes + sign * by) };
    const from = Math.min(DAY_MINUTES - by, Math.max(0, place.from + sign * by));
    return { ...place, from };
  }
  if (key !== "ArrowLeft" && key !== "ArrowRight") return null;
  return { ...place, column: Math.min(columns - 1, Math.max(0, place.column + sign)) };
}
