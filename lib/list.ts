import type { RefObject } from "react";

/** An endless list as a table draws it; lib/api/use-list.ts makes one. */
export type List<R> = {
  /** Undefined before the first answer; no row stands in it twice. */
  rows: R[] | undefined;
  error: Error | undefined;
  /** True while anything is being fetched. */
  busy: boolean;
  more: boolean;
  loadMore: () => void;
  retry: () => void;
  /** Whoever draws the rows says here which of them are on screen (first and last index). */
  inView: RefObject<(() => [number, number]) | null>;
};

type Whole<R> = Pick<List<R>, "rows" | "error" | "busy" | "retry">;

/** A list that comes in one piece, for the table that also draws endless ones. */
export function wholeList<R>(whole: Whole<R>): List<R> {
  return { ...whole, more: false, loadMore: () => {}, inView: { current: null } };
}
