import type { RefObject } from "react";

export type List<R> = {
  /** Undefined before the first answer. No row appears twice. */
  rows: R[] | undefined;
  /** Why it couldn't be loaded; "" if it could. */
  failure: string;
  busy: boolean;
  more: boolean;
  loadMore: () => void;
  retry: () => void;
  /** The table reports the first and last visible index. */
  inView: RefObject<(() => [number, number]) | null>;
};

type Read = { error: Error | undefined; isValidating: boolean; mutate: () => unknown };

/** For tables that also show endless lists. */
export function wholeList<R>(rows: R[] | undefined, { error, isValidating, mutate }: Read): List<R> {
  return {
    ...{ rows, failure: error?.message ?? "", busy: isValidating, retry: () => void mutate() },
    ...{ more: false, loadMore: () => {}, inView: { current: null } },
  };
}
