import type { RefObject } from "react";

/** lib/api/use-list.ts creates one. */
export type List<R> = {
  /** Undefined before the first answer. No row appears twice. */
  rows: R[] | undefined;
  error: Error | undefined;
  busy: boolean;
  more: boolean;
  loadMore: () => void;
  retry: () => void;
  /** The table reports the first and last visible index. */
  inView: RefObject<(() => [number, number]) | null>;
};

type Whole<R> = Pick<List<R>, "rows" | "error" | "busy" | "retry">;

/** For tables that also show endless lists. */
export function wholeList<R>(whole: Whole<R>): List<R> {
  return { ...whole, more: false, loadMore: () => {}, inView: { current: null } };
}
