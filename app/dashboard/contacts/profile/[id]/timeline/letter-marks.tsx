import { Badge } from "#components/ui/badge.tsx";
import { Icon } from "#components/ui/icon.tsx";
import type { TimelineEntry } from "#lib/contract/timeline.ts";

type WhoSeesProps = { letter: Pick<NonNullable<TimelineEntry["letter"]>, "shared" | "isMine"> };

export function WhoSees({ letter: { shared, isMine } }: WhoSeesProps) {
  if (shared) {
    return (
      <Badge tone="muted">
        <Icon is="users" className="size-3" />
        {isMine ? "Shared with the team" : `Shared by ${shared.by || "a colleague"}`}
      </Badge>
    );
  }
  return (
    <Badge tone="muted" title="No one else in your store can see this email, not even the owner.">
      <Icon is="lock" className="size-3" />
      Only you
    </Badge>
  );
}

export function Attached({ names }: { names: string[] }) {
  return (
    <p className="timeline-meta flex gap-1.5">
      <Icon is="paperclip" className="mt-0.75 size-3.5" />
      <span className="wrap-anywhere min-w-0">
        <span className="sr-only">Attached: </span>
        {names.join(", ")}
      </span>
    </p>
  );
}
