"use client";
import { useMemo } from "react";
import { Changes } from "#components/history-modal.tsx";
import { ListMenu, useExport } from "#components/list-menu.tsx";
import { useMe } from "#components/shell/use-me.ts";
import { useUrlState } from "#components/shell/use-search.ts";
import { Button } from "#components/ui/button.tsx";
import { type Column, DataTable } from "#components/ui/data-table.tsx";
import { Select } from "#components/ui/select.tsx";
import { Empty } from "#components/ui/states.tsx";
import { useAct } from "#lib/api/use-act.ts";
import { useList } from "#lib/api/use-list.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { Entry } from "#lib/contract/journal.ts";
import { historyKinds } from "#lib/contract/record-kinds.ts";
import { formatMoment } from "#lib/dates.ts";
import { actorWords, changeWords, deedWord, kindsWord, kindWord } from "#lib/journal-words.ts";
import { stored } from "#lib/stored-code.ts";
import { fullName } from "#lib/text.ts";
import { addDays, dayOf } from "#lib/time/days.ts";

const loadExport = stored(() => import("#components/export-rows.ts"));

const actors = [
  { value: "import", label: "Imports" },
  { value: "automation", label: "Automations" },
  { value: "visitor", label: "Visitors" },
  { value: "job", label: "Loupe itself" },
];
const spans = [
  { value: "", label: "Any time" },
  { value: "0", label: "Today" },
  { value: "6", label: "Last 7 days" },
  { value: "29", label: "Last 30 days" },
  { value: "364", label: "Last 12 months" },
];
const KEPT = [90, 180, 400, 730, 1825, 3650];

export default function HistoryPage() {
  const { data: me } = useMe();
  const [who, setWho] = useUrlState("who");
  const [wanted, setKind] = useUrlState("kind");
  const [span, setSpan] = useUrlState("since");
  const team = useRead("team.list", {});
  const kind = historyKinds.find((known) => known === wanted);
  const since = spans.some(({ value }) => value === span) ? span : "";
  const from = since && me ? addDays(dayOf(Date.now(), me.timezone), -Number(since)) : undefined;
  const filter = { who: who || undefined, kind, from };
  const list = useList("history.list", "", filter);
  const exporting = useExport("history.list", "change", async (watch, format) =>
    (await loadExport()).exportHistory(
      { filter, format, store: me?.organizationName, timezone: me?.timezone },
      watch,
    ),
  );
  const columns = useMemo(() => historyColumns(me?.timezone), [me?.timezone]);
  const people = team.data?.map((member) => ({ value: member.id, label: fullName(member) || member.email }));

  return (
    <DataTable
      title="History"
      description="Who changed what, and when. Passwords and keys are never recorded."
      controls={
        <div className="flex items-center gap-2 phone:w-full phone:justify-between">
          <Retention />
          <ListMenu label="History menu" exporting={exporting} />
        </div>
      }
      filters={
        <>
          <Select
            label="Who"
            value={who}
            options={[{ value: "", label: "Everyone" }, ...(people ?? []), ...actors]}
            onChange={setWho}
            className="min-w-40"
          />
          <Select
            label="What"
            value={kind ?? ""}
            options={[
              { value: "", label: "Everything" },
              ...historyKinds.map((one) => ({ value: one, label: kindsWord(one) })),
            ]}
            onChange={setKind}
            className="min-w-40"
          />
          <Select label="When" value={since} options={spans} onChange={setSpan} className="min-w-36" />
        </>
      }
      list={list}
      columns={columns}
      actions={noActions}
      empty={
        who || kind || since ? (
          <Empty text="No data available" hint="No changes match.">
            <Button
              onClick={() => {
                setWho("");
                setKind("");
                setSpan("");
              }}
            >
              Show all
            </Button>
          </Empty>
        ) : (
          <Empty text="No changes yet" hint="New changes appear here." />
        )
      }
    />
  );
}

const noActions = () => [];

function Retention() {
  const { data } = useRead("history.settings", {});
  const { act } = useAct("history.setSettings");
  const days = data?.days;
  if (days == null) return null;
  const choices = [...new Set([...KEPT, days])].sort((a, b) => a - b);
  return (
    <Select
      label="Kept for"
      value={String(days)}
      options={choices.map((each) => ({ value: String(each), label: `Kept ${each} days` }))}
      onChange={(value) => void act({ body: { days: Number(value) } })}
      className="min-w-36"
    />
  );
}

function historyColumns(timezone?: string): Column<Entry>[] {
  return [
    {
      header: "What",
      phone: "title",
      className: "align-top",
      cell: (entry) => (
        <span className="grid max-w-80 py-1.5 phone:max-w-none">
          <span className="truncate font-medium">{entry.name || "No name"}</span>
          <span className="text-muted-foreground text-sm first-letter:uppercase">
            {kindWord(entry.kind)} {deedWord(entry)}
          </span>
        </span>
      ),
    },
    {
      header: "Change",
      phone: "meta",
      className: "w-full align-top phone:pl-3!",
      cell: (entry) => (
        <span className="block py-1.5">
          <Changes changes={changeWords(entry, timezone)} />
        </span>
      ),
    },
    {
      header: "Who",
      phone: "lead",
      className: "align-top",
      cell: ({ actor }) => (
        <span className="block max-w-56 truncate py-1.5 phone:max-w-28">{actorWords(actor)}</span>
      ),
    },
    {
      header: "When",
      phone: "aside",
      className: "align-top tabular-nums",
      cell: ({ at }) => <span className="block py-1.5">{formatMoment(at, timezone)}</span>,
    },
  ];
}
