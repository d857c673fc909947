"use client";
import clsx from "clsx";
import { memo, useEffect, useRef } from "react";
import type { Column, Place } from "./data-table.tsx";
import { type RowAction, RowActions } from "./row-actions.tsx";

/** `isShown`: on phones too, where there is no room for the boxes otherwise. `choose` stays the same function. */
export type Choosing<R> = {
  isShown: boolean;
  chosen: { has: (id: string) => boolean };
  state: "none" | "some" | "all";
  nameOf: (row: R) => string;
  choose: (id: string, isSpan: boolean) => void;
  onAll: () => void;
  /** A finger rests on a row: it is chosen, and others can be. */
  onHold?: (id: string) => void;
};

/** What lists look like stands in app/lists.css: spelled out in each cell it would be most of their bytes. */
const places: Record<Place, string> = {
  title: "list-title",
  aside: "list-aside",
  lead: "list-lead",
  meta: "list-meta",
  hidden: "phone:hidden",
};

/** Over the boxes of the rows: all that are loaded, or none. */
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

/** A row of DataTable; it is drawn anew only where what it is given is another. */
export const Row = memo(TableRow) as typeof TableRow;

type RowProps<R> = {
  row: R;
  /** Its number in the table, counted from the head; only where not all rows are in the document. */
  at: number | undefined;
  tinted: boolean;
  /** Undefined where none can be chosen. */
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
      {/* However far a narrow screen scrolls sideways, what can be done with the row stays in reach. */}
      <td className="list-actions">
        <RowActions actions={actions(row)} menu={menu} />
      </td>
    </tr>
  );
}
