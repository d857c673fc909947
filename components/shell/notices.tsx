import clsx from "clsx";
import { usePathname, useRouter } from "next/navigation";
import { type ReactNode, useEffect, useState } from "react";
import { warningAction } from "#components/ui/button.tsx";
import { Icon, type IconName } from "#components/ui/icon.tsx";
import { part } from "#components/ui/part.tsx";
import { useOnline } from "#components/ui/use-online.ts";
import { useBrowserValue, useStore } from "#components/ui/use-store.ts";
import { remindedStep } from "#lib/contract/setup.ts";
import { formatTime } from "#lib/dates.ts";
import { INTEGRATION_ASKED } from "#lib/drafts.ts";
import { pageState, reload } from "#lib/page-state.ts";
import { useMay, useMe, useSetup } from "./use-me.ts";

const INTEGRATIONS = "/dashboard/settings/integrations";

const Warning = part(() => import("./warning.tsx"), "Warning");
const IncidentLine = part(() => import("./warning.tsx"), "IncidentLine");

export function Incidents() {
  const { data: me } = useMe();
  const pathname = usePathname();
  const incidents = me?.incidents?.filter(({ href, canDismiss }) => canDismiss || !pathname.startsWith(href));
  return (
    <div role="status" aria-label="Needs your attention" className="grid gap-2 empty:hidden">
      {incidents?.map((incident) => (
        <IncidentLine key={incident.id} incident={incident} />
      ))}
    </div>
  );
}

export function DemoEnd() {
  const until = useMe().data?.demoUntil;
  const time = useBrowserValue(() => formatTime(until), "");
  if (!until) return null;
  return (
    <p className="-mb-2 text-muted-foreground text-sm">
      This demo is erased at <span className={time ? "" : "invisible"}>{time || "12:00 PM"}</span>.
    </p>
  );
}

/** Part of the first view, because other code may not load. Stored pages show it before React runs. */
export function Offline() {
  const online = useOnline();
  const { failedPath, isOutdated, keptAt } = useStore(pageState);
  return (
    <div
      role="status"
      className={clsx(
        "sticky top-16 z-10 gap-2",
        online === undefined ? "hidden in-data-kept:grid" : "grid empty:hidden",
      )}
    >
      {!online && <OfflineLine keptAt={keptAt} isWaiting={online === undefined} />}
      {online && keptAt && <AwayLine keptAt={keptAt} />}
      {failedPath && <MissedLine path={failedPath} />}
      {isOutdated && (
        <FrameLine icon="rotate-ccw-clock">
          A new version is here.
          <ReloadPage>Reload</ReloadPage>
        </FrameLine>
      )}
    </div>
  );
}

function MissedLine({ path }: { path: string }) {
  const router = useRouter();
  const again = path === window.location.pathname + window.location.search ? router.replace : router.push;
  return (
    <FrameLine icon="wifi-off">
      That page couldn’t be loaded, so you’re still on this one.
      <button type="button" onClick={() => again(path)} className={warningAction}>
        Try again
      </button>
      <button type="button" onClick={pageState.clearFailed} className={warningAction}>
        Dismiss
      </button>
    </FrameLine>
  );
}

function OfflineLine({ keptAt, isWaiting }: Kept & { isWaiting: boolean }) {
  return (
    <FrameLine icon="wifi-off" className="[main:has([data-sheet])_&]:hidden">
      You are offline. This page may be out of date, and you can’t save until you’re back online.
      {keptAt && <KeptFrom at={keptAt} />}
      {isWaiting && <span className="invisible">Last updated Sep 30, 2026, 12:30 PM.</span>}
    </FrameLine>
  );
}

/** The browser believes to be online, but nothing answers. */
function AwayLine({ keptAt }: Kept) {
  return (
    <FrameLine icon="wifi-off">
      We can’t reach the server, so nothing can be saved.
      {keptAt && <KeptFrom at={keptAt} />}
      <ReloadPage>Try again</ReloadPage>
    </FrameLine>
  );
}

type Kept = { keptAt: string | null };

function KeptFrom({ at }: { at: string }) {
  const when = new Date(at).toLocaleString("en", { dateStyle: "medium", timeStyle: "short" });
  return <span>Last updated {when}.</span>;
}

function ReloadPage({ children }: { children: string }) {
  const [waits, setWaits] = useState(false);
  return (
    <>
      {waits && " Save or discard what you typed first."}
      <button type="button" onClick={() => setWaits(!reload())} className={warningAction}>
        {children}
      </button>
    </>
  );
}

type LineProps = { icon: IconName; className?: string; children: ReactNode };

function FrameLine({ icon, className = "", children }: LineProps) {
  return (
    <p
      className={`relative flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg bg-warning-soft py-2.5 pr-4 pl-11 text-warning shadow-1 ${className}`}
    >
      <Icon is={icon} className="absolute top-3 left-4" />
      {children}
    </p>
  );
}

const Dialog = part(() => import("./integration-dialog.tsx"), "IntegrationDialog", { without: () => null });

const SETUP = "/dashboard/setup";
const CALENDAR = "/dashboard/appointments";

function useSetupReminder(isHome: boolean): boolean | undefined {
  const { isOffered, data, error } = useSetup(isHome);
  if (!isOffered || error) return false;
  return data && remindedStep(data) !== undefined;
}

/** In a dialog once after each sign-in, then in a line. Not for people who may not connect an account. */
export function IntegrationNeeded() {
  const { data: me } = useMe();
  const pathname = usePathname();
  const [asking, setAsking] = useState(false);
  const elsewhere = !pathname.startsWith(INTEGRATIONS) && !pathname.startsWith(SETUP);
  const mine = useMay()("integration.link");
  const hasReminder = useSetupReminder(pathname === "/dashboard");
  const needed = me?.isEmailIntegrationComplete === false && elsewhere && mine && hasReminder === false;
  useEffect(() => {
    if (hasReminder) sessionStorage.setItem(INTEGRATION_ASKED, me?.id ?? "");
    else if (needed && sessionStorage.getItem(INTEGRATION_ASKED) !== me?.id) setAsking(true);
  }, [needed, hasReminder, me?.id]);
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
