"use client";
import { usePathname } from "next/navigation";
import { useAct } from "#lib/api/use-act.ts";
import type { Incident } from "#lib/contract/incidents.ts";
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
