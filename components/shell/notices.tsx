"use client";
import { History, WifiOff } from "lucide-react";
import { usePathname, useRouter } from "next/navigation";
import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import { part } from "#components/ui/part.tsx";
import { useAct } from "#lib/api/use-act.ts";
import type { Incident } from "#lib/contract/incidents.ts";
import { INTEGRATION_ASKED } from "#lib/drafts.ts";
import { reach, reload } from "#lib/reach.ts";
import { useMay, useMe, useWhomToAsk } from "./use-me.ts";
import { Warning, warningAction } from "./warning.tsx";

const INTEGRATIONS = "/dashboard/settings/integrations";
const links: [path: string, words: string][] = [
  [INTEGRATIONS, "Open integration settings"],
  ["/dashboard/mail", "Open Sent mail"],
  ["/dashboard/automations", "Open automations"],
  ["/dashboard/appointments", "Open appointments"],
];

/** What is broken, on every screen until it works again; what went wrong once, until somebody has seen it. */
export function Incidents() {
  const { data: me } = useMe();
  const pathname = usePathname();
  // What a screen says itself is not said above it.
  const told = me?.incidents?.filter(({ href, canDismiss }) => canDismiss || !pathname.startsWith(href));
  return (
    <div role="status" aria-label="What needs you" className="grid gap-2 empty:hidden">
      {told?.map((incident) => (
        <Line key={incident.id} incident={incident} />
      ))}
    </div>
  );
}

function Line({ incident: { id, text, href, canDismiss } }: { incident: Incident }) {
  const { act, pending } = useAct("incidents.dismiss");
  const isForOthers = !useMay()("integration.link") && href.startsWith(INTEGRATIONS);
  const ask = useWhomToAsk(isForOthers);
  const link = links.find(([path]) => href.startsWith(path))?.[1] ?? "Show";
  const dismiss = (
    <button
      type="button"
      aria-disabled={pending || undefined}
      onClick={() => !pending && act({ params: { id } })}
      className={warningAction}
    >
      Dismiss
    </button>
  );
  return (
    <Warning
      // A host may name any place, but none outside of the app.
      href={href.startsWith("/dashboard") && !isForOthers ? href : undefined}
      link={link}
      action={canDismiss && dismiss}
    >
      {isForOthers ? `${text} ${ask}` : text}
    </Warning>
  );
}

/**
 * What this page cannot reach: the network, a screen that was asked for, its own files since a newer build runs. In sight
 * wherever the page is scrolled to.
 */
export function Offline() {
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  const { missed, isOld } = useSyncExternalStore(reach.subscribe, reach.get, reach.getOnServer);
  return (
    <div role="status" className="sticky top-16 z-10 grid gap-2 empty:hidden">
      {!online && (
        <FrameLine icon={WifiOff}>
          You are offline. What you see may be out of date, and nothing can be saved until you are back.
        </FrameLine>
      )}
      {missed && <Missed path={missed} />}
      {isOld && <NewVersion />}
    </div>
  );
}

function Missed({ path }: { path: string }) {
  const router = useRouter();
  const again = path === window.location.pathname + window.location.search ? router.replace : router.push;
  return (
    <FrameLine icon={WifiOff}>
      The page that you asked for could not be loaded, so this one stays.
      <button type="button" onClick={() => again(path)} className={warningAction}>
        Try again
      </button>
      <button type="button" onClick={reach.forgetMissed} className={warningAction}>
        Dismiss
      </button>
    </FrameLine>
  );
}

function NewVersion() {
  const [waits, setWaits] = useState(false);
  return (
    <FrameLine icon={History}>
      A new version is here.
      {waits && " Save or discard what you typed first."}
      <button type="button" onClick={() => setWaits(!reload())} className={warningAction}>
        Reload
      </button>
    </FrameLine>
  );
}

function FrameLine({ icon: Icon, children }: { icon: typeof WifiOff; children: ReactNode }) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg bg-warning-soft px-4 py-2.5 text-warning shadow-1">
      <Icon size={16} strokeWidth={1.75} className="shrink-0" aria-hidden="true" />
      {children}
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

const Dialog = part(() => import("./integration-dialog.tsx").then((module) => module.IntegrationDialog), {
  without: () => null,
});

// A new store is asked for it there.
const SETUP = "/dashboard/setup";
// Its own panel says the same.
const CALENDAR = "/dashboard/appointments";

/**
 * After each sign-in, once: the modal that asks for the email integration; from then on a quiet line. Neither for people
 * whom the host would not let connect one.
 */
export function IntegrationNeeded() {
  const { data: me } = useMe();
  const pathname = usePathname();
  const [asking, setAsking] = useState(false);
  const elsewhere = !pathname.startsWith(INTEGRATIONS) && !pathname.startsWith(SETUP);
  const mine = useMay()("integration.link");
  const needed = me?.isEmailIntegrationComplete === false && elsewhere && mine;
  useEffect(() => {
    if (needed && sessionStorage.getItem(INTEGRATION_ASKED) !== me?.id) setAsking(true);
  }, [needed, me?.id]);
  if (!needed) return null;

  function close() {
    sessionStorage.setItem(INTEGRATION_ASKED, me?.id ?? "");
    setAsking(false);
  }

  return (
    <>
      {!pathname.startsWith(CALENDAR) && (
        <Warning href={INTEGRATIONS} link="Open integration settings">
          Your email integration is not set up yet.
        </Warning>
      )}
      {asking && <Dialog href={INTEGRATIONS} onClose={close} />}
    </>
  );
}
