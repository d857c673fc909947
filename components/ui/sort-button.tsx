import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";

type Way = "asc" | "desc";
/** What a list can be sorted by in a column, and in which way first. */
export type Sortable = { by: string; first: Way };
/** How a list is sorted, and what a press on a column's head asks for: null for the order it comes in. */
export type Sorting = { by: string; way: Way; onSort: (by: string, way: Way | null) => void };

/** For `aria-sort`. */
export function sortedWay(sortable?: Sortable, sorting?: Sorting) {
  if (!sortable || sortable.by !== sorting?.by) return undefined;
  return sorting.way === "asc" ? "ascending" : "descending";
}

type Props = { sortable: Sortable; sorting: Sorting; children: ReactNode };

/** The head of a column: sorts by it, then the other way round, then as the list comes. */
export function SortButton({ sortable: { by, first }, sorting, children }: Props) {
  const isSorted = by === sorting.by;
  const other = first === "asc" ? "desc" : "asc";
  const next = !isSorted ? first : sorting.way === first ? other : null;
  return (
    <button
      type="button"
      onClick={() => sorting.onSort(by, next)}
      className="-mx-1 inline-flex h-7 items-center gap-1 rounded-sm px-1 hover:text-foreground pointer-coarse:h-11"
    >
      {children}
      {isSorted && <Icon is={sorting.way === "asc" ? "arrow-up" : "arrow-down"} className="size-3.5" />}
    </button>
  );
}
