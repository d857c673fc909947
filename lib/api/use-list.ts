import { useCallback, useEffect, useMemo, useRef } from "react";
import { useSWRConfig } from "swr";
import useSWRInfinite from "swr/infinite";
import type { ListName } from "#lib/contract/contract.ts";
import type { Change } from "#lib/contract/endpoint.ts";
import type { List } from "#lib/list.ts";
import { watchList } from "./cache.ts";
import type { ApiError } from "./call.ts";
import { failureText, listFailure } from "./failure-text.ts";
import { fetchPage, type ListFilter, listKey, PAGE_SIZE, type Page, pageKey, type Row } from "./keys.ts";
import { isFresh } from "./use-read.ts";

/** In ms. Younger data isn't reloaded on focus. */
const STILL_NEW = 5_000;

export function useList<N extends ListName>(name: N, search = "", filter?: ListFilter): List<Row<N>> {
  const getKey = (index: number, previous: Page<N> | null) =>
    previous && !previous.full ? null : pageKey(name, search, index, filter);
  const { data, error, isValidating, setSize, mutate } = useSWRInfinite<Page<N>, ApiError>(
    getKey,
    (key: string) => fetchPage<N>(key),
    // Otherwise each further page would reload the first.
    { revalidateFirstPage: false, revalidateIfStale: !isFresh(listKey(name, search, filter)) },
  );
  const loaded = data?.length ?? 0;
  const inView = useRef<(() => [number, number]) | null>(null);

  const refetch = useRef<(change: Change) => void>(() => {});
  refetch.current = (change) => {
    if (change === "create") return void setSize(1).then(() => mutate());
    // With conditions, any row may have moved.
    if (filter?.where !== undefined) return void mutate();
    // After a deletion the last page gains the row that the offset would skip.
    const pages = pagesOf(inView.current?.() ?? [0, 0], change === "delete" ? loaded - 1 : 0);
    const keys = new Set([...pages].map((index) => pageKey(name, search, index, filter)));
    mutate((current) => current, { revalidate: (_, key) => keys.has(key as string) });
  };
  const key = listKey(name, search, filter);
  const { cache } = useSWRConfig();
  const cached = useMemo(() => !isFresh(key) && cache.get(key)?.data !== undefined, [cache, key]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each search
  useEffect(() => {
    if (cached) refetch.current("update");
  }, [key]);
  useEffect(() => watchList({ key, refetch: (change) => refetch.current(change) }), [key]);
  const readAt = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each response
  useEffect(() => {
    readAt.current = Date.now();
  }, [data]);
  useEffect(() => {
    const onFocus = () => Date.now() - readAt.current > STILL_NEW && refetch.current("update");
    window.addEventListener("focus", onFocus);
    return () => window.removeEventListener("focus", onFocus);
  }, []);

  const rows = useMemo(() => data && distinct(data.flatMap((page) => page?.rows ?? [])), [data]);
  // A host without pages repeats the first one.
  const repeated = loaded > 1 && rows !== undefined && rows.length <= (loaded - 1) * PAGE_SIZE;
  const more = Boolean(data?.[loaded - 1]?.full) && !repeated;
  const loadMore = useCallback(() => {
    if (!isValidating && more) setSize(loaded + 1);
  }, [isValidating, more, loaded, setSize]);

  return {
    rows,
    failure: error ? failureText(listFailure(name), error) : "",
    busy: isValidating,
    more,
    loadMore,
    retry: () => void mutate(),
    inView,
  };
}

function pagesOf([first, last]: [number, number], extra: number): Set<number> {
  const pages = new Set([Math.max(0, extra)]);
  for (let index = Math.floor(first / PAGE_SIZE); index <= Math.floor(last / PAGE_SIZE); index++)
    pages.add(index);
  return pages;
}

/** New rows shift the next page, so rows may come twice. */
function distinct<R extends { id: string }>(rows: R[]): R[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return byId.size === rows.length ? rows : [...byId.values()];
}
