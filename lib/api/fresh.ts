/** Keys that the server read for this page's first HTML: their first hook need not ask the host once more. */
const fresh = new Set<string>();

export function markFresh(keys: string[]): void {
  for (const key of keys) fresh.add(key);
}

/** After the first view, what is cached counts as stale again. */
export function forgetFresh(): void {
  fresh.clear();
}

/** On the server everything is: it renders once, and the browser's first render must come to the same. */
export function isFresh(key: string): boolean {
  return typeof window === "undefined" || fresh.has(key);
}
