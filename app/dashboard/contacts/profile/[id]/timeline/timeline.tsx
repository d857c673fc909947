"use client";
import { useMemo, useRef } from "react";
import { useMe } from "#components/shell/use-me.ts";
import { useUrlState } from "#components/shell/use-search.ts";
import { Button } from "#components/ui/button.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { Empty, Failed, Loading, Pending } from "#components/ui/states.tsx";
import { useVisible } from "#components/ui/use-visible.ts";
import { useWindow } from "#components/ui/use-window.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { Task } from "#lib/contract/tasks.ts";
import type { TimelineEntry } from "#lib/contract/timeline.ts";
import { type TimelineKind, timelineKinds } from "#lib/contract/timeline-terms.ts";
import { Composer } from "./composer.tsx";
import { EntryRow, PinnedRow } from "./entry-row.tsx";
import { Letter, useWhileSent } from "./letter.tsx";
import { rowsOf } from "./rows.ts";
import { TaskRow } from "./task-row.tsx";
import { useTimeline } from "./use-timeline.ts";

const kindWords: Record<TimelineKind, string> = {
  note: "Notes",
  sale: "Sales",
  appointment: "Appointments",
  mail: "Mail",
  change: "Changes",
};

type Props = { contact: { id: string; name: string }; shown: boolean };
const NONE: TimelineEntry[] = [];
const NO_TASKS: Task[] = [];

export function Timeline({ contact, shown }: Props) {
  const { id } = contact;
  const { data: me } = useMe();
  const [wanted, setKind] = useUrlState("kind");
  const [search, setSearch] = useUrlState("find");
  const kind = timelineKinds.find((known) => known === wanted);
  const head = useRead("timeline.head", { params: { id } });
  const { pages, error, busy, more, loadMore, retry } = useTimeline(id, { kind, search });
  const entries = useMemo(() => pages?.flat(), [pages]);
  const countOf = (one: TimelineKind) =>
    head.data?.counts.find((count) => count.kind === one)?.count ?? undefined;
  // While searching, upcoming and pinned entries are only in their months.
  const next = (!search && (!kind || kind === "appointment") && head.data?.next) || NONE;
  const pinned = (!search && (!kind || kind === "note") && head.data?.pinned) || NONE;
  const open = useTasks(id);
  const tasks = (!search && !kind && open) || NO_TASKS;
  const rows = useMemo(
    () => entries && rowsOf({ entries: next, tasks }, entries, me?.timezone),
    [next, tasks, entries, me?.timezone],
  );
  useWhileSent(entries, retry);
  return (
    <Panel id="timeline" label="Timeline" shown={shown} tabbed>
      <Composer contact={contact} />
      <Letter contactId={id} />
      <div className="flex items-center gap-2 px-4 pt-1 pb-2 phone:pt-3 md:max-[1099px]:flex-wrap">
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset can't be a flex box in every browser */}
        <div
          role="group"
          aria-label="Show"
          className="relative flex min-w-0 flex-1 flex-wrap gap-2 phone:-mx-4 md:max-[1099px]:basis-full phone:flex-nowrap phone:overflow-x-auto phone:px-4"
        >
          <Chip pressed={!kind} onPress={() => setKind("")}>
            All
          </Chip>
          {timelineKinds.map((one) => (
            <Chip key={one} pressed={kind === one} onPress={() => setKind(kind === one ? "" : one)}>
              {kindWords[one]}
              {countOf(one) !== undefined && (
                <span className="font-normal text-muted-foreground tabular-nums">{countOf(one)}</span>
              )}
            </Chip>
          ))}
        </div>
        <Search value={search} onChange={setSearch} />
      </div>
      <div aria-busy={busy} className="relative min-h-40 px-4 pb-3 phone:pb-20">
        {pinned.length > 0 && (
          <ul aria-label="Pinned notes">
            {pinned.map((entry) => (
              <PinnedRow key={entry.id} entry={entry} />
            ))}
          </ul>
        )}
        {rows && rows.length > 0 ? (
          <Rows rows={rows} />
        ) : rows && pinned.length > 0 ? null : rows ? (
          kind || search ? (
            <Empty text={search ? "Nothing found" : "Nothing of this kind yet"} hint={hintOf(search)}>
              <Button
                onClick={() => {
                  setKind("");
                  setSearch("");
                }}
              >
                All
              </Button>
            </Empty>
          ) : (
            <Empty text="Nothing here yet" hint="Notes, sales, appointments and email appear here." />
          )
        ) : (
          <Pending read={{ error, isValidating: busy, mutate: retry }} className="pt-16" />
        )}
        {rows && more && (
          <More key={id} onVisible={loadMore} again={pages} failed={error && !busy ? retry : null} />
        )}
      </div>
    </Panel>
  );
}

function useTasks(contact: string): Task[] | undefined {
  return useRead("tasks.list", { query: { contact, limit: 100 } }).data;
}

const hintOf = (search: string) => (search ? `No entry says “${search}”.` : "Updates appear here.");

function Search({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <label className="flex h-8 w-41 items-center gap-2 rounded-md border border-input bg-card px-2.5 text-muted-foreground text-sm focus-within:outline-2 focus-within:outline-ring phone:hidden pointer-coarse:h-11">
      <Icon is="search" className="size-3.5" />
      <input
        type="search"
        aria-label="Search timeline"
        placeholder="Search timeline"
        maxLength={200}
        defaultValue={value}
        key={value === "" ? "empty" : "some"}
        onChange={(event) => onChange(event.target.value)}
        className="min-w-0 flex-1 bg-transparent text-foreground outline-none placeholder:text-muted-foreground"
      />
    </label>
  );
}

function Rows({ rows }: { rows: ReturnType<typeof rowsOf> }) {
  const frame = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const { pieces } = useWindow(frame, list, rows);
  return (
    <div ref={frame}>
      <ol ref={list}>
        {pieces.map((piece) => {
          if (typeof piece === "object") {
            return <li key={piece.key} role="presentation" data-room="" style={{ height: piece.height }} />;
          }
          const row = rows[piece];
          if (!row) return null;
          return "head" in row ? (
            <li key={row.id} className="timeline-head">
              <h2>{row.head}</h2>
            </li>
          ) : "task" in row ? (
            <TaskRow key={row.id} {...row} />
          ) : (
            <EntryRow key={row.id} {...row} />
          );
        })}
      </ol>
    </div>
  );
}

type MoreProps = { onVisible: () => void; again: unknown; failed: (() => void) | null };

function More({ onVisible, again, failed }: MoreProps) {
  const end = useVisible<HTMLDivElement>(onVisible, again);
  return (
    <div ref={end}>
      {failed ? (
        <Failed text="We couldn’t load older entries" onRetry={failed} />
      ) : (
        <Loading label="Loading more…" />
      )}
    </div>
  );
}
