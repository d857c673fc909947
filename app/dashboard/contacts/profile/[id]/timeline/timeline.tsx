import clsx from "clsx";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import useSWRInfinite from "swr/infinite";
import { Composer } from "#components/composer/composer.tsx";
import { Promised } from "#components/repairs/promised.tsx";
import { StateBadge, stateLooks } from "#components/repairs/states.tsx";
import { PrefetchLink } from "#components/shell/prefetch-link.tsx";
import { useMay, useMe } from "#components/shell/use-me.ts";
import { useUrlState } from "#components/shell/use-search.ts";
import { Tick } from "#components/tick.tsx";
import { Button } from "#components/ui/button.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { Group } from "#components/ui/group.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { part } from "#components/ui/part.tsx";
import { Empty, Failed, Loading, Pending } from "#components/ui/states.tsx";
import { useVisible } from "#components/ui/use-visible.ts";
import { useWindow } from "#components/ui/use-window.ts";
import { watchList } from "#lib/api/cache.ts";
import type { ApiError } from "#lib/api/call.ts";
import { readKey } from "#lib/api/keys.ts";
import { fetchKey } from "#lib/api/read-ahead.ts";
import { useAct } from "#lib/api/use-act.ts";
import { isFresh, useRead } from "#lib/api/use-read.ts";
import { ticketNumber } from "#lib/contract/repair-terms.ts";
import type { RepairRow } from "#lib/contract/repairs.ts";
import type { Task } from "#lib/contract/tasks.ts";
import type { TimelineEntry } from "#lib/contract/timeline.ts";
import { TIMELINE_PAGE, type TimelineKind, timelineKinds } from "#lib/contract/timeline-terms.ts";
import { isoDay, readDay, today } from "#lib/dates.ts";
import { notify } from "#lib/notifications.ts";
import { dueWords, taskLine } from "#lib/task-words.ts";
import { dotted } from "#lib/text.ts";
import { dayOf } from "#lib/time/days.ts";
import { formatter } from "#lib/time/zone.ts";
import { EntryRow, PinnedRow } from "./entry-row.tsx";
import { Letter, useWhileSent } from "./letter.tsx";
import { useSavingNote } from "./use-saving-note.ts";

const kindWords: Record<TimelineKind, string> = {
  note: "Notes",
  sale: "Sales",
  repair: "Repairs",
  appointment: "Appointments",
  mail: "Mail",
  change: "Changes",
};

type Props = { contact: { id: string; name: string }; shown: boolean };
const NONE: TimelineEntry[] = [];
const NO_TASKS: Task[] = [];
const NO_REPAIRS: RepairRow[] = [];

export function Timeline({ contact, shown }: Props) {
  const { id } = contact;
  const { data: me } = useMe();
  const [wanted, setKind] = useUrlState("kind");
  const [search, setSearch] = useUrlState("find");
  const kind = timelineKinds.find((known) => known === wanted);
  const head = useRead("timeline.head", { params: { id } });
  const { pages, error, busy, more, loadMore, retry } = useTimeline(id, { kind, search });
  const { add, saving } = useSavingNote(pages);
  const isNoteShown = !search && (!kind || kind === "note");
  const entries = useMemo(
    () => pages && [...(isNoteShown ? saving : []), ...pages.flat()],
    [pages, saving, isNoteShown],
  );
  const countOf = (one: TimelineKind) =>
    head.data?.counts.find((count) => count.kind === one)?.count ?? undefined;
  const shownKinds = timelineKinds.filter((one) => one !== "repair" || kind === one || countOf(one));
  // While searching, upcoming and pinned entries are only in their months.
  const next = (!search && (!kind || kind === "appointment") && head.data?.next) || NONE;
  const pinned = (isNoteShown && head.data?.pinned) || NONE;
  const open = useTasks(id);
  const tasks = (!search && !kind && open) || NO_TASKS;
  const here = useRepairs(id);
  const repairs = (!search && (!kind || kind === "repair") && here) || NO_REPAIRS;
  const rows = useMemo(
    () => entries && rowsOf({ entries: next, tasks, repairs }, entries, me?.timezone),
    [next, tasks, repairs, entries, me?.timezone],
  );
  useWhileSent(entries, retry);
  return (
    <Panel id="timeline" label="Timeline" shown={shown} tabbed>
      <Composer contact={contact} addNote={add} />
      <Letter contactId={id} />
      <div className="flex items-center gap-2 px-4 pt-1 pb-2 phone:pt-3 md:max-[68.6875rem]:flex-wrap">
        <Group
          aria-label="Show"
          className="relative flex min-w-0 flex-1 flex-wrap gap-2 phone:-mx-4 md:max-[68.6875rem]:basis-full phone:flex-nowrap phone:overflow-x-auto phone:px-4"
        >
          <Chip pressed={!kind} onPress={() => setKind("")}>
            All
          </Chip>
          {shownKinds.map((one) => (
            <Chip key={one} pressed={kind === one} onPress={() => setKind(kind === one ? "" : one)}>
              {kindWords[one]}
              {countOf(one) !== undefined && (
                <span className="font-normal text-muted-foreground tabular-nums">{countOf(one)}</span>
              )}
            </Chip>
          ))}
        </Group>
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

function useRepairs(contact: string): RepairRow[] | undefined {
  const may = useMay()("repairs.list");
  return useRead("repairs.list", may ? { query: { contact } } : null).data;
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
          ) : "repair" in row ? (
            <NextRepair key={row.id} {...row} />
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

type Narrowed = { kind: TimelineKind | undefined; search: string };

function useTimeline(id: string, { kind, search }: Narrowed) {
  const keyOf = (before?: TimelineEntry) =>
    readKey("timeline.ofContact", {
      params: { id },
      query: { kind, search: search || undefined, before: before && `${before.at}~${before.id}` },
    });
  const key = `$inf$${keyOf()}`;
  const getKey = (index: number, previous: TimelineEntry[] | null) => {
    if (index === 0) return keyOf();
    return previous && previous.length === TIMELINE_PAGE ? keyOf(previous.at(-1)) : null;
  };
  const { data, error, isValidating, setSize, mutate } = useSWRInfinite<TimelineEntry[], ApiError>(
    getKey,
    (key: string) => fetchKey<"timeline.ofContact">(key),
    { revalidateFirstPage: false, revalidateIfStale: !isFresh(key), keepPreviousData: true },
  );
  const refetch = useRef(() => {});
  refetch.current = () => void setSize(1).then(() => mutate());
  useEffect(() => watchList({ key, refetch: () => refetch.current() }), [key]);

  const loaded = data?.length ?? 0;
  const more = data?.at(-1)?.length === TIMELINE_PAGE;
  const loadMore = useCallback(() => {
    if (!isValidating && more) setSize(loaded + 1);
  }, [isValidating, more, loaded, setSize]);
  return { pages: data, error, busy: isValidating, more, loadMore, retry: () => void mutate() };
}

type TimelineRow =
  | { id: string; head: string }
  | { id: string; entry: TimelineEntry; isFirst: boolean; isLast: boolean }
  | { id: string; task: Task; isFirst: boolean; isLast: boolean }
  | { id: string; repair: RepairRow; isFirst: boolean; isLast: boolean };

type Next = { entries: TimelineEntry[]; tasks: Task[]; repairs: RepairRow[] };

function rowsOf(next: Next, entries: TimelineEntry[], timezone?: string): TimelineRow[] {
  const heads = entries.map(({ at }) => monthOf(at, timezone));
  return [
    ...nextRows(next, timezone),
    ...heads.flatMap((head, i) => {
      const isFirst = head !== heads[i - 1];
      const entry = entries[i];
      if (!entry) return [];
      const row = { id: entry.id, entry, isFirst, isLast: head !== heads[i + 1] };
      return isFirst ? [{ id: `month ${head}`, head }, row] : [row];
    }),
  ];
}

function nextRows({ entries, tasks, repairs }: Next, timezone?: string): TimelineRow[] {
  const all = [
    ...entries.map((entry) => ({
      by: `${dayOf(Date.parse(entry.at ?? ""), timezone ?? "UTC")} ${entry.at}`,
      entry,
    })),
    ...tasks.map((task) => ({ by: `${task.dueDay} z${task.dueTime ?? ""}`, task })),
    ...repairs.map((repair) => ({ by: repair.promisedDay, repair })),
  ].toSorted((a, b) => (a.by < b.by ? -1 : 1));
  if (all.length === 0) return [];
  return [
    { id: "Next", head: "Next" },
    ...all.map(({ by: _, ...one }, i) => {
      const id = "task" in one ? one.task.id : "repair" in one ? `repair ${one.repair.id}` : one.entry.id;
      return { id, ...one, isFirst: i === 0, isLast: i === all.length - 1 };
    }),
  ];
}

function monthOf(at: string | null, timezone?: string): string {
  const day = readDay(at, timezone);
  if (!day) return "Without a date";
  return formatter({ year: "numeric", month: "long" }, "UTC").format(
    new Date(Date.UTC(day.year, day.month - 1, 1)),
  );
}

const TaskModal = part(() => import("#components/task-modal.tsx"), "TaskModal");

type TaskRowProps = { task: Task; isFirst: boolean; isLast: boolean };

function TaskRow({ task, isFirst, isLast }: TaskRowProps) {
  const { data: me } = useMe();
  const finish = useFinishTask();
  const [isEdited, setEdited] = useState(false);
  const day = isoDay(today(me?.timezone));
  const { text, late } = dueWords(task, day);
  const line = taskLine(
    { ...task, contact: null },
    { me: me?.id, ...(me?.timezone && { timezone: me.timezone }) },
  );
  return (
    <li
      data-row=""
      tabIndex={-1}
      className={clsx("timeline-row", isFirst && "is-first", isLast && "is-last")}
    >
      <span className="relative flex size-7 items-center justify-center rounded-full bg-card ring-3 ring-card">
        <Tick name={task.what} done={task.doneAt !== null} onChange={() => finish(task)} />
      </span>
      <div className="min-w-0">
        <div className="pt-1 leading-5">
          <button
            type="button"
            onClick={() => setEdited(true)}
            {...TaskModal.near}
            className="tap max-w-full text-left font-medium wrap-anywhere hover:underline"
          >
            {task.what}
          </button>
        </div>
        <div className="timeline-meta">{dotted("Task", line)}</div>
      </div>
      <div className="timeline-when">
        <time dateTime={task.dueDay} className={clsx(late && "font-semibold text-danger")}>
          {late || text === "Today" ? text : `Due ${text}`}
        </time>
      </div>
      {isEdited && <TaskModal task={task} onClose={() => setEdited(false)} />}
    </li>
  );
}

function useFinishTask(): (task: Task) => Promise<void> {
  const { act } = useAct("tasks.setDone");
  return useCallback(
    async ({ id, what }) => {
      const params = { id };
      if (!(await act({ params, body: { done: true } })).ok) return;
      const back = () => void act({ params, body: { done: false } });
      notify({
        type: "success",
        message: `Done: ${what}`,
        undo: { until: Date.now() + 10_000, mails: false, run: back },
      });
    },
    [act],
  );
}

type NextRepairProps = { repair: RepairRow; isFirst: boolean; isLast: boolean };

function NextRepair({ repair, isFirst, isLast }: NextRepairProps) {
  const { number, name, state, work, person } = repair;
  const { icon: Look } = stateLooks[state];
  return (
    <li
      data-row=""
      tabIndex={-1}
      className={clsx("timeline-row", isFirst && "is-first", isLast && "is-last")}
    >
      <span className="timeline-icon is-next">
        <Look size={14} aria-hidden="true" />
      </span>
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-2 pt-1 leading-5">
          <PrefetchLink href={`/dashboard/repairs/${number}`} className="tap font-medium hover:underline">
            {name}
          </PrefetchLink>
          <StateBadge state={state} />
        </div>
        <div className="timeline-meta">
          {dotted(ticketNumber(repair), work, person && `with ${person.name.split(" ")[0]}`)}
        </div>
      </div>
      <div className="timeline-when">
        <Promised repair={repair} />
      </div>
    </li>
  );
}
