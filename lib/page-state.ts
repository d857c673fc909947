import { isKept } from "./kept.ts";
import { createStore } from "./store.ts";

type PageState = {
  /** The path of the screen that was asked for last, where it could not be fetched. */
  failedPath: string | null;
  /** Whether the server runs another build than this page: files that this page still needs may be gone. */
  isOutdated: boolean;
  /** When what is on screen was read, where it comes from what this device keeps and not from the server. */
  keptAt: string | null;
};

const store = createStore<PageState>({ failedPath: null, isOutdated: false, keptAt: null });

/** What this page cannot reach at the moment. */
export const pageState = { ...store, clearFailed: () => set({ failedPath: null }) };

function set(change: Partial<PageState>) {
  store.set({ ...store.get(), ...change });
}

/**
 * Next answers a screen that it could not fetch by loading the whole page, which ends on the browser's own error page
 * and takes along what was typed. Here such a navigation is left open instead: Next shows the old screen until the next
 * one takes its place, and the frame says what happened. Returns the way out.
 */
export function watchNavigations(): () => void {
  const { fetch } = window;
  noteKept(document.documentElement.dataset.kept ?? null);
  window.fetch = async (input, init) => {
    if (!isNavigation(init)) return fetch(input, init);
    set({ failedPath: null });
    try {
      const answer = await fetch(input, init);
      // A server that is being started anew: what stands before it answers.
      if (answer.status < 502 || answer.status > 504) return answer;
    } catch (error) {
      if (init?.signal?.aborted) throw error;
    }
    const { pathname, searchParams } = new URL(String(input), window.location.href);
    searchParams.delete("_rsc");
    const path = pathname + (searchParams.size > 0 ? `?${searchParams}` : "");
    if (unsaved.size === 0 && (await isKept(path))) window.location.assign(path);
    else set({ failedPath: path });
    return new Promise<never>(() => {});
  };
  window.addEventListener("online", pageState.clearFailed);
  return () => {
    window.fetch = fetch;
    window.removeEventListener("online", pageState.clearFailed);
  };
}

/** What Next fetches ahead it asks for with low priority, and may fail unnoticed. */
function isNavigation(init?: RequestInit): boolean {
  return new Headers(init?.headers).get("rsc") === "1" && init?.priority !== "low";
}

/** Every answer of the server names its build (next.config.mjs). */
export function noteBuild(build: string | null): void {
  if (build && process.env.BUILD && build !== process.env.BUILD) set({ isOutdated: true });
}

/** An answer of the worker's tells when it was kept; the server's own tells nothing. */
export function noteKept(at: string | null): void {
  if (at !== store.get().keptAt) set({ keptAt: at });
}

/** Whether code that was to be fetched did not come. */
export function isChunkError(error: unknown): boolean {
  return error instanceof Error && (error.name === "ChunkLoadError" || isChunkError(error.cause));
}

/** Asks why code did not come: a file that is gone belongs to an older build. */
export async function checkBuild(error: unknown): Promise<void> {
  const [file] = /\/_next\/static\/[^\s?]+\.js/.exec(String(error)) ?? [];
  if (!file) return;
  const answer = await window.fetch(file, { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (answer?.status === 404) set({ isOutdated: true });
  else noteBuild(answer?.headers.get("x-build") ?? null);
}

/** Brings the new build, where nothing that was typed would be lost by it; says whether it does. */
export function reload(): boolean {
  if (unsaved.size > 0) return false;
  window.location.reload();
  return true;
}

/** One mark per form that holds unsaved text, with what throws away its draft, too. */
export const unsaved = new Map<symbol, () => void>();

export function discardUnsaved(): void {
  for (const discard of unsaved.values()) discard();
  unsaved.clear();
}
