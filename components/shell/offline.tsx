"use client";
import { History, WifiOff } from "lucide-react";
import { useRouter } from "next/navigation";
import { type ReactNode, useState, useSyncExternalStore } from "react";
import { reach, reload } from "#lib/reach.ts";
import { warningAction } from "./warning.tsx";

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
        <Line icon={WifiOff}>
          You are offline. What you see may be out of date, and nothing can be saved until you are back.
        </Line>
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
    <Line icon={WifiOff}>
      The page that you asked for could not be loaded, so this one stays.
      <button type="button" onClick={() => again(path)} className={warningAction}>
        Try again
      </button>
      <button type="button" onClick={reach.forgetMissed} className={warningAction}>
        Dismiss
      </button>
    </Line>
  );
}

function NewVersion() {
  const [waits, setWaits] = useState(false);
  return (
    <Line icon={History}>
      A new version is here.
      {waits && " Save or discard what you typed first."}
      <button type="button" onClick={() => setWaits(!reload())} className={warningAction}>
        Reload
      </button>
    </Line>
  );
}

function Line({ icon: Icon, children }: { icon: typeof WifiOff; children: ReactNode }) {
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
