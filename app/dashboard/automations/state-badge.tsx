import { Badge } from "#components/ui/badge.tsx";
import type { Automation } from "#lib/contract/automations.ts";
import { stateOf } from "./state.ts";

const badges = {
  active: { tone: "success", text: "Active" },
  waiting: { tone: "danger", text: "Waiting" },
  paused: { tone: "muted", text: "Paused" },
} as const;

/** Whether it runs; nothing where the host does not tell. What waits says why. */
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
