"use client";
import { usePathname } from "next/navigation";
import { type ComponentType, lazy, Suspense, useEffect, useSyncExternalStore } from "react";
import { type Overlay, overlay } from "./overlays.ts";

type Closable = ComponentType<{ onClose: () => void }>;

const Hotkeys = lazy(() => import("./hotkeys.tsx").then((module) => ({ default: module.Hotkeys })));
const content: Record<Overlay, Closable> = {
  palette: lazy(() => import("./palette.tsx").then((module) => ({ default: module.Palette }))),
  shortcuts: lazy(() => import("./shortcuts-help.tsx").then((module) => ({ default: module.ShortcutsHelp }))),
  create: lazy(() => import("./sheets.tsx").then((module) => ({ default: module.CreateSheet }))),
  more: lazy(() => import("./sheets.tsx").then((module) => ({ default: module.MoreSheet }))),
  recent: lazy(() => import("./recent.tsx").then((module) => ({ default: module.RecentNotifications }))),
};

/** Everything that may lie over the app; each part is fetched when it is first asked for. */
export function Overlays() {
  const open = useSyncExternalStore(overlay.subscribe, overlay.get, overlay.getOnServer);
  const pathname = usePathname();
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever arrives somewhere is done with the overlay
  useEffect(() => overlay.close(), [pathname]);
  const Content = open && content[open];
  return (
    <Suspense>
      <Hotkeys />
      {Content && <Content onClose={overlay.close} />}
    </Suspense>
  );
}
