import { type RefObject, useEffect, useRef, useState } from "react";
import type { Appointment } from "#lib/calendar/appointments.ts";
import type { Column } from "./day-head.tsx";

/** The appointment being moved. `isEnd`: its end is dragged. */
export type Held = {
  appointment: Appointment;
  element: HTMLElement;
  column: number;
  how: "mouse" | "touch" | "keys";
  isEnd: boolean;
  x: number;
  y: number;
  /** Keys pressed before the code that moves it has loaded. */
  earlyKeys: KeyboardEvent[] | null;
};

const HANDLE_HEIGHT = 6;

export function useHold(scroller: RefObject<HTMLElement | null>, columns: Column[], load: () => void) {
  const [held, setHeld] = useState<Held | null>(null);
  const latest = useRef({ columns, isHeld: false });
  useEffect(() => {
    latest.current = { columns, isHeld: held !== null };
  });

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const listening = new AbortController();
    const { signal } = listening;

    function hold(event: Event, how: Held["how"], { x, y }: { x: number; y: number }) {
      const button = event.target instanceof Element && event.target.closest<HTMLElement>("[data-booking]");
      const hours = button ? button.closest<HTMLElement>("[data-hours]") : null;
      if (!button || !hours || latest.current.isHeld) return;
      const column = Number(hours.dataset.hours);
      const { booking } = button.dataset;
      const piece = latest.current.columns[column]?.pieces.find(
        ({ appointment }) => appointment.booking === booking,
      );
      const { appointment } = piece ?? {};
      if (!appointment || !isMovable(appointment)) return;
      const { bottom, height } = button.getBoundingClientRect();
      const isEnd = how === "mouse" && bottom - y <= HANDLE_HEIGHT && height > 2 * HANDLE_HEIGHT;
      setHeld({ appointment, element: button, column, how, isEnd, x, y, earlyKeys: [] });
    }

    const onPointer = (event: PointerEvent) => {
      if (event.button !== 0 || event.ctrlKey || event.metaKey) return;
      hold(event, event.pointerType === "mouse" ? "mouse" : "touch", event);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "m" || event.ctrlKey || event.metaKey || event.altKey) return;
      hold(event, "keys", { x: 0, y: 0 });
    };
    const loadMover = ({ target }: Event) =>
      target instanceof Element && target.closest("[data-booking]") && load();
    element.addEventListener("pointerdown", onPointer, { signal });
    element.addEventListener("keydown", onKey, { signal });
    element.addEventListener("pointerover", loadMover, { signal, passive: true });
    element.addEventListener("focusin", loadMover, { signal });
    // Only a listener that exists before the touch can prevent scrolling.
    element.addEventListener("touchmove", keepStill, { signal, passive: false });
    return () => listening.abort();
  }, [scroller, load]);

  useEffect(() => {
    if (!held) return;
    const listening = new AbortController();
    const options = { signal: listening.signal, capture: true };
    function onRelease() {
      if (!document.querySelector("[data-lifted]")) setHeld(null);
    }
    function keepEarlyKey(event: KeyboardEvent) {
      if (!held?.earlyKeys || held.how !== "keys") return;
      held.earlyKeys.push(event);
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    window.addEventListener("keydown", keepEarlyKey, options);
    if (held.how !== "keys") {
      window.addEventListener("pointerup", onRelease, options);
      window.addEventListener("pointercancel", onRelease, options);
    }
    return () => listening.abort();
  }, [held]);

  return { held, letGo: () => setHeld(null) };
}

/** The click that follows a drag would open what lies under the pointer. */
export function keepFromClicking(): void {
  const stop = (event: Event) => event.stopPropagation();
  window.addEventListener("click", stop, { capture: true, once: true });
  setTimeout(() => window.removeEventListener("click", stop, { capture: true }));
}

function keepStill(event: TouchEvent): void {
  if (document.querySelector("[data-lifted]") && event.cancelable) event.preventDefault();
}

function isMovable({ of, end }: Appointment): boolean {
  return of?.visit?.status === "CONFIRMED" && end > Date.now();
}
