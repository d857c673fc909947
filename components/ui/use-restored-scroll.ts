import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { isRevisit } from "#lib/history.ts";
import type { List } from "#lib/list.ts";

type Place = { top: number; page: number; row: string | null; loaded: number };

/** A reload reads rows again page by page: not more of them than these. */
const MOST = 1000;
/** Milliseconds after the last movement; not every browser tells of its end. */
const STILL = 100;

/**
 * Browsers restore the window's scroll position and no other. Remembers where the scroller stood and which row's link
 * was left, per URL, and puts both back once the rows are there, if the person came Back or reloaded.
 */
export function useRestoredScroll(
  scroller: RefObject<HTMLElement | null>,
  /** How many rows have their place on the screen; undefined until some have. */
  loaded: number | undefined,
  { more, busy, loadMore }: Pick<List<unknown>, "more" | "busy" | "loadMore">,
): void {
  // What is still to be restored; undefined until it was looked for.
  const pending = useRef<Place | null | undefined>(undefined);
  // The row that gets the focus once it is in the document.
  const focusing = useRef<string | null>(null);
  const count = useRef(0);
  count.current = loaded ?? 0;

  useLayoutEffect(() => {
    if (pending.current === undefined) pending.current = isRevisit() ? read() : null;
    const place = pending.current;
    if (loaded === undefined || !place || isMissing(place, loaded, more)) return;
    pending.current = null;
    scroller.current?.scrollTo({ top: place.top });
    window.scrollTo({ top: place.page });
    focusing.current = place.row;
  }, [loaded, more, scroller]);

  useLayoutEffect(() => {
    const id = focusing.current;
    const row = id && scroller.current?.querySelector(`[data-row="${CSS.escape(id)}"]`);
    if (!row) return;
    focusing.current = null;
    row.querySelector<HTMLElement>("a")?.focus({ preventScroll: true });
  });

  // In a phase of its own: only now can the list ask for more.
  useEffect(() => {
    const place = pending.current;
    if (place && loaded !== undefined && !busy && isMissing(place, loaded, more)) loadMore();
  }, [loaded, more, busy, loadMore]);

  useEffect(() => {
    const element = scroller.current;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const save = () => {
      // Not over what is still to be restored.
      if (pending.current) return;
      const row = document.activeElement?.closest("[data-row]")?.getAttribute("data-row") ?? null;
      const place: Place = {
        top: element?.scrollTop ?? 0,
        page: window.scrollY,
        row,
        loaded: count.current,
      };
      sessionStorage.setItem(keyOfPage(), JSON.stringify(place));
    };
    const saveWhenIdle = () => {
      clearTimeout(timer);
      timer = setTimeout(save, STILL);
    };
    // Whoever moves by themselves is not moved.
    const giveUp = () => {
      pending.current = null;
      focusing.current = null;
    };
    const listening = new AbortController();
    const { signal } = listening;
    // A click that leaves is the last moment at which the page still stands as it was seen.
    element?.addEventListener("click", save, { signal, capture: true });
    // The scroller's own, and the page's on phones.
    for (const target of [element, document])
      target?.addEventListener("scroll", saveWhenIdle, { signal, passive: true });
    for (const event of ["wheel", "touchmove", "keydown", "pointerdown"])
      document.addEventListener(event, giveUp, { signal, passive: true });
    return () => {
      clearTimeout(timer);
      listening.abort();
    };
  }, [scroller]);
}

/** Whether rows that stood there are still to be read. */
function isMissing(place: Place, loaded: number, more: boolean): boolean {
  return more && loaded < Math.min(place.loaded, MOST);
}

function read(): Place | null {
  const stored = sessionStorage.getItem(keyOfPage());
  return stored ? JSON.parse(stored) : null;
}

function keyOfPage(): string {
  return `place ${window.location.pathname}${window.location.search}`;
}
