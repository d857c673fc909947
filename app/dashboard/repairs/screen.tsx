"use client";
import { useSearchParams } from "next/navigation";
import { useCallback, useMemo, useState } from "react";
import { SearchMiss } from "#components/list-empty.tsx";
import { ScanButton } from "#components/repairs/scan-button.tsx";
import { type Moved, nextStates, stateLooks } from "#components/repairs/states.tsx";
import { useMove } from "#components/repairs/use-move.tsx";
import { WaitingRepairs } from "#components/repairs/waiting-repairs.tsx";
import { PrefetchLink } from "#components/shell/prefetch-link.tsx";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { useMay } from "#components/shell/use-me.ts";
import { useSearch } from "#components/shell/use-search.ts";
import { buttonClass } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { KeyHint } from "#components/ui/key-hint.tsx";
import { Link } from "#components/ui/link.tsx";
import { deleteRow, type RowAction } from "#components/ui/row-actions.tsx";
import { Segments } from "#components/ui/segments.tsx";
import { Empty, GhostRows } from "#components/ui/states.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { PHONE, useMedia } from "#components/ui/use-media.ts";
import { useRemoval } from "#components/use-removal.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { Answer } from "#lib/contract/contract.ts";
import { type RepairState, repairStates, ticketNumber } from "#lib/contract/repair-terms.ts";
import type { BoardRow } from "#lib/contract/repairs.ts";
import { askedIn } from "./asked.ts";
import { Board } from "./board.tsx";
import { Filters } from "./filters.tsx";
import { RepairList } from "./list.tsx";
import { type Refocus, useRefocus } from "./use-refocus.ts";
import { useTicketSearch } from "./use-ticket-search.ts";

export function RepairsScreen() {
  const [search] = useSearch();
  const params = useSearchParams();
  const filter = useMemo(() => askedIn(new URLSearchParams(params)), [params]);
  const { data: counts } = useRead("repairs.counts", {}, { keepPreviousData: true });
  const { view, choose, isPhone } = useView();
  const { move, dialog } = useMove();
  const remove = useRemoval("repairs.delete");
  const refocus = useRefocus();
  useTicketSearch();

  const actions = useCallback(
    (repair: BoardRow) =>
      rowActions(repair, move, () =>
        remove(repair.id, {
          title: `Delete ${ticketNumber(repair)}?`,
          text: `“${repair.name}” can be restored from the trash for 30 days.`,
          verb: "Delete",
        }),
      ),
    [move, remove],
  );
  const isBoard = view === "board" && filter.view !== "done";
  const parts = {
    ...{
      actions,
      filter,
      search,
      description: summary(counts, !isBoard && !isPhone && filter.view !== "done"),
    },
    controls: (
      <>
        {filter.view !== "done" && <ViewSwitch view={view} choose={choose} refocus={refocus} />}
        <ScanButton />
        <NewRepair />
      </>
    ),
    filters: <Filters filter={filter} counts={counts} refocus={refocus} />,
    empty: <Nothing isWhole={params.size === 0} isNew={counts?.isNew} search={search} />,
  };
  return (
    <>
      <ScreenTitle>Repairs</ScreenTitle>
      <WaitingRepairs />
      {isBoard ? (
        <Board {...parts} move={move} counts={counts} toList={() => choose("list")} />
      ) : view ? (
        <RepairList {...parts} isDone={filter.view === "done"} />
      ) : (
        <GhostRows />
      )}
      {dialog}
    </>
  );
}

function NewRepair() {
  return (
    <PrefetchLink
      href="/dashboard/repairs/new"
      data-shortcut="n"
      className={buttonClass({ variant: "primary" })}
    >
      <Icon is="plus" />
      <span>
        New<span className="phone:sr-only"> repair</span>
      </span>
      <KeyHint>N</KeyHint>
    </PrefetchLink>
  );
}

function summary(counts: Answer<"repairs.counts"> | undefined, isByPromise: boolean): string {
  if (!counts) return "Pieces that customers left for repair.";
  const order = isByPromise ? ", soonest promise first" : "";
  return `${counts.open} open${counts.late > 0 ? `, ${counts.late} late` : ""}${order}.`;
}

type NothingProps = { isWhole: boolean; isNew: boolean | undefined; search: string };

function Nothing({ isWhole, isNew, search }: NothingProps) {
  const may = useMay();
  if (search) return <SearchMiss />;
  return isWhole ? (
    <Empty
      text={isNew ? "No repairs yet" : "No open repairs"}
      hint="Take in a ring, a watch or a strand of pearls. Loupe prints the claim slip, keeps track of the promised day, and lets you tell the customer when it’s ready."
    >
      <NewRepair />
      {isNew && may("repairs.setSettings") && (
        <Link href="/dashboard/settings/store/repairs" className={buttonClass()}>
          Set up prices
        </Link>
      )}
      {isNew && may("imports.create") && (
        <p className="basis-full text-muted-foreground text-sm">
          Moving from another system?{" "}
          <Link href="/dashboard/settings/data?kind=repairs" className="link">
            Import open repairs
          </Link>
        </p>
      )}
    </Empty>
  ) : (
    <Empty text="No repairs here" hint="Try another filter, or show all repairs.">
      <Link href="/dashboard/repairs" className={buttonClass()}>
        Show all
      </Link>
    </Empty>
  );
}

function rowActions(
  repair: BoardRow,
  move: (repair: Moved, to: RepairState) => void,
  onDelete: () => void,
): RowAction[] {
  const name = ticketNumber(repair);
  const next = nextStates[repair.state];
  const others = repairStates.filter((state) => state !== repair.state && state !== next);
  const to = (state: RepairState): RowAction => ({
    ...{ name: `${stateLooks[state].verb} ${name}`, label: stateLooks[state].verb },
    ...{ rowKey: stateLooks[state].key, onSelect: () => move(repair, state) },
  });
  return [
    { name: `Open ${name}`, label: "Open", href: `/dashboard/repairs/${repair.number}`, menuOnly: true },
    { ...to(next), icon: "chevron-right", hint: stateLooks[next].verb },
    ...others.map((state) => ({ ...to(state), inMenu: true })),
    { ...deleteRow(name, onDelete), inMenu: true },
  ];
}

type View = "board" | "list";

const STORED = "repairs-view";

function useView() {
  const isKnown = useHydrated();
  const isWide = useMedia("(width >= 68.75rem)");
  const isPhone = useMedia(PHONE);
  const [, redraw] = useState<View>();
  const stored = isKnown ? localStorage.getItem(STORED) : null;
  const choice = stored === "board" || stored === "list" ? stored : null;
  const preferred: View = choice ?? (isWide ? "board" : "list");
  const possible: View = isPhone ? "list" : preferred;
  const view = isKnown ? possible : undefined;
  const choose = (next: View) => {
    localStorage.setItem(STORED, next);
    redraw(next);
  };
  return { view, choose, isPhone };
}

const VIEWS = [
  ["board", "Board"],
  ["list", "List"],
] as const;

type Props = { view: View | undefined; choose: (view: View) => void; refocus: Refocus };

function ViewSwitch({ view, choose, refocus }: Props) {
  return (
    <div className="phone:hidden">
      <Segments
        ref={refocus("view")}
        aria-label="View"
        choices={VIEWS}
        value={view}
        onChoose={(next) => {
          refocus("view", true);
          choose(next);
        }}
      />
    </div>
  );
}
