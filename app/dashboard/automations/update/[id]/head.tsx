"use client";
import { Pause, Play, Trash } from "lucide-react";
import { useRouter } from "next/navigation";
import { useMe } from "#components/shell/use-me.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { confirm } from "#components/ui/confirm.tsx";
import { useAct } from "#lib/api/use-act.ts";
import { useCan } from "#lib/api/use-can.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { Automation } from "#lib/contract/automations.ts";
import { formatMoment } from "#lib/dates.ts";
import { nextRun } from "../../next-run.ts";
import { StateBadge } from "../../state-badge.tsx";

type Props = { automation: Automation; onLeaving: (leaving: boolean) => void };

/** What it is called, whether and when it runs, and what ends that. */
export function Head({ automation, onLeaving }: Props) {
  const { data: timezone } = useRead("organization.timezone", {});
  const { data: me } = useMe();
  const { name, isActive, pausedReason, lastRunAt } = automation;
  const next = nextRun(automation, timezone);
  const last = formatMoment(lastRunAt, timezone);
  const zone = timezone && timezone !== me?.timezone ? ` (${timezone})` : "";
  return (
    <header className="grid gap-3 phone:pb-3">
      <div className="flex flex-wrap items-start gap-2">
        <div className="min-w-0 flex-1 phone:basis-full">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 className="wrap-anywhere min-w-0">{name}</h1>
            <span role="status">
              <StateBadge automation={automation} />
            </span>
          </div>
          <p className="mt-0.5 text-muted-foreground tabular-nums">
            {[next && `Next run: ${next}${zone}`, last && `Last run: ${last}${zone}`]
              .filter(Boolean)
              .join(" · ") || (isActive === false ? "It sends nothing while it is paused." : "")}
          </p>
        </div>
        <SwitchButton automation={automation} />
        <DeleteButton automation={automation} onLeaving={onLeaving} />
      </div>
      {isActive === false && pausedReason && <Alert>Paused: {pausedReason}</Alert>}
    </header>
  );
}

function SwitchButton({ automation: { id, isActive } }: { automation: Automation }) {
  const { act, pending } = useAct("automations.setActive");
  if (!useCan()("automations.setActive") || isActive === undefined) return null;
  const Icon = isActive ? Pause : Play;
  return (
    <Button
      busy={pending}
      onClick={() => !pending && act({ params: { id }, body: { active: !isActive } })}
      className="phone:flex-1"
    >
      {!pending && <Icon size={16} strokeWidth={1.75} aria-hidden="true" />}
      {isActive ? "Pause" : "Resume"}
    </Button>
  );
}

function DeleteButton({ automation: { id, name }, onLeaving }: Props) {
  const { act } = useAct("automations.delete");
  const router = useRouter();
  if (!useCan()("automations.delete")) return null;

  async function remove() {
    const text =
      "Emails that it has put in the queue are not sent any more. Those that were sent stay sent, but its history is no longer shown.";
    if (!(await confirm({ title: `Delete ${name}?`, text, verb: "Delete" }))) return;
    onLeaving(true);
    const { ok } = await act({ params: { id } });
    if (ok) router.replace("/dashboard/automations");
    else onLeaving(false);
  }

  return (
    <Button onClick={remove} className="phone:flex-1">
      <Trash size={16} strokeWidth={1.75} aria-hidden="true" />
      Delete
    </Button>
  );
}
