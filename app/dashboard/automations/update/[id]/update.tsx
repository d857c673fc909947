"use client";
import { Pause, Play, Trash } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { useMe } from "#components/shell/use-me.ts";
import { useUrlState } from "#components/shell/use-search.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { confirm } from "#components/ui/confirm.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { Failed, Loading } from "#components/ui/states.tsx";
import { Tabs } from "#components/ui/tabs.tsx";
import { useDelayed } from "#components/ui/use-delayed.ts";
import { useAct } from "#lib/api/use-act.ts";
import { useCan } from "#lib/api/use-can.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { Automation } from "#lib/contract/automations.ts";
import { formatMoment } from "#lib/dates.ts";
import { nextRun, StateBadge, stateOf } from "../../state.tsx";
import { DeadEnd, NotFound } from "./dead-end.tsx";
import { EditForm } from "./edit-form.tsx";
import { History } from "./history.tsx";
import { Recipients } from "./recipients.tsx";

const tabs = [
  { id: "rule", label: "Rule" },
  { id: "recipients", label: "Recipients" },
  { id: "history", label: "History" },
] as const;

/** An automation to edit, pause and delete, with whom it would reach and whom it has reached; on phones, three tabs. */
export function Update({ id }: { id: string }) {
  const can = useCan();
  // What is being deleted is not asked about any more.
  const [leaving, setLeaving] = useState(false);
  const canEdit = can("automations.update");
  const { data, error, isValidating, mutate } = useRead(
    "automations.get",
    canEdit && !leaving ? { params: { id } } : null,
  );
  const [wanted, setWanted] = useUrlState("tab");
  const shown = tabs.find((tab) => tab.id === wanted)?.id ?? "rule";
  const slow = useDelayed(!data && !error);

  if (canEdit === false) return <DeadEnd title="Automation" text="Editing is not available yet." />;
  if (!data && (error?.status === 404 || error?.status === 400)) return <NotFound />;
  if (!data || leaving) {
    return (
      <section className="min-h-96 rounded-lg border bg-card pt-24 shadow-1">
        <ScreenTitle>Automation</ScreenTitle>
        <h1 className="sr-only">Automation</h1>
        {error && !isValidating ? (
          <Failed text={error.message} onRetry={() => mutate()} />
        ) : (
          (slow || leaving) && <Loading label={leaving ? "Deleting…" : "Loading…"} />
        )}
      </section>
    );
  }
  return (
    <div className="grid gap-4 phone:gap-0">
      <ScreenTitle>{data.name}</ScreenTitle>
      <Head automation={data} onLeaving={setLeaving} />
      <Tabs
        label={data.name}
        tabs={tabs}
        selected={shown}
        onSelect={(tab) => setWanted(tab === "rule" ? "" : tab)}
        className="-mx-4 bg-card px-2 md:hidden"
      />
      <div className="grid items-start gap-4 phone:gap-0 min-[1000px]:grid-cols-[minmax(0,1fr)_minmax(0,400px)]">
        <Panel id="rule" label="Rule" shown={shown === "rule"}>
          <EditForm automation={data} />
        </Panel>
        <div className="grid min-w-0 gap-4">
          {can("automations.recipients") && <Recipients id={id} shown={shown === "recipients"} />}
          {can("automations.mails") && <History id={id} shown={shown === "history"} />}
        </div>
      </div>
    </div>
  );
}

type Props = { automation: Automation; onLeaving: (leaving: boolean) => void };

/** What it is called, whether and when it runs, and what ends that. */
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
            {[next && `Next run: ${next}${zone}`, last && `Last run: ${last}${zone}`]
              .filter(Boolean)
              .join(" · ") || (state === "paused" ? "It sends nothing while it is paused." : "")}
          </p>
        </div>
        <SwitchButton automation={automation} />
        <DeleteButton automation={automation} onLeaving={onLeaving} />
      </div>
      {state === "waiting" && (
        <Alert>Its emails wait, and leave by themselves once this is mended: {pausedReason}</Alert>
      )}
    </header>
  );
}

/** A person's own pause: what only waits for the account can be paused too, and needs no resuming. */
function SwitchButton({ automation }: { automation: Automation }) {
  const { act, pending } = useAct("automations.setActive");
  const state = stateOf(automation);
  if (!useCan()("automations.setActive") || !state) return null;
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
