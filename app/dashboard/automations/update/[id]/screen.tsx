"use client";
import { Clock } from "lucide-react";
import { useParams } from "next/navigation";
import { useState } from "react";
import { AutomationFields } from "#app/dashboard/automations/fields.tsx";
import { bodyOf, type Values, valuesOf } from "#app/dashboard/automations/form.ts";
import { SegmentWords } from "#app/dashboard/automations/segment-words.tsx";
import { phraseOf, ScheduleWords, wordsOf } from "#app/dashboard/automations/words.tsx";
import { MailHistory } from "#components/mail-history.tsx";
import { isGone, MissingRecord } from "#components/missing-record.tsx";
import { Scroller, ShowMore } from "#components/scroller.tsx";
import { PrefetchLink } from "#components/shell/prefetch-link.tsx";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { useMoney } from "#components/shell/use-me.ts";
import { useUrlState } from "#components/shell/use-search.ts";
import { Badge } from "#components/ui/badge.tsx";
import { type Compared, EditNotices, Refused } from "#components/ui/edit-notices.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { RecordForm, useFollowing, useRecordForm } from "#components/ui/record-form.tsx";
import { Empty, Loading, Pending } from "#components/ui/states.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import { Tabs } from "#components/ui/tabs.tsx";
import { useReload } from "#lib/api/cache.ts";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { Automation, AutomationForm, MadeTasks as Made } from "#lib/contract/automations.ts";
import type { Money } from "#lib/contract/money.ts";
import { formatMoment } from "#lib/dates.ts";
import { stored } from "#lib/stored-code.ts";
import { dotted, formatCount, joined } from "#lib/text.ts";
import { Head } from "./head.tsx";
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

function NotFound({ id }: { id?: string }) {
  return (
    <MissingRecord kind="automation" record={id} icon={Clock} href="/dashboard/automations" back="Back" />
  );
}

function Update({ id }: { id: string }) {
  // It isn't read again while it is deleted.
  const [leaving, setLeaving] = useState(false);
  const read = useRead("automations.get", leaving ? null : { params: { id } });
  const { data, error } = read;
  const [wanted, setWanted] = useUrlState("tab");
  const shown = tabs.find((tab) => tab.id === wanted)?.id ?? "rule";

  if (!leaving && isGone(error, data)) return <NotFound id={id} />;
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
      <div className="grid items-start gap-4 phone:gap-0 min-[62.5rem]:grid-cols-[minmax(0,1fr)_minmax(0,25rem)]">
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

type MadeTask = Made["tasks"][number];

const states = {
  open: { tone: "info", text: "Open" },
  done: { tone: "success", text: "Done" },
  deleted: { tone: "muted", text: "Deleted" },
  skipped: { tone: "warning", text: "Not created" },
} as const;
const STATES = Object.keys(states) as (keyof typeof states)[];
const FULL = 50;

function MadeTasks({ id, shown }: { id: string; shown: boolean }) {
  const { data } = useRead("automations.tasks", { params: { id }, query: {} });
  const counts = STATES.filter((state) => data?.counts[state]).map(
    (state) => `${formatCount(data?.counts[state] ?? 0)} ${states[state].text.toLowerCase()}`,
  );
  return (
    <Panel id="history" label="History" shown={shown}>
      <header className="px-4 pt-3.5 pb-3">
        <h2>History</h2>
        {counts.length > 0 && (
          <p className="text-muted-foreground text-sm tabular-nums">{counts.join(", ")}</p>
        )}
      </header>
      <Scroller label="History">
        <Page id={id} />
      </Scroller>
    </Panel>
  );
}

function Page({ id, before }: { id: string; before?: string }) {
  const query = before ? { before } : {};
  const read = useRead("automations.tasks", { params: { id }, query });
  const { data } = read;
  const last = data?.tasks.at(-1)?.id;
  if (!data) return <Pending read={read} className="min-h-40 pt-16" />;
  if (data.tasks.length === 0) {
    if (before) return null;
    return <Empty text="No tasks yet" hint="Every task and its result appears here." />;
  }
  return (
    <>
      <ul>
        {data.tasks.map((task) => (
          <Item key={task.id} task={task} />
        ))}
      </ul>
      {last && data.tasks.length === FULL && (
        <ShowMore>
          <Page id={id} before={last} />
        </ShowMore>
      )}
    </>
  );
}

function Item({ task }: { task: MadeTask }) {
  const { data: timezone } = useRead("organization.timezone", {});
  const { what, contact, person, state, reason, createdAt, doneAt, doneBy } = task;
  const { tone, text } = states[state];
  const done = doneBy && `done by ${doneBy}, ${formatMoment(doneAt, timezone)}`;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 border-b px-4 py-2.5 last:border-0">
      {contact?.id ? (
        <PrefetchLink
          href={`/dashboard/contacts/profile/${contact.id}`}
          className="tap truncate font-medium hover:underline"
        >
          {contact.name || "No name"}
        </PrefetchLink>
      ) : (
        <span className="wrap-anywhere font-medium">{reason || "Deleted contact"}</span>
      )}
      <Badge tone={tone}>{text}</Badge>
      <span className="col-span-full grid gap-0.5 text-muted-foreground text-sm">
        {what && <span className="wrap-anywhere">{what}</span>}
        <span className="tabular-nums">
          {dotted(formatMoment(createdAt, timezone), person && `for ${person.name}`, done)}
        </span>
      </span>
    </li>
  );
}

const loadSchema = stored(async () => (await import("#lib/contract/automations.ts")).automationForm);

const fieldsIn = (money: Money): Compared[] => [
  { name: "name", label: "Name" },
  { name: "trigger", label: "When", text: whenText },
  { name: "condition", label: "If", text: (conditions) => conditionText(conditions, money) },
  { name: "segment", label: "Only for", text: (segment) => <SegmentWords segment={segment} /> },
  { name: "action", label: "Then", text: (action) => <ActionText {...action} /> },
];

function whenText({ type, schedule }: Values["trigger"]) {
  return type === "TIME_BASED" && schedule ? <ScheduleWords schedule={schedule} /> : wordsOf(type);
}

function conditionText(conditions: Values["condition"], money: Money): string {
  if (conditions.length === 0) return "Everyone";
  return conditions
    .map((condition) => phraseOf(condition, money))
    .map((phrase) => (phrase ? `${phrase.link} ${phrase.text}` : "…"))
    .join(" and ");
}

function ActionText({ type, templateId, task }: Values["action"]) {
  const { data: templates } = useRead("templates.list", {});
  const template = templates?.find(({ id }) => id === templateId)?.name;
  const what = type === "CREATE_TASK" ? task.what : template;
  return joined(": ", wordsOf(type), what);
}

function EditForm({ automation }: { automation: Automation }) {
  const update = useAct("automations.update").act;
  const reload = useReload("automations.update");
  const money = useMoney();
  const record = useRecordForm<AutomationForm>({
    ...{ schema: loadSchema, values: valuesOf(automation), valuesOf },
    draft: `automation ${automation.id}`,
    version: automation.version,
    onSubmit: async (valid, version) => {
      const body = { ...bodyOf(valid, true), version };
      return (await update({ params: { id: automation.id }, body })).refused;
    },
  });
  const { form, edit, isDirty, refused, restart } = record;
  useFollowing(record, automation, (next) => form.reset(valuesOf(next)));

  function takeTheirs() {
    restart(valuesOf(automation), automation.version);
    reload();
  }

  return (
    <RecordForm
      of={record}
      aria-label="Rule"
      className="grid gap-4 p-4 pb-0 [&_button]:scroll-mb-20 [&_input]:scroll-mb-20"
    >
      <EditNotices edit={edit} fields={fieldsIn(money)} />
      <AutomationFields key={edit.drawn} complete />
      {refused && <Refused refusal={refused} onReload={takeTheirs} />}
      {/* The fields' scroll margin keeps it off the focused one. */}
      <footer className="sticky bottom-0 z-1 -mx-4 flex items-center justify-end gap-2 rounded-b-lg border-t bg-card px-4 py-3 phone:bottom-[calc(60px+env(safe-area-inset-bottom))]">
        {isDirty && <Badge tone="muted">Unsaved changes</Badge>}
        <SubmitButton data-shortcut="mod+s" className="phone:flex-1">
          Save
        </SubmitButton>
      </footer>
    </RecordForm>
  );
}
