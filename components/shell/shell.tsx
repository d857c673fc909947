"use client";
import { usePathname } from "next/navigation";
import { type ComponentType, type ReactNode, useEffect, useSyncExternalStore } from "react";
import { ConfirmHost } from "#components/ui/confirm.tsx";
import { DraftOwner } from "#components/ui/draft.tsx";
import { Notifications } from "#components/ui/notifications.tsx";
import { part } from "#components/ui/part.tsx";
import { Loading } from "#components/ui/states.tsx";
import { useDelayed } from "#components/ui/use-delayed.ts";
import { useComplete } from "#lib/api/complete.tsx";
import { recordVisit, watchHistory } from "#lib/history.ts";
import { noteEntry, watchLayers } from "#lib/layers.ts";
import { watchNavigations } from "#lib/page-state.ts";
import { startWorker } from "#lib/worker.ts";
import { followSystem } from "./browser-choices.ts";
import { LeaveGuard } from "./leave-guard.tsx";
import { isBeyondSection7, type Overlay, overlay } from "./navigation.ts";
import { Incidents, IntegrationNeeded, Offline } from "./notices.tsx";
import { SessionLost } from "./session-lost.tsx";
import { Sidebar } from "./sidebar.tsx";
import { TabBar } from "./tab-bar.tsx";
import { TopBar } from "./top-bar.tsx";
import { useMe } from "./use-me.ts";

export function Shell({ children }: { children: ReactNode }) {
  const { data: me, error } = useMe();
  // Also when the host is unavailable, which screens report themselves.
  const known = Boolean(me || error);
  const waiting = useDelayed(!known);
  const pathname = usePathname();
  const isMissing = useComplete() === false && isBeyondSection7(pathname);
  useEffect(watchLayers, []);
  useEffect(watchHistory, []);
  useEffect(watchNavigations, []);
  useEffect(() => startWorker(renewPush), []);
  useEffect(followSystem, []);
  useEffect(() => recordVisit(pathname), [pathname]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each change of the path
  useEffect(noteEntry, [pathname]);
  return (
    <div className="min-h-dvh md:grid md:grid-cols-[var(--sidebar-width)_minmax(0,1fr)]">
      <a
        href="#main"
        className="fixed top-3 left-3 z-60 -translate-y-20 rounded-md bg-popover px-3.5 py-3 focus:translate-y-0 focus:shadow-3"
      >
        Skip to content
      </a>
      <Sidebar />
      <div className="flex min-w-0 flex-col">
        <TopBar />
        <main
          id="main"
          tabIndex={-1}
          className="mx-auto flex w-full max-w-320 flex-col gap-5 p-6 outline-none phone:gap-4 phone:px-4 phone:pt-4 phone:pb-[calc(88px+env(safe-area-inset-bottom))]"
        >
          <Offline />
          <Incidents />
          <IntegrationNeeded />
          <DraftOwner value={me?.id}>
            {!known ? waiting && <Loading /> : isMissing ? <NotOffered pathname={pathname} /> : children}
          </DraftOwner>
        </main>
      </div>
      <TabBar />
      <LeaveGuard />
      <Overlays />
      <SessionLost />
      <ConfirmHost />
      <Notifications />
    </div>
  );
}

const renewPush = () => import("#lib/api/push.ts").then((module) => module.renewPush());

const NotOffered = part(() => import("./not-offered.tsx"), "NotOffered");

type Closable = ComponentType<{ onClose: () => void }>;

const Hotkeys = part(() => import("./hotkeys.tsx"), "Hotkeys", {
  without: () => null,
});
const content: Record<Overlay, Closable> = {
  palette: part(() => import("./palette.tsx"), "Palette"),
  shortcuts: part(() => import("./shortcuts-help.tsx"), "ShortcutsHelp"),
  create: part(() => import("./sheets.tsx"), "CreateSheet"),
  more: part(() => import("./sheets.tsx"), "MoreSheet"),
  recent: part(() => import("./recent.tsx"), "RecentNotifications"),
};

function Overlays() {
  const open = useSyncExternalStore(overlay.subscribe, overlay.get, overlay.getOnServer);
  const pathname = usePathname();
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigation closes the overlay
  useEffect(() => overlay.close(), [pathname]);
  const Content = open && content[open];
  return (
    <>
      <Hotkeys />
      {Content && <Content onClose={overlay.close} />}
    </>
  );
}
