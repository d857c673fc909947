import type { Body } from "#lib/contract/contract.ts";

type Work = Body<"contacts.bulk">;
export type Whom = { ids: string[] } | { where: string; search: string; but: string[] };

/** Up to the last completed step, to continue after the tab is closed. `said`: the message, with {n} for the count. */
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
/** Longer than any step. Until then another tab may still be running it. */
const BUSY_MS = 20_000;
const keyOf = (owner: string) => `bulk ${owner}`;

export function keepUnfinished(owner: string, work: Omit<Unfinished, "at">): void {
  try {
    localStorage.setItem(keyOf(owner), JSON.stringify({ ...work, at: Date.now() } satisfies Unfinished));
  } catch {
    // Storage is full or blocked. The history still shows the changes.
  }
}

export function dropUnfinished(owner: string): void {
  try {
    localStorage.removeItem(keyOf(owner));
  } catch {}
}

/** `wait`: milliseconds until no other tab can be running it. */
export function readUnfinished(owner: string): { work: Unfinished; wait: number } | null {
  try {
    const work = JSON.parse(localStorage.getItem(keyOf(owner)) ?? "null") as Unfinished | null;
    if (!work?.work || typeof work.at !== "number" || work.at < Date.now() - DAY) return null;
    return { work, wait: Math.max(0, work.at + BUSY_MS - Date.now()) };
  } catch {
    return null;
  }
}
