import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False in the server's HTML and until hydration, which would lose text typed earlier. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
