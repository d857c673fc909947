"use client";
import { History, TriangleAlert, WifiOff } from "lucide-react";
import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { Link } from "#components/ui/link.tsx";
import { useAct } from "#lib/api/use-act.ts";
import type { Incident } from "#lib/contract/incidents.ts";
import { pageState, reload } from "#lib/page-state.ts";
import { useAdministrators, useMay } from "./use-me.ts";

/** What looks like a link and acts in place looks the same. */
export const warningAction =
  "inline-flex min-h-6 items-center font-semibold underline underline-offset-3 pointer-coarse:min-h-11";

/** A line over a screen about what is wrong, and the way to where it is repaired. */
export function Warning({
  href,
  link,
  action,
  children,
}: {
  href?: string | undefined;
  link: string;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg bg-warning-soft px-4 py-2.5 text-warning">
      <TriangleAlert size={16} strokeWidth={1.75} className="shrink-0" aria-hidden="true" />
      <span className="wrap-anywhere">{children}</span>
      {href && (
        <Link href={href} className={warningAction}>
          {link}
        </Link>
      )}
      {action}
    </p>
  );
}

const INTEGRATIONS = "/dashboard/settings/integrations";
const links: [path: string, words: string][] = [
  [INTEGRATIONS, "Open integration settings"],
  ["/dashboard/mail", "Open Sent mail"],
  ["/dashboard/automations", "Open automations"],
  ["/dashboard/appointments", "Open appointments"],
];

export function IncidentLine({ incident: { id, text, href, canDismiss } }: { incident: Incident }) {
  const { act, pending } = useAct("incidents.dismiss");
  const isForOthers = !useMay()("integration.link") && href.startsWith(INTEGRATIONS);
  const ask = useAdministrators(isForOthers);
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

export function MissedLine({ path }: { path: string }) {
  const router = useRouter();
  const again = path === window.location.pathname + window.location.search ? router.replace : router.push;
  return (
    <FrameLine icon={WifiOff}>
      The page that you asked for could not be loaded, so this one stays.
      <button type="button" onClick={() => again(path)} className={warningAction}>
        Try again
      </button>
      <button type="button" onClick={pageState.clearFailed} className={warningAction}>
        Dismiss
      </button>
    </FrameLine>
  );
}

export function OfflineLine() {
  return (
    <FrameLine icon={WifiOff}>
      You are offline. What you see may be out of date, and nothing can be saved until you are back.
    </FrameLine>
  );
}

export function NewVersionLine() {
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
