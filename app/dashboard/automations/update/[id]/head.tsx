import { Pause, Play, Trash } from "lucide-react";
import { useRouter } from "next/navigation";
import { HistoryButton } from "#components/history-button.tsx";
import { useMe } from "#components/shell/use-me.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { confirm } from "#components/ui/confirm.tsx";
import { useUndoDelete } from "#components/use-restore.ts";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { Automation } from "#lib/contract/automations.ts";
import { formatMoment } from "#lib/dates.ts";
import { dotted } from "#lib/text.ts";
import { nextRun, StateBadge, stateOf } from "../../state.tsx";

type Props = { automation: Automation; onLeaving: (leaving: boolean) => void };

export function Head({ automation, onLeaving }: Props) {
  const { data: timezone } = useRead("organization.timezone", {});
  const { data: me } = useMe();
  const { name, pausedReason, lastRunAt } = automation;
  const state = stateOf(automation);
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
            {dotted(next && `Next run: ${next}${zone}`, last && `Last run: ${last}${zone}`) ||
              (state === "paused" ? "Nothing is sent while it’s paused." : "")}
          </p>
        </div>
        <HistoryButton id={automation.id} name={name} className="phone:flex-1" />
        <SwitchButton automation={automation} />
        <DeleteButton automation={automation} onLeaving={onLeaving} />
      </div>
      {state === "waiting" && (
        <Alert>Its emails are waiting. They’ll be sent once this is fixed: {pausedReason}</Alert>
      )}
    </header>
  );
}

function SwitchButton({ automation }: { automation: Automation }) {
  const { act, pending } = useAct("automations.setActive");
  const state = stateOf(automation);
  if (!state) return null;
  const isPaused = state === "paused";
  const Icon = isPaused ? Play : Pause;
  return (
    <Button
      busy={pending}
      onClick={() => !pending && act({ params: { id: automation.id }, body: { active: isPaused } })}
      className="phone:flex-1"
    >
      {!pending && <Icon size={16} strokeWidth={1.75} aria-hidden="true" />}
      {isPaused ? "Resume" : "Pause"}
    </Button>
  );
}

function DeleteButton({ automation: { id, name, action }, onLeaving }: Props) {
  const isTask = action?.type === "CREATE_TASK";
  const undo = useUndoDelete();
  const { act } = useAct("automations.delete", { undo });
  const router = useRouter();

  async function remove() {
    const text = isTask
      ? "Its tasks stay. Its history is no longer shown."
      : "Its waiting emails are not sent. Its history is no longer shown.";
    if (!(await confirm({ title: `Delete ${name}?`, text, verb: "Delete" }))) return;
    onLeaving(true);
    const { ok } = await act({ params: { id } });
    if (ok) router.replace("/dashboard/automations");
    else onLeaving(false);
  }

  return (
    <Button icon={Trash} onClick={remove} className="phone:flex-1">
      Delete
    </Button>
  );
}
