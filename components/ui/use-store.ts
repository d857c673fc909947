import { useSyncExternalStore } from "react";

type Store<S> = { subscribe: (listener: () => void) => () => void; get: () => S; getOnServer: () => S };

export function useStore<S>({ subscribe, get, getOnServer }: Store<S>): S {
  return useSyncExternalStore(subscribe, get, getOnServer);
}

const never = () => () => {};

/** `onServer` until hydration. The value must stay the same. */
export function useBrowserValue<T>(read: () => T, onServer: T): T {
  return useSyncExternalStore(never, read, () => onServer);
}
