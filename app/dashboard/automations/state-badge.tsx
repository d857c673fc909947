import { Badge } from "#components/ui/badge.tsx";
import type { Automation } from "#lib/contract/automations.ts";

/** Whether it runs; nothing where the host does not tell. A pause that the host decided on says why. */
export function StateBadge({ automation: { isActive, pausedReason } }: { automation: Automation }) {
  if (isActive === undefined) return null;
  if (isActive) return <Badge tone="success">Active</Badge>;
  return (
    <Badge tone={pausedReason ? "danger" : "muted"} title={pausedReason || undefined}>
      Paused
    </Badge>
  );
}
