import { useCanMail } from "#components/shell/use-me.ts";
import { Badge } from "#components/ui/badge.tsx";
import type { CampaignState } from "#lib/contract/campaign-terms.ts";
import type { Campaign } from "#lib/contract/campaigns.ts";
import { formatMoment } from "#lib/dates.ts";

const badges = {
  draft: { tone: "muted", text: "Draft" },
  scheduled: { tone: "info", text: "Scheduled" },
  running: { tone: "success", text: "Sending" },
  paused: { tone: "warning", text: "Paused" },
  stopped: { tone: "danger", text: "Stopped" },
  done: { tone: "muted", text: "Done" },
} as const satisfies Record<CampaignState, object>;

export function StateBadge({ campaign: { state, waitsFor, quietUntil } }: { campaign: Campaign }) {
  const canMail = useCanMail();
  const isQuiet = state === "running" && (quietUntil !== null || !canMail);
  const waiting = { tone: waitsFor ? "danger" : "info", text: "Waiting" } as const;
  const { tone, text } = waitsFor || isQuiet ? waiting : badges[state];
  return (
    <Badge tone={tone} title={waitsFor || (isQuiet && quietUntil ? "Quiet hours" : undefined)}>
      {text}
    </Badge>
  );
}

export function quietWords({ state, quietUntil }: Campaign, timezone?: string): string {
  if (!quietUntil) return "";
  const end = formatMoment(quietUntil, timezone);
  return state === "scheduled"
    ? `It starts in quiet hours: no email leaves before ${end}.`
    : `Quiet hours: no email leaves before ${end}.`;
}

export function whenWords({ state, startsAt, startedAt, finishedAt }: Campaign, timezone?: string): string {
  if (state === "scheduled") return `Starts ${formatMoment(startsAt, timezone)}`;
  if (finishedAt) return `${state === "stopped" ? "Stopped" : "Done"} ${formatMoment(finishedAt, timezone)}`;
  return startedAt ? `Started ${formatMoment(startedAt, timezone)}` : "";
}
