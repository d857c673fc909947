"use client";
import clsx from "clsx";
import { memo, useEffect, useRef } from "react";
import type { Column, Place } from "./data-table.tsx";
import { type RowAction, RowActions } from "./row-actions.tsx";

/** `isShown`: show checkboxes on phones too. `choose` must be a stable function. */
export type Choosing<R> = {
  isShown: boolean;
  chosen: { has: (id: string) => boolean };
  state: "none" | "some" | "all";
  nameOf: (row: R) => string;
  choose: (id: string, isSpan: boolean) => void;
  onAll: () => void;
  /** A long press selects a row. */
  onHold?: (id: string) => void;
};

/** The classes are in app/lists.css, because repeated in each cell they would be most of the document. */
const places: Record<Place, string> = {
  title: "list-title",
  aside: "list-aside",
  lead: "list-lead",
  meta: "list-meta",
  hidden: "phone:hidden",
};

/** Selects all loaded rows, or none. */
export function AllBox<R>({ choosing: { state, onAll } }: { choosing: Choosing<R> }) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = state === "some";
  }, [state]);
  return (
    <input
      ref={box}
      type="checkbox"
      aria-label="Choose all loaded"
      checked={state === "all"}
      onChange={onAll}
      className="list-box h-10! pointer-coarse:h-11!"
    />
  );
}

/** Memoized row of DataTable. */
export const Row = memo(TableRow) as typeof TableRow;

type RowProps<R> = {
  row: R;
  /** Row number for screen readers, if only some rows are in the document. */
  at: number | undefined;
  tinted: boolean;
  /** Undefined if rows can't be selected. */
  chosen: boolean | undefined;
  nameOf: Choosing<R>["nameOf"] | undefined;
  onChoose: Choosing<R>["choose"] | undefined;
  menu: boolean;
  columns: Column<R>[];
  actions: (row: R) => RowAction[];
};

function TableRow<R extends { id: string }>(props: RowProps<R>) {
  const { row, at, columns, actions, tinted, chosen, nameOf, onChoose, menu } = props;
  return (
    <tr
      data-row={row.id}
      aria-rowindex={at}
      data-tinted={tinted || undefined}
      data-chosen={chosen || undefined}
      className="group list-row"
    >
      {chosen !== undefined && (
        <td className="list-choose">
          <input
            type="checkbox"
            aria-label={`Choose ${nameOf?.(row)}`}
            checked={chosen}
            onChange={({ nativeEvent }) => onChoose?.(row.id, (nativeEvent as MouseEvent).shiftKey === true)}
            className="list-box"
          />
        </td>
      )}
      {columns.map((column) => (
        <td key={column.header} className={clsx("list-cell", places[column.phone], column.className)}>
          {column.cell(row)}
        </td>
      ))}
      {/* The actions stay visible while a narrow table scrolls sideways. */}
      <td className="list-actions">
        <RowActions actions={actions(row)} menu={menu} />
      </td>
    </tr>
  );
}
