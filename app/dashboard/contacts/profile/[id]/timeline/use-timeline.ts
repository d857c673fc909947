"use client";
import { useCallback, useEffect, useRef } from "react";
import useSWRInfinite from "swr/infinite";
import { watchList } from "#lib/api/cache.ts";
import type { ApiError } from "#lib/api/call.ts";
import { fetchKey, readKey } from "#lib/api/keys.ts";
import { isFresh } from "#lib/api/use-read.ts";
import type { TimelineEntry } from "#lib/contract/timeline.ts";
import { TIMELINE_PAGE, type TimelineKind } from "#lib/contract/timeline-terms.ts";

type Narrowed = { kind: TimelineKind | undefined; search: string };

/** Each page begins after the last entry of the previous one. */
export function useTimeline(id: string, { kind, search }: Narrowed) {
  const keyOf = (before?: TimelineEntry) =>
    readKey("timeline.ofContact", {
      params: { id },
      query: {
        kind,
        search: search || undefined,
        before: before && `${before.at}~${before.id}`,
      },
    });
  const key = `$inf$${keyOf()}`;
  const getKey = (index: number, previous: TimelineEntry[] | null) => {
    if (index === 0) return keyOf();
    return previous && previous.length === TIMELINE_PAGE ? keyOf(previous.at(-1)) : null;
  };
  const { data, error, isValidating, setSize, mutate } = useSWRInfinite<TimelineEntry[], ApiError>(
    getKey,
    (key: string) => fetchKey<"timeline.ofContact">(key),
    { revalidateFirstPage: false, revalidateIfStale: !isFresh(key), keepPreviousData: true },
  );
  // A new entry shifts all pages.
  const refetch = useRef(() => {});
  refetch.current = () => void setSize(1).then(() => mutate());
  useEffect(() => watchList({ key, refetch: () => refetch.current() }), [key]);

  const loaded = data?.length ?? 0;
  const more = data?.at(-1)?.length === TIMELINE_PAGE;
  const loadMore = useCallback(() => {
    if (!isValidating && more) setSize(loaded + 1);
  }, [isValidating, more, loaded, setSize]);
  return { pages: data, error, busy: isValidating, more, loadMore, retry: () => void mutate() };
}
