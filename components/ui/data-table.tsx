import clsx from "clsx";
import { memo, type ReactNode, type RefObject, useEffect, useId, useRef } from "react";
import type { List } from "#lib/list.ts";
import { Icon } from "./icon.tsx";
import { type RowAction, RowActions, WITH_MENU } from "./row-actions.tsx";
import { ScrollRegion } from "./scroll-region.tsx";
import { Failed, GhostRows, Loading } from "./states.tsx";
import { useDelayed } from "./use-delayed.ts";
import { useLongPress } from "./use-long-press.ts";
import { useMedia } from "./use-media.ts";
import { useRestoredScroll } from "./use-restored-scroll.ts";
import { useSteadyColumns } from "./use-steady-columns.ts";
import { useVisible } from "./use-visible.ts";
import { useWindow } from "./use-window.ts";

type Place = "title" | "aside" | "lead" | "meta" | "hidden";

export type Column<R> = {
  header: string;
  cell: (row: R) => ReactNode;
  phone: Place;
  className?: string;
  sort?: Sortable;
  /** The list's only order, ascending. */
  isSorted?: boolean;
};

/** `choose` must be a stable function. */
export type Choosing<R> = {
  isShown: boolean;
  selected: { has: (id: string) => boolean };
  state: "none" | "some" | "all";
  nameOf: (row: R) => string;
  choose: (id: string, isSpan: boolean) => void;
  onAll: () => void;
  onHold?: (id: string) => void;
};

type Props<R> = {
  title: string;
  level?: 1 | 2;
  description: string;
  caption?: string;
  controls: ReactNode;
  filters?: ReactNode;
  bar?: ReactNode;
  sorting?: Sorting;
  list: List<R>;
  columns: Column<R>[];
  actions: (row: R) => RowAction[];
  empty: ReactNode;
  height?: "md:max-h-[550px]";
  tinted?: string | null;
  choosing?: Choosing<R> | undefined;
  floating?: ReactNode;
  /** If only some of the loaded rows are shown; nothing loads automatically then. */
  partial?: ReactNode;
};

export function DataTable<R extends { id: string }>(props: Props<R>) {
  const { title, level = 1, description, controls, filters, bar, list } = props;
  const { empty, height = "md:max-h-[70vh]", partial, choosing, floating } = props;
  const { rows, failure, busy } = list;
  const heading = useId();
  const Heading = level === 1 ? "h1" : "h2";
  const scroller = useRef<HTMLDivElement>(null);
  const refetching = useDelayed(busy && Boolean(rows) && !list.more);

  const body = useRef<HTMLTableSectionElement>(null);
  useLongPress(body, choosing?.onHold, Boolean(rows?.length));
  const view = useWindow(scroller, body, rows ?? none, { many: MANY });
  useSteadyColumns(scroller, view.windowed);
  const more = list.more && !partial;
  useRestoredScroll(scroller, view.settled ? rows?.length : undefined, { ...list, more });
  useEffect(() => {
    list.inView.current = view.inView;
  });

  return (
    <section aria-labelledby={heading} className="card relative min-w-0">
      {refetching && (
        <span aria-hidden="true" className="absolute inset-x-0 top-0 h-0.5 animate-pulse bg-primary" />
      )}
      <header className="flex flex-wrap items-start gap-2 px-4 pt-4 pb-3">
        <div className="min-w-0 flex-1">
          <Heading id={heading}>{title}</Heading>
          <p className="mt-0.5 text-muted-foreground">{description}</p>
        </div>
        {controls}
      </header>
      {filters && (
        <div
          data-paper="no"
          className="relative flex items-center gap-2 overflow-x-auto px-4 pb-3 [scrollbar-width:none]"
        >
          {filters}
        </div>
      )}
      {bar}
      <ScrollRegion
        ref={scroller}
        aria-label={`${title} table, scrollable`}
        className={clsx(
          // Screen-reader text is positioned absolutely, and WebKit doesn't use table rows as containers.
          "relative scroll-pt-14 overflow-auto overscroll-contain rounded-b-lg phone:overflow-visible",
          height,
          floating && "pb-18 phone:pb-32",
        )}
      >
        {rows && rows.length > 0 ? (
          <>
            <Rows props={props} rows={rows} body={body} view={view} />
            {failure && !busy ? (
              <Failed text={failure} onRetry={list.retry} />
            ) : (
              more && <EndOfList loaded={rows.length} busy={busy} onReached={list.loadMore} />
            )}
          </>
        ) : rows ? (
          !partial && empty
        ) : failure && !busy ? (
          <Failed text={failure} onRetry={list.retry} />
        ) : (
          <FirstRows busy={busy && !failure} />
        )}
        {partial}
      </ScrollRegion>
      {floating && (
        <div className="pointer-events-none sticky bottom-4 z-20 -mt-16 mb-4 flex h-12 items-end justify-center px-4 phone:fixed phone:inset-x-0 phone:bottom-[calc(68px+env(safe-area-inset-bottom))] phone:m-0 phone:h-auto phone:px-2">
          {floating}
        </div>
      )}
    </section>
  );
}

function FirstRows({ busy }: { busy: boolean }) {
  const slow = useDelayed(busy);
  return (
    <div className="relative min-h-96">
      <GhostRows />
      {slow && (
        <div className="absolute inset-x-0 top-24">
          <Loading />
        </div>
      )}
    </div>
  );
}

type RowsProps<R> = {
  props: Props<R>;
  rows: R[];
  body: RefObject<HTMLTableSectionElement | null>;
  view: ReturnType<typeof useWindow>;
};

function Rows<R extends { id: string }>({ props, rows, body, view }: RowsProps<R>) {
  const { title, caption, list, columns, actions, tinted, choosing } = props;
  const { pieces, windowed, isPlain, keyOf } = view;
  const menu = useMedia(WITH_MENU);
  const span = columns.length + (choosing ? 2 : 1);
  return (
    <table
      // -1: the number of rows is unknown.
      aria-rowcount={windowed ? (list.more ? -1 : rows.length + 1) : undefined}
      data-choosing={choosing?.isShown || undefined}
      data-crowded={columns.length >= CROWDED || undefined}
      className="w-full border-separate border-spacing-0 phone:block"
    >
      <caption className="sr-only">{caption ?? `${title}, newest first`}</caption>
      <Head {...props} isCounted={windowed} />
      <tbody
        ref={body}
        className={clsx(
          "phone:block",
          choosing?.onHold && "pointer-coarse:select-none pointer-coarse:[-webkit-touch-callout:none]",
        )}
      >
        {pieces.map((piece) => {
          if (typeof piece === "object") return <Room key={piece.key} height={piece.height} span={span} />;
          const row = rows[piece];
          return (
            row && (
              <Row
                key={keyOf(row.id)}
                row={row}
                at={windowed ? piece + 2 : undefined}
                columns={columns}
                actions={actions}
                tinted={row.id === tinted}
                selected={choosing?.selected.has(row.id)}
                nameOf={choosing?.nameOf}
                onChoose={choosing?.choose}
                menu={menu}
                plain={isPlain(piece)}
              />
            )
          );
        })}
      </tbody>
    </table>
  );
}

type HeadProps<R> = Pick<Props<R>, "columns" | "sorting" | "choosing"> & { isCounted: boolean };

function Head<R>({ columns, sorting, choosing, isCounted }: HeadProps<R>) {
  return (
    <thead className="phone:sr-only">
      <tr aria-rowindex={isCounted ? 1 : undefined}>
        {choosing && (
          <th scope="col" className="sticky top-0 z-1 w-11 border-border-strong border-b bg-card p-0">
            <AllBox choosing={choosing} />
          </th>
        )}
        {columns.map((column) => (
          <th
            key={column.header}
            scope="col"
            aria-sort={column.isSorted ? "ascending" : sortedWay(column.sort, sorting)}
            className={clsx(
              "sticky top-0 z-1 h-10 whitespace-nowrap border-border-strong border-b bg-card px-3 text-left font-medium text-muted-foreground text-xs first:pl-4 tablet:pr-1 in-data-crowded:px-2",
              column.className,
            )}
          >
            {sorting && column.sort ? (
              <SortButton sortable={column.sort} sorting={sorting}>
                {column.header}
              </SortButton>
            ) : (
              column.header
            )}
            {column.isSorted && (
              <Icon is="arrow-up" className="ml-1 inline-block size-3.5 align-text-bottom" />
            )}
          </th>
        ))}
        <th scope="col" className="sticky top-0 right-0 z-2 border-border-strong border-b bg-card">
          <span className="sr-only">Actions</span>
        </th>
      </tr>
    </thead>
  );
}

const none: never[] = [];

/** A row is heavy, so a list gets a window as soon as it is longer than a screen. */
const MANY = 20;

const CROWDED = 7;

function Room({ height, span }: { height: number; span: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: it contains nothing focusable
    <tr aria-hidden="true" data-room="">
      <td colSpan={span} className="list-unrendered" style={{ height }} />
    </tr>
  );
}

function EndOfList({ loaded, busy, onReached }: { loaded: number; busy: boolean; onReached: () => void }) {
  const end = useVisible<HTMLDivElement>(onReached, busy ? "busy" : loaded);
  return (
    <div ref={end} className="border-t">
      <Loading label="Loading more…" />
    </div>
  );
}

const places: Record<Place, string> = {
  title: "list-title",
  aside: "list-aside",
  lead: "list-lead",
  meta: "list-meta",
  hidden: "phone:hidden",
};

function AllBox<R>({ choosing: { state, onAll } }: { choosing: Choosing<R> }) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = state === "some";
  }, [state]);
  return (
    <input
      ref={box}
      type="checkbox"
      aria-label="Select all loaded"
      checked={state === "all"}
      onChange={onAll}
      className="list-box h-10! pointer-coarse:h-11!"
    />
  );
}

const Row = memo(TableRow) as typeof TableRow;

type RowProps<R> = {
  row: R;
  at: number | undefined;
  tinted: boolean;
  selected: boolean | undefined;
  nameOf: Choosing<R>["nameOf"] | undefined;
  onChoose: Choosing<R>["choose"] | undefined;
  menu: boolean;
  plain: boolean;
  columns: Column<R>[];
  actions: (row: R) => RowAction[];
};

function TableRow<R extends { id: string }>(props: RowProps<R>) {
  const { row, at, columns, actions, tinted, selected, nameOf, onChoose, menu, plain } = props;
  return (
    <tr
      data-row={row.id}
      aria-rowindex={at}
      data-tinted={tinted || undefined}
      data-chosen={selected || undefined}
      className="group list-row"
    >
      {selected !== undefined && (
        <td className="list-choose">
          {!plain && (
            <input
              type="checkbox"
              aria-label={`Select ${nameOf?.(row)}`}
              checked={selected}
              onChange={({ nativeEvent }) =>
                onChoose?.(row.id, (nativeEvent as MouseEvent).shiftKey === true)
              }
              className="list-box"
            />
          )}
        </td>
      )}
      {columns.map((column) => (
        <td key={column.header} className={clsx("list-cell", places[column.phone], column.className)}>
          {column.cell(row)}
        </td>
      ))}
      <td className="list-actions">
        {plain ? <span className="list-plain" /> : <RowActions actions={actions(row)} menu={menu} />}
      </td>
    </tr>
  );
}

type Way = "asc" | "desc";
type Sortable = { by: string; first: Way };
/** `onSort` with null means the list's own order. */
type Sorting = { by: string; way: Way; onSort: (by: string, way: Way | null) => void };

function sortedWay(sortable?: Sortable, sorting?: Sorting) {
  if (!sortable || sortable.by !== sorting?.by) return undefined;
  return sorting.way === "asc" ? "ascending" : "descending";
}

type SortedWayProps = { sortable: Sortable; sorting: Sorting; children: ReactNode };

function SortButton({ sortable: { by, first }, sorting, children }: SortedWayProps) {
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
