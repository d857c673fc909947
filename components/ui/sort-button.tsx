import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";

type Way = "asc" | "desc";
export type Sortable = { by: string; first: Way };
/** `onSort` with null means the list's own order. */
export type Sorting = { by: string; way: Way; onSort: (by: string, way: Way | null) => void };

export function sortedWay(sortable?: Sortable, sorting?: Sorting) {
  if (!sortable || sortable.by !== sorting?.by) return undefined;
  return sorting.way === "asc" ? "ascending" : "descending";
}

type Props = { sortable: Sortable; sorting: Sorting; children: ReactNode };

/** Sorts, reverses, then returns to the list's own order. */
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
