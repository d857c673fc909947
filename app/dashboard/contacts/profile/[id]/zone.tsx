"use client";
import clsx from "clsx";
import type { ReactNode } from "react";
import type { SWRResponse } from "swr";
import { Panel } from "#components/ui/panel.tsx";
import { ScrollRegion } from "#components/ui/scroll-region.tsx";
import { Empty, Failed, Loading } from "#components/ui/states.tsx";
import { useDelayed } from "#components/ui/use-delayed.ts";
import type { ApiError } from "#lib/api/call.ts";

export type ListRead<R> = Pick<SWRResponse<R[], ApiError>, "data" | "error" | "isValidating" | "mutate">;

type Props<R> = {
  id: string;
  title: string;
  shown: boolean;
  read: ListRead<R>;
  failure: (error: ApiError) => string;
  empty: { text: string; hint: string };
  control?: ReactNode;
  /** Stands above the list, whatever became of the list. */
  children?: ReactNode;
  row: (row: R) => ReactNode;
  /** No higher than its rows need. */
  fits?: boolean;
};

/** A list of 300 px with its own scroll bar (the page's on phones), which loads, is empty and fails by itself. */
export function Zone<R>(props: Props<R>) {
  const { id, title, shown, read, failure, empty, control, children, row, fits } = props;
  const { data, error, isValidating } = read;
  const slow = useDelayed(!data && !error);
  return (
    <Panel id={id} label={title} shown={shown}>
      <header className="flex min-h-13 items-center gap-2 px-4 pt-3 pb-2">
        <h2 className="flex-1">
          {title}
          {data && data.length > 0 && (
            <span className="ml-2 font-normal text-muted-foreground text-sm tabular-nums">{data.length}</span>
          )}
        </h2>
        {control}
      </header>
      {children}
      <ScrollRegion
        aria-label={`${title} list, scrollable`}
        className={clsx(
          "relative overscroll-contain border-t md:overflow-y-auto",
          fits ? "md:max-h-75" : "md:h-75 phone:min-h-75",
        )}
      >
        {data && data.length > 0 ? (
          <ul>{data.map(row)}</ul>
        ) : data ? (
          <Empty {...empty} />
        ) : error && !isValidating ? (
          <Failed text={failure(error)} onRetry={() => read.mutate()} />
        ) : (
          <div className="pt-24">{slow && <Loading />}</div>
        )}
      </ScrollRegion>
    </Panel>
  );
}
