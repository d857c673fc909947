import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { isRevisit } from "#lib/history.ts";
import type { List } from "#lib/list.ts";

type Place = { top: number; page: number; row: string | null; loaded: number };

/** A reload reads rows page by page. */
const MOST = 1000;
const STILL_MS = 100;

export function useRestoredScroll(
  scroller: RefObject<HTMLElement | null>,
  loaded: number | undefined,
  { more, busy, loadMore }: Pick<List<unknown>, "more" | "busy" | "loadMore">,
): void {
  // The place to restore; undefined until storage was read.
  const pending = useRef<Place | null | undefined>(undefined);
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

  // A separate effect, because the list can only load more now.
  useEffect(() => {
    const place = pending.current;
    if (place && loaded !== undefined && !busy && isMissing(place, loaded, more)) loadMore();
  }, [loaded, more, busy, loadMore]);

  useEffect(() => {
    const element = scroller.current;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const save = () => {
      if (pending.current) return;
      const row = document.activeElement?.closest("[data-row]")?.getAttribute("data-row") ?? null;
      const place: Place = { top: element?.scrollTop ?? 0, page: window.scrollY, row, loaded: count.current };
      sessionStorage.setItem(keyOfPage(), JSON.stringify(place));
    };
    const stop = () => {
      element?.removeAttribute("data-scrolling");
      save();
    };
    const onScroll = () => {
      element?.setAttribute("data-scrolling", "");
      clearTimeout(timer);
      timer = setTimeout(stop, STILL_MS);
    };
    const giveUp = () => {
      pending.current = null;
      focusing.current = null;
    };
    const listening = new AbortController();
    const { signal } = listening;
    // A click on a link is the last moment at which the old position is known.
    element?.addEventListener("click", save, { signal, capture: true });
    for (const target of [element, document])
      target?.addEventListener("scroll", onScroll, { signal, passive: true });
    for (const event of ["wheel", "touchmove", "keydown", "pointerdown"])
      document.addEventListener(event, giveUp, { signal, passive: true });
    return () => {
      clearTimeout(timer);
      listening.abort();
    };
  }, [scroller]);
}

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
