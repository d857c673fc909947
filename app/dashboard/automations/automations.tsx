"use client";
import { useEffect, useMemo, useRef, useState } from "react";
import { SearchMiss } from "#components/list-empty.tsx";
import { NewButton } from "#components/new-button.tsx";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { useMe } from "#components/shell/use-me.ts";
import { useSearch, useUrlState } from "#components/shell/use-search.ts";
import { TemplatesNav } from "#components/templates-nav.tsx";
import { DataTable } from "#components/ui/data-table.tsx";
import { part } from "#components/ui/part.tsx";
import { editIcon } from "#components/ui/row-icons.tsx";
import { useCan } from "#lib/api/use-can.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { Automation } from "#lib/contract/automations.ts";
import { wholeList } from "#lib/list.ts";
import { matches } from "#lib/text.ts";
import { automationColumns } from "./columns.tsx";
import { valuesOf } from "./form.ts";
import { type Idea, valuesOfIdea } from "./ideas.ts";
import { NoAutomations } from "./no-automations.tsx";
import { stateOf } from "./state.ts";

const AiForm = part(() => import("./ai-form.tsx").then((module) => module.AiForm));
const CreatePanel = part(() => import("./create-panel.tsx").then((module) => module.CreatePanel));
const StartQuestion = part(() => import("./start-question.tsx").then((module) => module.StartQuestion));

export function Automations({ aiFormUrl }: { aiFormUrl: string | null }) {
  const [search] = useSearch();
  const [creating, setCreating] = useUrlState("new");
  const [describing, setDescribing] = useUrlState("ai");
  const [idea, setIdea] = useState<Idea | null>(null);
  const { data: me } = useMe();
  const [starting, setStarting] = useState<Automation | null>(null);
  const can = useCan();
  const canEdit = can("automations.update");
  const canAsk = Boolean(can("automations.setActive") && can("automations.recipients"));
  const { data, error, isValidating, mutate } = useRead("automations.list", {});
  const { data: templates } = useRead("templates.list", {});
  const { data: storeTimezone } = useRead("organization.timezone", {});
  const [tinted, watchFor] = useNewcomer(
    data,
    (newcomer) => canAsk && stateOf(newcomer) === "paused" && setStarting(newcomer),
  );

  const rows = useMemo(() => data?.filter(({ name }) => matches(name, search)), [data, search]);
  const list = wholeList({ rows, error, busy: isValidating, retry: () => void mutate() });
  const columns = useMemo(
    () =>
      automationColumns({
        timezone: me?.timezone,
        storeTimezone,
        templates: new Map(templates?.map(({ id, name }) => [id, name])),
        states: data?.some(({ isActive }) => isActive !== undefined) ?? false,
        editor: ({ id }) => (canEdit ? editorOf(id) : null),
      }),
    [me?.timezone, storeTimezone, templates, data, canEdit],
  );
  const actions = useMemo(
    () =>
      ({ id, name }: Automation) => {
        const edit = { name: `Edit ${name}`, icon: editIcon };
        if (canEdit) return [{ ...edit, label: "Edit", href: editorOf(id) }];
        // SPEC.md: the button is there and does nothing. Nobody should have to guess why.
        return [{ ...edit, label: "Edit (not available yet)", hint: "Editing is not available yet" }];
      },
    [canEdit],
  );

  function close() {
    setCreating("");
    setIdea(null);
  }

  function begin(chosen: Idea) {
    setIdea(chosen);
    setCreating("true");
  }

  return (
    <>
      <ScreenTitle>Automations</ScreenTitle>
      <TemplatesNav />
      <DataTable
        title="Automations"
        description="Emails that your store sends by itself."
        controls={<NewButton label="Add" onClick={() => setCreating("true")} load={CreatePanel.load} />}
        list={list}
        columns={columns}
        actions={actions}
        tinted={tinted}
        failure={error?.message ?? ""}
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
          paused={canAsk}
          onCreated={watchFor}
          onClose={close}
        />
      )}
      {starting && <StartQuestion automation={starting} onClose={() => setStarting(null)} />}
      {describing === "true" && aiFormUrl && <AiForm url={aiFormUrl} onClose={() => setDescribing("")} />}
    </>
  );
}

function editorOf(id: string): string {
  return `/dashboard/automations/update/${id}`;
}

/**
 * The row that was just created, for the two seconds of its tint; `onFound` hears of it. The answer to the creation is
 * not read (SPEC.md), so it is the one of that name that was not there before.
 */
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
