"use client";
import { usePathname } from "next/navigation";
import { type ComponentType, useEffect, useSyncExternalStore } from "react";
import { part } from "#components/ui/part.tsx";
import { type Overlay, overlay } from "./overlays.ts";

type Closable = ComponentType<{ onClose: () => void }>;

const Hotkeys = part(() => import("./hotkeys.tsx").then((module) => module.Hotkeys), {
  without: () => null,
});
const content: Record<Overlay, Closable> = {
  palette: part(() => import("./palette.tsx").then((module) => module.Palette)),
  shortcuts: part(() => import("./shortcuts-help.tsx").then((module) => module.ShortcutsHelp)),
  create: part(() => import("./sheets.tsx").then((module) => module.CreateSheet)),
  more: part(() => import("./sheets.tsx").then((module) => module.MoreSheet)),
  recent: part(() => import("./recent.tsx").then((module) => module.RecentNotifications)),
};

/** Everything that may lie over the app; each part is fetched when it is first asked for. */
export function Overlays() {
  const open = useSyncExternalStore(overlay.subscribe, overlay.get, overlay.getOnServer);
  const pathname = usePathname();
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever arrives somewhere is done with the overlay
  useEffect(() => overlay.close(), [pathname]);
  const Content = open && content[open];
  return (
    <>
      <Hotkeys />
      {Content && <Content onClose={overlay.close} />}
    </>
  );
}
