import { useCallback, useSyncExternalStore } from "react";

/** Below it the layout is a phone's (globals.css). */
export const PHONE = "(width < 768px)";

/** Whether a media query holds; false on the server. For what CSS cannot say: roles and keys. */
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
