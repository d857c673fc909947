import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { warningAction } from "#components/ui/button.tsx";
import { Link } from "#components/ui/link.tsx";
import { useAct } from "#lib/api/use-act.ts";
import type { Incident } from "#lib/contract/incidents.ts";
import { useAdministrators, useMay } from "./use-me.ts";

type WarningProps = { href?: string | undefined; link: string; action?: ReactNode; children: ReactNode };

export function Warning({ href, link, action, children }: WarningProps) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg bg-warning-soft px-4 py-2.5 text-warning">
      <TriangleAlert size={16} strokeWidth={1.75} className="shrink-0" />
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
  ["/dashboard/settings/data", "Review the file"],
  ["/dashboard/mail", "Open Sent mail"],
  ["/dashboard/automations", "Open automations"],
  ["/dashboard/appointments", "Open appointments"],
  ["/dashboard/contacts/profile", "Open the note"],
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
      href={href.startsWith("/dashboard") && !isForOthers ? href : undefined}
      link={link}
      action={canDismiss && dismiss}
    >
      {isForOthers ? `${text} ${ask}` : text}
    </Warning>
  );
}
