"use client";
import { useEffect, useState } from "react";
import { dismiss, type Notification, notifications, showCarried } from "#lib/notifications.ts";
import { Button } from "./button.tsx";
import { part } from "./part.tsx";
import { useStore } from "./use-store.ts";

const Toaster = part(() => import("./toaster.tsx"), "Toaster", {
  without: ({ open }) => <Plain open={open} />,
});

export function Notifications() {
  const { open } = useStore(notifications);
  const [used, setUsed] = useState(false);
  useEffect(showCarried, []);
  if (open.length > 0 && !used) setUsed(true);
  // Dialogs hide the rest of the page from screen readers, except regions that are live before they open.
  return <div aria-live="off">{used && <Toaster open={open} />}</div>;
}

/** If the toaster can't be loaded. */
function Plain({ open }: { open: readonly Notification[] }) {
  return (
    <div role="alert" className="fixed inset-x-4 bottom-20 z-60 mx-auto grid max-w-90 gap-2">
      {open.map(({ id, message }) => (
        <p key={id} className="floating flex items-center gap-3 px-3.5 py-2.5">
          <span className="flex-1">{message}</span>
          <Button onClick={() => dismiss(id)}>Dismiss</Button>
        </p>
      ))}
    </div>
  );
}
