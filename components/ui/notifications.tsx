"use client";
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from "react";
import { notifications, showCarried } from "#lib/notifications.ts";

const Toaster = lazy(() => import("./toaster.tsx").then((module) => ({ default: module.Toaster })));

/** Stands once on every page; fetches the toaster with the first notification. */
export function Notifications() {
  const { open } = useSyncExternalStore(
    notifications.subscribe,
    notifications.get,
    notifications.getOnServer,
  );
  const [used, setUsed] = useState(false);
  useEffect(showCarried, []);
  if (open.length > 0 && !used) setUsed(true);
  // A dialog hides the rest of the page from screen readers, except what is marked as live before it opens.
  return (
    <div aria-live="off">
      {used && (
        <Suspense>
          <Toaster open={open} />
        </Suspense>
      )}
    </div>
  );
}
