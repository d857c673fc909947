import { useEffect, useRef } from "react";

/**
 * Back closes what lies over a page before it leaves the page. An open dialog stands on a history entry of its own
 * above the page's, which says how deep it lies (`layer` in its state). Back to the entry below is taken back, and the
 * dialog asked to close instead: it may have text to ask about. A dialog that is gone leaves its entry to the page: the
 * next dialog takes it, and Back passes the entry below it. Nothing is popped when a dialog closes, because that comes
 * late, into a navigation that may have begun by then.
 */
type Layer = { close: () => void };

const layers: Layer[] = [];
/** The entry that was left when the browser tells of the next one. */
let here = { path: "", depth: 0 };
/** The page's address once nothing lies over it: a link to a dialog (`?new=true`) must not open it again. */
let clean = "";
/** The depth to which a Back is being taken back. */
let returning = 0;

/** How many entries of this page lie below the current one. */
export function depth(): number {
  return depthOf(window.history.state);
}

/** Rewrites the current entry's address. */
export function replaceUrl(url: string): void {
  window.history.replaceState({ layer: depth() }, "", url);
  clean = window.location.href;
}

/** To be called when a page has been reached: of the entries that Next makes nobody is told. */
export function noteEntry(): void {
  here = { path: window.location.pathname, depth: depth() };
  clean = window.location.href;
}

/** Begins a layer; returns its end. */
export function openLayer(close: () => void): () => void {
  const layer = { close };
  layers.push(layer);
  // With the state of Next, which reloads the page at an entry without one.
  if (depth() < layers.length)
    window.history.pushState({ ...window.history.state, layer: layers.length }, "");
  noteEntry();
  return () => {
    layers.splice(layers.indexOf(layer), 1);
    clean = window.location.href;
  };
}

/** Closes the dialog in front; says whether there was one. */
export function closeLayer(): boolean {
  const layer = layers.at(-1);
  layer?.close();
  return layer !== undefined;
}

/** For whatever lies over a page: Back calls `onClose`, as Escape does. */
export function useLayer(onClose: () => void): void {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => openLayer(() => close.current()), []);
}

/** Listens to Back and Forward before Next does. Returns the way out. */
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
    // Shown for a moment only, unless it is the first entry of the tab.
    window.history.replaceState(event.state, "", clean);
    window.history.back();
  }
}

function depthOf(state: unknown): number {
  const { layer } = Object(state);
  return Number.isInteger(layer) ? layer : 0;
}
