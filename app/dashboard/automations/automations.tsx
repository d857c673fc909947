"use client";
import { Lightbulb } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { SearchMiss } from "#components/list-empty.tsx";
import { NewButton } from "#components/new-button.tsx";
import { PrefetchLink } from "#components/shell/prefetch-link.tsx";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { useMe, useMoney } from "#components/shell/use-me.ts";
import { useSearch, useUrlState } from "#components/shell/use-search.ts";
import { TemplatesNav } from "#components/templates-nav.tsx";
import { Button } from "#components/ui/button.tsx";
import { type Column, DataTable } from "#components/ui/data-table.tsx";
import { part } from "#components/ui/part.tsx";
import { editRow } from "#components/ui/row-actions.tsx";
import { Empty } from "#components/ui/states.tsx";
import { useComplete } from "#lib/api/complete.tsx";
import { useRead } from "#lib/api/use-read.ts";
import type { Automation } from "#lib/contract/automations.ts";
import type { Money } from "#lib/contract/money.ts";
import type { Template } from "#lib/contract/templates.ts";
import { formatDate } from "#lib/dates.ts";
import { wholeList } from "#lib/list.ts";
import { matches } from "#lib/text.ts";
import { type Values, valuesOf } from "./form.ts";
import { SegmentWords } from "./segment-words.tsx";
import { nextRun, StateBadge, stateOf } from "./state.tsx";
import { phraseOf, type Rule, ScheduleWords, wordsOf } from "./words.tsx";

const AiForm = part(() => import("./ai-form.tsx"), "AiForm");
const CreatePanel = part(() => import("./create-panel.tsx"), "CreatePanel");
const StartQuestion = part(() => import("./start-question.tsx"), "StartQuestion");

export function Automations({ aiFormUrl }: { aiFormUrl: string | null }) {
  const [search] = useSearch();
  const [creating, setCreating] = useUrlState("new");
  const [describing, setDescribing] = useUrlState("ai");
  const [idea, setIdea] = useState<Idea | null>(null);
  const { data: me } = useMe();
  const [starting, setStarting] = useState<Automation | null>(null);
  const complete = useComplete() ?? false;
  const read = useRead("automations.list", {});
  const { data } = read;
  const { data: templates } = useRead("templates.list", {});
  const { data: storeTimezone } = useRead("organization.timezone", {});
  const [tinted, watchFor] = useNewcomer(
    data,
    (newcomer) => complete && stateOf(newcomer) === "paused" && setStarting(newcomer),
  );

  const rows = useMemo(() => data?.filter(({ name }) => matches(name, search)), [data, search]);
  const list = wholeList(rows, read);
  const columns = useMemo(
    () =>
      automationColumns({
        timezone: me?.timezone,
        storeTimezone,
        templates: new Map(templates?.map(({ id, name }) => [id, name])),
        states: data?.some(({ isActive }) => isActive !== undefined) ?? false,
        editor: ({ id }) => (complete ? editorPath(id) : null),
      }),
    [me?.timezone, storeTimezone, templates, data, complete],
  );
  const actions = useMemo(
    () =>
      ({ id, name }: Automation) => {
        if (complete) return [editRow(name, { href: editorPath(id) })];
        // SPEC.md: this button does nothing. The label says why.
        const idle = { label: "Edit (not available yet)", hint: "Editing is not available yet" };
        return [{ ...editRow(name, {}), ...idle }];
      },
    [complete],
  );

  function close() {
    setCreating("");
    setIdea(null);
  }

  function begin(next: Idea) {
    setIdea(next);
    setCreating("true");
  }

  return (
    <>
      <ScreenTitle>Automations</ScreenTitle>
      <TemplatesNav />
      <DataTable
        title="Automations"
        description={
          complete
            ? "Emails and tasks that are created automatically."
            : "Emails that are sent automatically."
        }
        controls={<NewButton label="Add" onClick={() => setCreating("true")} load={CreatePanel.load} />}
        list={list}
        columns={columns}
        actions={actions}
        tinted={tinted}
        empty={
          search ? (
            <SearchMiss />
          ) : (
            <NoAutomations onAdd={() => setCreating("true")} onIdea={begin} load={CreatePanel.load} />
          )
        }
      />
      {creating === "true" && (
        <CreatePanel
          values={idea ? valuesOfIdea(idea, templates) : valuesOf()}
          complete={complete}
          onCreated={watchFor}
          onClose={close}
        />
      )}
      {starting && <StartQuestion automation={starting} onClose={() => setStarting(null)} />}
      {describing === "true" && aiFormUrl && <AiForm url={aiFormUrl} onClose={() => setDescribing("")} />}
    </>
  );
}

function editorPath(id: string): string {
  return `/dashboard/automations/update/${id}`;
}

/** SPEC.md shows no answer to the creation, so the new row with that name is highlighted. */
function useNewcomer(
  data: Automation[] | undefined,
  onFound: (newcomer: Automation) => void,
): [string | null, (name: string) => void] {
  const [tinted, setTinted] = useState<string | null>(null);
  const expected = useRef<{ name: string; before: Set<string> } | null>(null);
  const found = useRef(onFound);
  found.current = onFound;

  useEffect(() => {
    const { name, before } = expected.current ?? {};
    const newcomer = data?.find((row) => row.name === name && !before?.has(row.id));
    if (!newcomer) return;
    expected.current = null;
    setTinted(newcomer.id);
    found.current(newcomer);
  }, [data]);

  useEffect(() => {
    if (!tinted) return;
    const timer = setTimeout(() => setTinted(null), 2000);
    return () => clearTimeout(timer);
  }, [tinted]);

  return [
    tinted,
    (name) => {
      expected.current = { name, before: new Set(data?.map(({ id }) => id)) };
    },
  ];
}

type Idea = Rule & { name: string; text: (money: Money) => string; template: RegExp };

export const ideas: readonly Idea[] = [
  {
    name: "Birthday greeting",
    text: () => "Every morning, to everyone whose birthday it is.",
    trigger: { type: "TIME_BASED", schedule: "0 9 * * *" },
    condition: [{ type: "DATE", field: "Contact.birthday", operation: "EQUALS" }],
    template: /birthday/i,
  },
  {
    name: "Anniversary reminder",
    text: () => "A week ahead, in time to choose a present.",
    trigger: { type: "TIME_BASED", schedule: "0 9 * * *" },
    condition: [{ type: "DATE", field: "Contact.anniversary", operation: "EQUALS", value: 7, unit: "DAYS" }],
    template: /anniversary/i,
  },
  {
    name: "Thank you",
    text: (money) => `Right after a purchase over ${money.rounded(100)}.`,
    trigger: { type: "EVENT_BASED" },
    condition: [{ type: "NUMERIC", field: "Purchase.cost", operation: "GREATER_THAN", value: 100 }],
    template: /thank/i,
  },
];

export function valuesOfIdea(idea: Idea, templates: readonly Template[] = []): Values {
  const templateId = templates.find(({ name }) => idea.template.test(name))?.id;
  return valuesOf({ ...idea, action: { type: "SEND_EMAIL", templateId } });
}

type Props = { onAdd: () => void; onIdea: (idea: Idea) => void; load: () => void };

function NoAutomations({ onAdd, onIdea, load }: Props) {
  const money = useMoney();
  return (
    <>
      <Empty hint="An automation sends a template automatically. For example, every day at 9:00 AM, everyone whose birthday is today gets “Birthday greeting”.">
        <Button variant="primary" onClick={onAdd} onPointerEnter={load} onFocus={load}>
          Add
        </Button>
      </Empty>
      <ul aria-label="Ideas" className="mx-auto grid max-w-3xl gap-3 px-4 pb-12 md:grid-cols-3">
        {ideas.map((idea) => (
          <li key={idea.name}>
            <button
              type="button"
              onClick={() => onIdea(idea)}
              onPointerEnter={load}
              onFocus={load}
              className="grid h-full w-full content-start gap-1 rounded-lg border bg-card p-3.5 text-left shadow-1 transition-colors duration-100 hover:bg-accent"
            >
              <span className="flex items-center gap-2 font-medium">
                <Lightbulb size={16} strokeWidth={1.75} className="text-gold" />
                {idea.name}
              </span>
              <span className="text-muted-foreground text-sm">{idea.text(money)}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

type Known = {
  timezone?: string;
  storeTimezone?: string;
  templates: ReadonlyMap<string, string>;
  states: boolean;
  editor: (automation: Automation) => string | null;
};

function automationColumns(known: Known): Column<Automation>[] {
  const state: Column<Automation> = {
    header: "State",
    phone: "aside",
    cell: (automation) => <State automation={automation} timezone={known.storeTimezone} />,
  };
  return [
    { header: "Name", phone: "title", cell: (automation) => <Name automation={automation} known={known} /> },
    ...(known.states ? [state] : []),
    {
      header: "What it does",
      phone: "meta",
      className: "md:hidden phone:whitespace-normal!",
      cell: (automation) => <Outline automation={automation} templates={known.templates} />,
    },
    {
      header: "Created at",
      phone: "hidden",
      cell: ({ createdAt }) => <When iso={createdAt} timezone={known.timezone} />,
    },
    {
      header: "Updated at",
      phone: "hidden",
      cell: ({ updatedAt, createdAt }) => <When iso={updatedAt ?? createdAt} timezone={known.timezone} />,
    },
  ];
}

function Name({ automation, known }: { automation: Automation; known: Known }) {
  const { name } = automation;
  const href = known.editor(automation);
  const text = "min-w-0 tap truncate not-pointer-coarse:py-0.5 font-medium";
  return (
    <span className="grid min-w-0 max-w-[min(40rem,44vw)] justify-items-start phone:max-w-none">
      {href ? (
        <PrefetchLink
          href={href}
          data-row-link=""
          className={`${text} underline decoration-transparent underline-offset-3 hover:text-link hover:decoration-current group-hover:text-link`}
        >
          {name || "No name"}
        </PrefetchLink>
      ) : (
        <span className={text}>{name || "No name"}</span>
      )}
      <span className="max-w-full truncate text-muted-foreground text-sm phone:hidden">
        <Outline automation={automation} templates={known.templates} />
      </span>
    </span>
  );
}

function Outline({ automation, templates }: { automation: Automation; templates: Known["templates"] }) {
  const money = useMoney();
  const { trigger, condition, segment, action } = automation;
  const when =
    trigger?.type === "TIME_BASED" && trigger.schedule ? (
      <ScheduleWords schedule={trigger.schedule} />
    ) : (
      wordsOf(trigger?.event || trigger?.type || "")
    );
  const recipients = (condition ?? []).map((one) => phraseOf(one, money)?.text).join(" and ") || "everyone";
  const task = action?.type === "CREATE_TASK" && action.task?.what;
  const what = task
    ? `Task: ${task}`
    : (templates.get(action?.templateId ?? "") ?? wordsOf(action?.type ?? ""));
  return (
    <>
      {when} → {recipients}
      {segment && (
        <>
          , <SegmentWords segment={segment} />
        </>
      )}{" "}
      → {what}
    </>
  );
}

function State({ automation, timezone }: { automation: Automation; timezone?: string }) {
  const next = nextRun(automation, timezone);
  return (
    <span className="grid justify-items-start gap-0.5 phone:justify-items-end">
      <StateBadge automation={automation} />
      {next && (
        <span title={timezone} className="text-muted-foreground text-xs tabular-nums phone:hidden">
          {automation.nextRunAt && "Next: "}
          {next}
        </span>
      )}
    </span>
  );
}

function When({ iso, timezone }: { iso: string | null; timezone?: string }) {
  return <span className="text-muted-foreground tabular-nums">{formatDate(iso, timezone) || "—"}</span>;
}
