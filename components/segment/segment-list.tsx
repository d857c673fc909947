import { type ComponentProps, type ReactNode, useState } from "react";
import { KeepTyped } from "#components/shell/typed-ahead.tsx";
import { DataTable } from "#components/ui/data-table.tsx";
import { part } from "#components/ui/part.tsx";
import { Empty } from "#components/ui/states.tsx";
import type { AnySort } from "#lib/contract/segment-terms.ts";
import { AddButton, ListState, type QuickChip, SegmentChips } from "./segment-chips.tsx";
import type { useSegment } from "./use-segment.ts";

const FilterBar = part(() => import("./filter-bar.tsx"), "FilterBar", {
  until: ({ begins }) => <div className="h-13 border-t">{begins && <KeepTyped />}</div>,
});
const SaveMenu = part(() => import("./save-menu.tsx"), "SaveMenu");

type Table<R extends { id: string }> = Omit<
  ComponentProps<typeof DataTable<R>>,
  "caption" | "filters" | "bar" | "sorting"
>;
type Props<R extends { id: string }> = Table<R> & {
  asked: ReturnType<typeof useSegment>;
  search: string;
  quick: QuickChip[];
  unmatched: ReactNode;
  state?: ReactNode;
  plainFilters?: ReactNode;
};

export function SegmentList<R extends { id: string }>(props: Props<R>) {
  const { asked, search, quick, unmatched, state, plainFilters, empty, ...table } = props;
  const { complete, of, where, segment, setSegment, filter, order, setSort, setSaved } = asked;
  const [isFiltering, setFiltering] = useState(false);
  const sorting = {
    by: order?.split(":")[0] ?? "",
    way: order?.endsWith(":asc") ? ("asc" as const) : ("desc" as const),
    onSort: (by: string, way: string | null) => setSort(way ? (`${by}:${way}` as AnySort) : undefined),
  };
  const none =
    typeof unmatched === "string" ? (
      <Empty text={unmatched} hint="Change or remove a condition." />
    ) : (
      unmatched
    );
  return (
    <DataTable
      {...table}
      caption={order ? table.title : undefined}
      filters={
        complete ? (
          <SegmentChips asked={asked} quick={quick}>
            {!where && !isFiltering && <AddButton onPress={() => setFiltering(true)} load={FilterBar.load} />}
            <ListState list={table.list} isWhole={!where} isSorted={order !== undefined}>
              {state}
            </ListState>
          </SegmentChips>
        ) : (
          plainFilters
        )
      }
      bar={
        complete &&
        (isFiltering || segment.length > 0) && (
          <FilterBar
            of={of}
            segment={segment}
            onSegment={(next) => {
              // The bar has the focus when its last condition is removed, so it stays.
              setFiltering(true);
              setSegment(next);
              if (next.length === 0) setSaved("");
            }}
            search={search}
            begins={isFiltering}
            onClose={() => setFiltering(false)}
          >
            <SaveMenu asked={asked} />
          </FilterBar>
        )
      }
      sorting={complete ? sorting : undefined}
      empty={filter && where ? none : empty}
    />
  );
}
