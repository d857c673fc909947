import { Badge } from "#components/ui/badge.tsx";
import type { Automation } from "#lib/contract/automations.ts";
import { formatMoment } from "#lib/dates.ts";

const badges = {
  active: { tone: "success", text: "Active" },
  waiting: { tone: "danger", text: "Waiting" },
  paused: { tone: "muted", text: "Paused" },
} as const;

export function StateBadge({ automation }: { automation: Automation }) {
  const state = stateOf(automation);
  if (!state) return null;
  const { tone, text } = badges[state];
  return (
    <Badge tone={tone} title={automation.pausedReason || undefined}>
      {text}
    </Badge>
  );
}

/** "paused" by a person, or "waiting" while the store's account fails. Undefined if the host doesn't say. */
export function stateOf({ isActive, pausedReason }: Automation): "active" | "waiting" | "paused" | undefined {
  if (isActive === undefined) return undefined;
  if (isActive) return "active";
  return pausedReason ? "waiting" : "paused";
}

export function nextRun(automation: Automation, timezone?: string): string {
  const state = stateOf(automation);
  if (!state || state === "paused") return "";
  if (automation.trigger?.type === "EVENT_BASED") return "As soon as it happens";
  return formatMoment(automation.nextRunAt, timezone);
}
