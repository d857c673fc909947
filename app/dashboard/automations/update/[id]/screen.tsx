"use client";
import { Clock } from "lucide-react";
import { useParams } from "next/navigation";
import { useState } from "react";
import { MailHistory } from "#components/mail-history.tsx";
import { EmptyScreen } from "#components/shell/empty-screen.tsx";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { useUrlState } from "#components/shell/use-search.ts";
import { Panel } from "#components/ui/panel.tsx";
import { Loading, Pending } from "#components/ui/states.tsx";
import { Tabs } from "#components/ui/tabs.tsx";
import { useRead } from "#lib/api/use-read.ts";
import { EditForm } from "./edit-form.tsx";
import { Head } from "./head.tsx";
import { MadeTasks } from "./made-tasks.tsx";
import { Recipients } from "./recipients.tsx";

const tabs = [
  { id: "rule", label: "Rule" },
  { id: "recipients", label: "Recipients" },
  { id: "history", label: "History" },
] as const;

export function AutomationUpdateScreen() {
  const { id } = useParams<{ id: string }>();
  return /^[\w-]{1,64}$/.test(id) ? <Update key={id} id={id} /> : <NotFound />;
}

function NotFound() {
  return (
    <EmptyScreen
      icon={Clock}
      title="Automation not found"
      text="The automation may have been deleted, or part of the link is missing."
      href="/dashboard/automations"
      back="Back"
    />
  );
}

function Update({ id }: { id: string }) {
  // It isn't read again while it is deleted.
  const [leaving, setLeaving] = useState(false);
  const read = useRead("automations.get", leaving ? null : { params: { id } });
  const { data, error } = read;
  const [wanted, setWanted] = useUrlState("tab");
  const shown = tabs.find((tab) => tab.id === wanted)?.id ?? "rule";

  if (!data && (error?.status === 404 || error?.status === 400)) return <NotFound />;
  if (!data || leaving) {
    return (
      <section className="min-h-96 rounded-lg border bg-card pt-24 shadow-1">
        <ScreenTitle>Automation</ScreenTitle>
        <h1 className="sr-only">Automation</h1>
        {leaving ? <Loading label="Deleting…" /> : <Pending read={read} className="" />}
      </section>
    );
  }
  const isTask = data.action?.type === "CREATE_TASK";
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
          <Recipients id={id} isTask={isTask} shown={shown === "recipients"} />
          {isTask ? (
            <MadeTasks id={id} shown={shown === "history"} />
          ) : (
            <MailHistory of="automations.mails" id={id} title="History" shown={shown === "history"} />
          )}
        </div>
      </div>
    </div>
  );
}
