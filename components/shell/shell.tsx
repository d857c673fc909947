"use client";
import { usePathname, useRouter } from "next/navigation";
import {
  type ComponentType,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useTransition,
} from "react";
import { useSWRConfig } from "swr";
import { ConfirmHost } from "#components/ui/confirm.tsx";
import { AMERICAN, DatesContext } from "#components/ui/dates.ts";
import { DraftOwner } from "#components/ui/draft.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { useNextScreen } from "#components/ui/link.tsx";
import { Notifications } from "#components/ui/notifications.tsx";
import { part } from "#components/ui/part.tsx";
import { Loading } from "#components/ui/states.tsx";
import { useDelayed } from "#components/ui/use-delayed.ts";
import { useStore } from "#components/ui/use-store.ts";
import { ApiError, ask, sessionLost } from "#lib/api/call.ts";
import { useComplete } from "#lib/api/complete.tsx";
import type { Me } from "#lib/contract/users.ts";
import { recordVisit, watchHistory } from "#lib/history.ts";
import { rememberEntry, watchLayers } from "#lib/layers.ts";
import { nextScreen, unsaved, watchNavigations } from "#lib/page-state.ts";
import { idle, isMetered } from "#lib/stored-code.ts";
import { startWorker } from "#lib/worker.ts";
import { followSystem } from "./browser-choices.ts";
import { LeaveGuard } from "./leave-guard.tsx";
import { isBeyondSection7, type Overlay, overlay, screens } from "./navigation.ts";
import { DemoEnd, Incidents, IntegrationNeeded, Offline } from "./notices.tsx";
import { WHOLE } from "./prefetch-link.tsx";
import { NavLink, Sidebar } from "./sidebar.tsx";
import { TopBar } from "./top-bar.tsx";
import { TypedAhead } from "./typed-ahead.tsx";
import { useMe } from "./use-me.ts";
import { watchWaiting } from "./watch-waiting.ts";

export function Shell({ children }: { children: ReactNode }) {
  const { data: me, error } = useMe();
  const known = Boolean(me || error);
  const waiting = useDelayed(!known);
  const pathname = usePathname();
  const isMissing = useComplete() === false && isBeyondSection7(pathname);
  const dates = useMemo(() => ({ ...(me?.dates ?? AMERICAN), timezone: me?.timezone }), [me]);
  useEffect(watchLayers, []);
  useEffect(watchHistory, []);
  useEffect(watchNavigations, []);
  useEffect(() => startWorker(renewPush), []);
  useEffect(followSystem, []);
  useEffect(() => watchWaiting(me?.id), [me?.id]);
  useEffect(() => recordVisit(pathname), [pathname]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each change of the path
  useEffect(rememberEntry, [pathname]);
  return (
    <DatesContext value={dates}>
      <div className="min-h-dvh md:grid md:grid-cols-[var(--sidebar-width)_minmax(0,1fr)]">
        <a
          href="#main"
          className="fixed top-3 left-3 z-60 -translate-y-20 rounded-md bg-popover px-3.5 py-3 focus:translate-y-0 focus:shadow-3"
        >
          Skip to content
        </a>
        <Sidebar />
        <NavigationProgress />
        <div className="flex min-w-0 flex-col">
          <TopBar />
          <main
            id="main"
            tabIndex={-1}
            className="mx-auto flex w-full max-w-320 flex-col gap-5 p-6 outline-none phone:gap-4 phone:px-4 phone:pt-4 phone:pb-[calc(88px+env(safe-area-inset-bottom))] phone:has-data-sheet:py-0"
          >
            <DemoEnd />
            <Offline />
            <Incidents />
            {/* Home shows it itself, because it depends on Home's data. */}
            {pathname !== "/dashboard" && <IntegrationNeeded />}
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
    </DatesContext>
  );
}

/** Screens without an id that this tab has shown. */
const shown = new Set<string>();

function NavigationProgress() {
  const router = useRouter();
  const to = useNextScreen();
  const [isGoing, start] = useTransition();
  const isSlow = useDelayed(to !== null);
  useEffect(() => {
    if (to !== null) start(() => router.push(to));
  }, [to, router]);
  useEffect(() => {
    if (!isGoing) nextScreen.set(null);
  }, [isGoing]);
  // A return to a screen then needs no request, only its reads.
  const here = usePathname();
  useEffect(() => {
    const others = [...shown].filter((path) => path !== here);
    if (!/\d/.test(here)) shown.add(here);
    if (isMetered()) return;
    return idle(() => {
      for (const path of others) router.prefetch(path, WHOLE);
    });
  }, [here, router]);
  return (
    isSlow && <div aria-hidden="true" className="fixed inset-x-0 top-0 z-60 h-0.5 animate-pulse bg-primary" />
  );
}

const renewPush = () => import("#lib/api/push.ts").then((module) => module.renewPush());

const NotOffered = part(() => import("./not-offered.tsx"), "NotOffered");

type Closable = ComponentType<{ onClose: () => void }>;

const Hotkeys = part(() => import("./hotkeys.tsx"), "Hotkeys", { without: () => null });
const content: Record<Overlay, Closable> = {
  palette: part(() => import("./palette.tsx"), "Palette", { until: () => <TypedAhead /> }),
  shortcuts: part(() => import("./shortcuts-help.tsx"), "ShortcutsHelp"),
  create: part(() => import("./sheets.tsx"), "CreateSheet"),
  more: part(() => import("./sheets.tsx"), "MoreSheet"),
  recent: part(() => import("./recent.tsx"), "RecentNotifications"),
};

function Overlays() {
  const open = useStore(overlay);
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

const SignInAgain = part(() => import("./sign-in-again.tsx"), "SignInAgain");

/** Above a form with unsaved text. If someone else signs in, the page reloads without it. */
function SessionLost() {
  const lost = useStore(sessionLost);
  const { data: me } = useMe();
  const { mutate } = useSWRConfig();
  const [asking, setAsking] = useState(false);
  const owner = useRef<Me>(undefined);
  if (!owner.current && me) owner.current = me;
  useEffect(() => {
    if (me && owner.current && !isSame(me, owner.current)) startOver();
  }, [me]);

  const goOn = useCallback(async () => {
    try {
      const now = await ask("users.me", "/users/me");
      if (!owner.current || !isSame(now, owner.current)) return startOver();
      sessionLost.answer(true);
      mutate(() => true);
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) setAsking(true);
      else sessionLost.answer(false);
    }
  }, [mutate]);

  useEffect(() => {
    if (lost) goOn();
    else setAsking(false);
  }, [lost, goOn]);

  if (!asking || !lost) return null;
  return <SignInAgain email={me?.email ?? ""} onSignedIn={goOn} onClose={() => sessionLost.answer(false)} />;
}

function isSame(a: Me, b: Me): boolean {
  return a.id === b.id;
}

function startOver() {
  unsaved.clear();
  window.location.assign("/dashboard");
}

const [home, contacts, appointments] = screens;
const entry =
  "flex h-15 flex-col items-center justify-center gap-0.5 font-medium text-[0.6875rem] text-muted-foreground leading-3.5 aria-[current=page]:font-semibold aria-[current=page]:text-primary";

function TabBar() {
  return (
    <nav
      data-paper="no"
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-30 hidden grid-cols-5 border-t bg-card/95 pb-[env(safe-area-inset-bottom)] backdrop-blur-md phone:grid phone:[body:has([data-sheet])_&]:hidden"
    >
      <Tab {...home} />
      <Tab {...contacts} />
      <button
        type="button"
        aria-label="Create"
        onClick={() => overlay.open("create")}
        className="grid place-items-center"
      >
        <span className="grid size-11 place-items-center rounded-[14px] bg-primary text-primary-foreground">
          <Icon is="plus" className="size-5" />
        </span>
      </button>
      <Tab {...appointments} />
      <button
        type="button"
        onClick={() => overlay.open("more")}
        className={`${entry} [nav:not(:has([aria-current]))>&]:text-primary`}
      >
        <Icon is="menu" className="size-5" />
        More
      </button>
    </nav>
  );
}

function Tab({ href, label, icon }: (typeof screens)[number]) {
  return (
    <NavLink href={href} className={entry}>
      <Icon is={icon} className="size-5" />
      {label}
    </NavLink>
  );
}
