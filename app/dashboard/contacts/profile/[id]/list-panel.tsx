import clsx from "clsx";
import { type ReactNode, type RefObject, useRef } from "react";
import type { SWRResponse } from "swr";
import { Panel } from "#components/ui/panel.tsx";
import { ScrollRegion } from "#components/ui/scroll-region.tsx";
import { Empty, Pending } from "#components/ui/states.tsx";
import { useWindow } from "#components/ui/use-window.ts";
import type { ApiError } from "#lib/api/call.ts";

export type ListRead<R> = Pick<SWRResponse<R[], ApiError>, "data" | "error" | "isValidating" | "mutate">;

export type RowPlace = { "aria-setsize": number; "aria-posinset": number };

type Props<R> = {
  id: string;
  title: string;
  shown: boolean;
  read: ListRead<R>;
  failure: (error: ApiError) => string;
  empty: { text: string; hint: string };
  control?: ReactNode;
  children?: ReactNode;
  renderRow: (row: R, place?: RowPlace) => ReactNode;
  /** Only renders rows near the screen, so rows must not contain forms. */
  windowed?: boolean;
  tabbed?: boolean | undefined;
  foot?: ReactNode;
};

export function ListPanel<R extends { id: string }>(props: Props<R>) {
  const { id, title, shown, read, failure, empty, control, children, renderRow, windowed, tabbed, foot } =
    props;
  const { data } = read;
  const scroller = useRef<HTMLElement>(null);
  return (
    <Panel id={id} label={title} shown={shown} tabbed={tabbed}>
      <header className={clsx("flex min-h-13 items-center gap-2 px-4 pt-3 pb-2", tabbed && "md:hidden")}>
        <h2 className="flex-1">
          {title}
          {data && data.length > 0 && <span className="heading-note">{data.length}</span>}
        </h2>
        {control}
      </header>
      {children}
      <ScrollRegion
        ref={scroller}
        aria-label={`${title} list, scrollable`}
        className={clsx(
          "relative overscroll-contain border-t md:overflow-y-auto",
          tabbed && !children && "md:border-t-0",
          "md:h-75 phone:min-h-75",
        )}
      >
        {data && data.length > 0 ? (
          windowed ? (
            <LongList scroller={scroller} rows={data} renderRow={renderRow} />
          ) : (
            <ul>{data.map((row) => renderRow(row))}</ul>
          )
        ) : data ? (
          <Empty {...empty} />
        ) : (
          <Pending read={read} failure={read.error && failure(read.error)} className="pt-24" />
        )}
      </ScrollRegion>
      {foot}
    </Panel>
  );
}

type LongListProps<R> = {
  scroller: RefObject<HTMLElement | null>;
  rows: R[];
  renderRow: Props<R>["renderRow"];
};

function LongList<R extends { id: string }>({ scroller, rows, renderRow }: LongListProps<R>) {
  const list = useRef<HTMLUListElement>(null);
  const { pieces, windowed } = useWindow(scroller, list, rows);
  return (
    <ul ref={list}>
      {pieces.map((piece) => {
        if (typeof piece === "object") {
          return <li key={piece.key} role="presentation" data-room="" style={{ height: piece.height }} />;
        }
        const row = rows[piece];
        const place = { "aria-setsize": rows.length, "aria-posinset": piece + 1 };
        return row && renderRow(row, windowed ? place : undefined);
      })}
    </ul>
  );
}
