import { useBrowserValue } from "./use-store.ts";

/** False in the server's HTML and until hydration, which would lose text typed earlier. */
export function useHydrated(): boolean {
  return useBrowserValue(() => true, false);
}
