import { useEffect, useRef } from "react";

/**
 * Back closes a dialog before it leaves the page. Each open dialog has a history entry with its depth
 * (`layer`). A Back below it is reversed, and the dialog is asked to close, because it may have unsaved text.
 * Entries aren't popped on close, because that is asynchronous and may hit a later navigation; the next
 * dialog reuses them.
 */
type Layer = { close: () => void };

const layers: Layer[] = [];
let here = { path: "", depth: 0 };
/** The page's address without its dialogs, so a link to a dialog (`?new=true`) doesn't open it again. */
let clean = "";
let returning = 0;

export function depth(): number {
  return depthOf(window.history.state);
}

function replaceUrl(url: string): void {
  window.history.replaceState({ layer: depth() }, "", url);
  clean = window.location.href;
}

/** Sets these query parameters of the address; empty ones are removed. */
export function replaceQuery(changes: Record<string, string | undefined>): void {
  const query = new URLSearchParams(window.location.search);
  for (const [key, value] of Object.entries(changes)) {
    if (value) query.set(key, value);
    else query.delete(key);
  }
  replaceUrl(query.size > 0 ? `${window.location.pathname}?${query}` : window.location.pathname);
}

export function noteEntry(): void {
  here = { path: window.location.pathname, depth: depth() };
  clean = window.location.href;
}

export function openLayer(close: () => void): () => void {
  const layer = { close };
  layers.push(layer);
  // Next reloads the page at an entry without its state.
  if (depth() < layers.length)
    window.history.pushState({ ...window.history.state, layer: layers.length }, "");
  noteEntry();
  return () => {
    layers.splice(layers.indexOf(layer), 1);
    clean = window.location.href;
  };
}

export function closeLayer(): boolean {
  const layer = layers.at(-1);
  layer?.close();
  return layer !== undefined;
}

export function useLayer(onClose: () => void): void {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => openLayer(() => close.current()), []);
}

/** Handles Back and Forward before Next does. */
export function watchLayers(): () => void {
  noteEntry();
  window.addEventListener("popstate", onPop, { capture: true });
  return () => window.removeEventListener("popstate", onPop, { capture: true });
}

function onPop(event: PopStateEvent) {
  const left = here;
  here = { path: window.location.pathname, depth: depthOf(event.state) };
  if (returning > 0) {
    event.stopImmediatePropagation();
    here.depth = returning;
    returning = 0;
    layers.at(-1)?.close();
  } else if (left.path !== here.path || left.depth <= here.depth) {
    clean = window.location.href;
  } else if (layers.length > here.depth) {
    event.stopImmediatePropagation();
    returning = left.depth;
    window.history.go(left.depth - here.depth);
  } else {
    event.stopImmediatePropagation();
    // Visible only for a moment, unless it is the tab's first entry.
    window.history.replaceState(event.state, "", clean);
    window.history.back();
  }
}

function depthOf(state: unknown): number {
  const { layer } = Object(state);
  return Number.isInteger(layer) ? layer : 0;
}
