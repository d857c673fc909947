/** For useSyncExternalStore. Server and first client rendering use the initial value. */
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
