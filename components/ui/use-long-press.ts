import { type RefObject, useEffect, useRef } from "react";

const HOLD_MS = 500;
const STILL_PX = 10;

/** For touch. Suppresses the browser's context menu and the click that follows. */
export function useLongPress(
  body: RefObject<HTMLElement | null>,
  onHold: ((id: string) => void) | undefined,
  hasRows: boolean,
): void {
  const latest = useRef(onHold);
  latest.current = onHold;
  const isOn = onHold !== undefined && hasRows;
  useEffect(() => {
    const element = body.current;
    if (!element || !isOn) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let pressedId = "";
    let from = { x: 0, y: 0 };
    let wasHeld = false;

    const cancel = () => {
      clearTimeout(timer);
      pressedId = "";
    };
    const hold = () => {
      if (!pressedId) return;
      wasHeld = true;
      latest.current?.(pressedId);
      cancel();
    };
    const down = (event: PointerEvent) => {
      cancel();
      wasHeld = false;
      const row = (event.target as Element).closest<HTMLElement>("[data-row]");
      if (event.pointerType !== "touch" || !event.isPrimary || !row || isControl(event.target)) return;
      pressedId = row.dataset.row ?? "";
      from = { x: event.clientX, y: event.clientY };
      timer = setTimeout(hold, HOLD_MS);
    };
    const move = (event: PointerEvent) => {
      if (pressedId && Math.hypot(event.clientX - from.x, event.clientY - from.y) > STILL_PX) cancel();
    };
    // Android's own long-press event may come earlier.
    const menu = (event: Event) => {
      if (!pressedId && !wasHeld) return;
      event.preventDefault();
      hold();
    };
    const click = (event: Event) => {
      if (!wasHeld) return;
      wasHeld = false;
      event.preventDefault();
      event.stopPropagation();
    };
    const listeners = [
      ["pointerdown", down],
      ["pointermove", move],
      ["pointerup", cancel],
      ["pointercancel", cancel],
      ["contextmenu", menu],
    ] as const;
    for (const [name, listener] of listeners) element.addEventListener(name, listener as EventListener);
    element.addEventListener("click", click, { capture: true });
    return () => {
      cancel();
      for (const [name, listener] of listeners) element.removeEventListener(name, listener as EventListener);
      element.removeEventListener("click", click, { capture: true });
    };
  }, [body, isOn]);
}

function isControl(target: EventTarget | null): boolean {
  return (target as Element).closest("button, input") !== null;
}
