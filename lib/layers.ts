import { useEffect, useRef } from "react";

/**
 * Back closes a dialog before it leaves the page. Each open dialog has a history entry with its depth
 * (`layer`). A Back below it is reversed, and the dialog is asked to close, because it may have unsaved text.
 * Entries aren't popped on close, because that is asynchronous and may hit a later navigation; the next
 * dialog reuses them.
 */
type Layer = { close: () => void };

const layers: Layer[] = [];
let current = { path: "", depth: 0 };
/** The page's address without its dialogs, so a link to a dialog (`?new=true`) doesn't open it again. */
let pageUrl = "";
/** The depth to which a reversed Back returns; 0 if none is being reversed. */
let depthToRestore = 0;

export function depth(): number {
  return depthOf(window.history.state);
}

function replaceUrl(url: string): void {
  window.history.replaceState({ layer: depth() }, "", url);
  pageUrl = window.location.href;
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

export function rememberEntry(): void {
  current = { path: window.location.pathname, depth: depth() };
  pageUrl = window.location.href;
}

export function openLayer(close: () => void): () => void {
  const layer = { close };
  layers.push(layer);
  // Next reloads the page at an entry without its state.
  if (depth() < layers.length)
    window.history.pushState({ ...window.history.state, layer: layers.length }, "");
  rememberEntry();
  return () => {
    layers.splice(layers.indexOf(layer), 1);
    pageUrl = window.location.href;
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
  rememberEntry();
  window.addEventListener("popstate", onPop, { capture: true });
  return () => window.removeEventListener("popstate", onPop, { capture: true });
}

function onPop(event: PopStateEvent) {
  const previous = current;
  current = { path: window.location.pathname, depth: depthOf(event.state) };
  if (depthToRestore > 0) {
    event.stopImmediatePropagation();
    current.depth = depthToRestore;
    depthToRestore = 0;
    layers.at(-1)?.close();
  } else if (previous.path !== current.path || previous.depth <= current.depth) {
    pageUrl = window.location.href;
  } else if (layers.length > current.depth) {
    event.stopImmediatePropagation();
    depthToRestore = previous.depth;
    window.history.go(previous.depth - current.depth);
  } else {
    event.stopImmediatePropagation();
    // Visible only for a moment, unless it is the tab's first entry.
    window.history.replaceState(event.state, "", pageUrl);
    window.history.back();
  }
}

function depthOf(state: unknown): number {
  const { layer } = Object(state);
  return Number.isInteger(layer) ? layer : 0;
}
