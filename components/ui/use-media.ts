import { useCallback, useSyncExternalStore } from "react";

export const PHONE = "(width < 48rem)";

/** Focusing a field opens an on-screen keyboard, which would cover the form. */
export function opensKeyboard(): boolean {
  return matchMedia("(pointer: coarse)").matches;
}

/** False on the server. For roles and keys, which CSS can't control. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query);
      media.addEventListener("change", listener);
      return () => media.removeEventListener("change", listener);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  );
}
