import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { hasComeBack } from "#lib/came-back.ts";

type Place = { top: number; page: number; row: string | null };

/**
 * Browsers restore the window's scroll position and no other. Remembers where the scroller stood and which row's link
 * was left, per URL, and puts both back once the rows are there, if the person came Back.
 */
export function useRestoredScroll(scroller: RefObject<HTMLElement | null>, ready: boolean): void {
  const pending = useRef(true);
  useLayoutEffect(() => {
    if (!ready || !pending.current) return;
    pending.current = false;
    const place = hasComeBack() ? read() : null;
    if (!place) return;
    scroller.current?.scrollTo({ top: place.top });
    window.scrollTo({ top: place.page });
    const row = place.row && scroller.current?.querySelector(`[data-row="${CSS.escape(place.row)}"]`);
    if (row) row.querySelector<HTMLElement>("a")?.focus({ preventScroll: true });
  }, [ready, scroller]);

  useEffect(() => {
    const element = scroller.current;
    const save = () => {
      const row = document.activeElement?.closest("[data-row]")?.getAttribute("data-row") ?? null;
      const place: Place = { top: element?.scrollTop ?? 0, page: window.scrollY, row };
      sessionStorage.setItem(keyOfPage(), JSON.stringify(place));
    };
    // A click that leaves is the last moment at which the page still stands as it was seen.
    element?.addEventListener("click", save, { capture: true });
    element?.addEventListener("scrollend", save);
    return () => {
      element?.removeEventListener("click", save, { capture: true });
      element?.removeEventListener("scrollend", save);
    };
  }, [scroller]);
}

function read(): Place | null {
  const stored = sessionStorage.getItem(keyOfPage());
  return stored ? JSON.parse(stored) : null;
}

function keyOfPage(): string {
  return `place ${window.location.pathname}${window.location.search}`;
}
