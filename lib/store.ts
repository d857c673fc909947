/**
 * A value that lives outside of React and tells whoever watches it, as useSyncExternalStore wants it. The server, and the
 * first rendering of what it sent, see what it begins with.
 */
export function createStore<S>(initial: S) {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    get: () => state,
    getOnServer: () => initial,
    set(next: S) {
      state = next;
      for (const listener of listeners) listener();
    },
    isWatched: () => listeners.size > 0,
  };
}
