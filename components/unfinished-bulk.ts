import type { Body } from "#lib/contract/contract.ts";

type Work = Body<"contacts.bulk">;
export type Whom = { ids: string[] } | { where: string; search: string; but: string[] };

/**
 * Work on many contacts that a tab has begun, as far as its last answered step: who closes the tab is told of it when they come
 * back. `said` is what is told of so many, with {n} for these; `at` is when its last step ended.
 */
export type Unfinished = {
  what: Work["what"];
  whom: Whom;
  of: number;
  said: string;
  done: number;
  left: number;
  work: string;
  place: { at: number; after?: string | undefined };
  at: number;
};

const DAY = 86_400_000;
/** Longer than any step takes: until then another tab may be at it. */
const BUSY_MS = 20_000;
const keyOf = (owner: string) => `bulk ${owner}`;

/** In the browser's storage, for it outlives its tab. */
export function keepUnfinished(owner: string, work: Omit<Unfinished, "at">): void {
  try {
    localStorage.setItem(keyOf(owner), JSON.stringify({ ...work, at: Date.now() } satisfies Unfinished));
  } catch {
    // Storage is full, or refused: the history tells what was done all the same.
  }
}

export function dropUnfinished(owner: string): void {
  try {
    localStorage.removeItem(keyOf(owner));
  } catch {}
}

/** What was left, and how many milliseconds from now on it is sure that nobody goes on with it. */
export function readUnfinished(owner: string): { work: Unfinished; wait: number } | null {
  try {
    const work = JSON.parse(localStorage.getItem(keyOf(owner)) ?? "null") as Unfinished | null;
    if (!work?.work || typeof work.at !== "number" || work.at < Date.now() - DAY) return null;
    return { work, wait: Math.max(0, work.at + BUSY_MS - Date.now()) };
  } catch {
    return null;
  }
}
