import { isKept } from "./kept.ts";
import { createStore } from "./store.ts";

/** A header of the requests for the next screen. "1": with its data (app/dashboard/visit.ts). */
export const NAVIGATION = "x-navigation";

type PageState = {
  failedPath: string | null;
  isOutdated: boolean;
  /** When the data was read, if it comes from this device's cache. */
  keptAt: string | null;
};

const store = createStore<PageState>({ failedPath: null, isOutdated: false, keptAt: null });

/** The address of the screen that was asked for and isn't there yet. */
export const nextScreen = createStore<string | null>(null);

/** Reads that began at the press on a link, by key (lib/api/read-ahead.ts). */
export const earlyReads = new Map<string, Promise<unknown>>();

export const pageState = { ...store, clearFailed: () => set({ failedPath: null }) };

function set(change: Partial<PageState>) {
  store.set({ ...store.get(), ...change });
}

/**
 * When Next can't fetch a screen, it loads the whole page, which ends on the browser's error page and loses typed text.
 * This leaves the navigation pending instead, and the frame shows a message.
 */
export function watchNavigations(): () => void {
  const { fetch } = window;
  noteKept(document.documentElement.dataset.kept ?? null);
  window.fetch = async (input, init) => {
    if (!isNavigation(init)) return fetch(input, init);
    set({ failedPath: null });
    try {
      const headers = new Headers(init?.headers);
      headers.set(NAVIGATION, earlyReads.size === 0 ? "1" : "0");
      const answer = await fetch(input, { ...init, headers });
      if (answer.status < 502 || answer.status > 504) return answer;
    } catch (error) {
      if (init?.signal?.aborted) throw error;
    }
    const { pathname, searchParams } = new URL(String(input), window.location.href);
    searchParams.delete("_rsc");
    const path = pathname + (searchParams.size > 0 ? `?${searchParams}` : "");
    if (unsaved.size === 0 && (await isKept(path))) window.location.assign(path);
    else set({ failedPath: path });
    nextScreen.set(null);
    return new Promise<never>(() => {});
  };
  window.addEventListener("online", pageState.clearFailed);
  return () => {
    window.fetch = fetch;
    window.removeEventListener("online", pageState.clearFailed);
  };
}

/** Next prefetches with low priority; those may fail silently. */
function isNavigation(init?: RequestInit): boolean {
  return new Headers(init?.headers).get("rsc") === "1" && init?.priority !== "low";
}

/** Every answer names the server's build (next.config.mjs). */
export function noteBuild(build: string | null): void {
  if (build && process.env.BUILD && build !== process.env.BUILD) set({ isOutdated: true });
}

/** The service worker's answers say when they were stored. */
export function noteKept(at: string | null): void {
  if (at !== store.get().keptAt) set({ keptAt: at });
}

/** A missing file belongs to an older build. */
export async function checkBuild(error: unknown): Promise<void> {
  const [file] = /\/_next\/static\/[^\s?]+\.js/.exec(String(error)) ?? [];
  if (!file) return;
  const answer = await window.fetch(file, { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (answer?.status === 404) set({ isOutdated: true });
  else noteBuild(answer?.headers.get("x-build") ?? null);
}

/** False if unsaved text would be lost. */
export function reload(): boolean {
  if (unsaved.size > 0) return false;
  window.location.reload();
  return true;
}

/** `save` resolves to whether the form could be saved. */
export type UnsavedForm = { discard: () => void; saving?: { title: string; save: () => Promise<boolean> } };

export const unsaved = new Map<symbol, UnsavedForm>();

export function discardUnsaved(): void {
  for (const { discard } of unsaved.values()) discard();
  unsaved.clear();
}
