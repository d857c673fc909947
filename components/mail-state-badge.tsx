import { Badge } from "#components/ui/badge.tsx";
import type { MailState } from "#lib/contract/mails.ts";

export const mailStateWords: Record<MailState, string> = {
  queued: "Waiting",
  sending: "Sending",
  sent: "Sent",
  kept: "Not sent",
  failed: "Failed",
  unknown: "Unknown",
  skipped: "Skipped",
  held: "Held",
};

const tones: Record<MailState, "success" | "danger" | "warning" | "muted" | "info"> = {
  queued: "info",
  sending: "info",
  sent: "success",
  kept: "muted",
  failed: "danger",
  unknown: "warning",
  skipped: "muted",
  held: "warning",
};

export function MailStateBadge({ mail: { state } }: { mail: { state: string } }) {
  return isState(state) ? (
    <Badge tone={tones[state]}>{mailStateWords[state]}</Badge>
  ) : (
    <Badge tone="muted">{state}</Badge>
  );
}

function isState(state: string): state is MailState {
  return Object.hasOwn(mailStateWords, state);
}
