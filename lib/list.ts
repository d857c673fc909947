import type { RefObject } from "react";

/** An endless list for a table; lib/api/use-list.ts creates one. */
export type List<R> = {
  /** Undefined before the first answer. Contains no row twice. */
  rows: R[] | undefined;
  error: Error | undefined;
  busy: boolean;
  more: boolean;
  loadMore: () => void;
  retry: () => void;
  /** The table reports the visible rows here (first and last index). */
  inView: RefObject<(() => [number, number]) | null>;
};

type Whole<R> = Pick<List<R>, "rows" | "error" | "busy" | "retry">;

/** A complete list for a table that also shows endless ones. */
export function wholeList<R>(whole: Whole<R>): List<R> {
  return { ...whole, more: false, loadMore: () => {}, inView: { current: null } };
}
