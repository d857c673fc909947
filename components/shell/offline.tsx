"use client";
import { WifiOff } from "lucide-react";
import { useSyncExternalStore } from "react";

/** A calm line while the browser has no network: nothing is lost, and nothing can be saved. */
export function Offline() {
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <p
      role="status"
      className="flex items-center gap-3 rounded-lg bg-warning-soft px-4 py-2.5 text-warning empty:hidden"
    >
      {!online && (
        <>
          <WifiOff size={16} strokeWidth={1.75} className="shrink-0" aria-hidden="true" />
          You are offline. What you see may be out of date, and nothing can be saved until you are back.
        </>
      )}
    </p>
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
