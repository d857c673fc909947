import { useSyncExternalStore } from "react";

/** Undefined on the server. */
export function useOnline(): boolean | undefined {
  return useSyncExternalStore<boolean | undefined>(
    subscribe,
    () => navigator.onLine,
    () => undefined,
  );
}

function subscribe(listener: () => void) {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}
