import { useCallback } from "react";
import { type Cache, type ScopedMutator, useSWRConfig } from "swr";
import type { ListName } from "#lib/contract/contract.ts";
import type { Change } from "#lib/contract/endpoint.ts";
import type { Entity, Name } from "#lib/contract/routes.ts";
import { entity, entityOfKey, firstPageOf, isListKey, isOfList, type Page, type Row } from "./keys.ts";

type AnyRow = { id: string };

type Store = {
  cache: Pick<Cache, "keys" | "get">;
  mutate: (key: string, data: unknown, options: { revalidate: false }) => unknown;
};

// SWR's mutate(filter) skips endless lists, so visible ones register here.
type Watcher = { key: string; refetch: (change: Change) => void };
const watchers = new Set<Watcher>();

export function watchList(watcher: Watcher): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Changes or (null) removes one row in all cached reads. Returns a function that restores only that row. */
export function changeRow(
  { cache, mutate }: Store,
  entity: Entity,
  id: string,
  change: ((row: AnyRow) => AnyRow) | null,
): () => void {
  const before = new Map<string, unknown>();
  const put = (key: string, data: unknown) => mutate(key, data, { revalidate: false });
  for (const key of cache.keys()) {
    if (entityOfKey(key) !== entity) continue;
    const data = cache.get(key)?.data;
    const changed = changeIn(data, id, change);
    if (changed === data) continue;
    before.set(key, data);
    put(key, changed);
  }
  return () => {
    for (const [key, data] of before) put(key, restoreIn(cache.get(key)?.data, data, id));
  };
}

/** Rows of the lists that were read in this tab. */
export function listedRows<N extends ListName>(cache: Pick<Cache, "keys" | "get">, name: N): Row<N>[] {
  const lists = [...cache.keys()].filter((key) => isListKey(key) && firstPageOf(key).startsWith(`${name} `));
  return lists.flatMap((key) =>
    ((cache.get(key)?.data ?? []) as Page<N>[]).flatMap((page) => page?.rows ?? []),
  );
}

function changeIn(data: unknown, id: string, change: ((row: AnyRow) => AnyRow) | null): unknown {
  if (Array.isArray(data)) {
    const next = data.flatMap((item) => {
      if (isPage(item)) return [changeIn(item, id, change)];
      if (!isRow(item) || item.id !== id) return [item];
      return change ? [change(item)] : [];
    });
    return next.length === data.length && next.every((item, i) => item === data[i]) ? data : next;
  }
  if (isPage(data)) {
    const rows = changeIn(data.rows, id, change);
    return rows === data.rows ? data : { ...data, rows };
  }
  return isRow(data) && data.id === id && change ? change(data) : data;
}

function restoreIn(now: unknown, before: unknown, id: string): unknown {
  if (isPage(now) && isPage(before)) return { ...now, rows: restoreIn(now.rows, before.rows, id) };
  if (!Array.isArray(now) || !Array.isArray(before)) return isRow(now) ? before : now;
  if (before.some(isPage)) return now.map((page, i) => restoreIn(page, before[i], id));
  const at = before.findIndex((row) => row.id === id);
  if (at < 0) return now;
  if (now.some((row) => row.id === id)) return now.map((row) => (row.id === id ? before[at] : row));
  const above = new Set(before.slice(0, at).map((row) => row.id));
  const place = now.findLastIndex((row) => above.has(row.id)) + 1;
  return now.toSpliced(place, 0, before[at]);
}

function isPage(value: unknown): value is Page {
  return typeof value === "object" && value !== null && "rows" in value && "full" in value;
}

function isRow(value: unknown): value is AnyRow {
  return typeof value === "object" && value !== null && "id" in value;
}

/** Reloads visible reads and forgets hidden ones, except lists of the same entity, which changeRow has updated. */
export function refresh(
  { cache, mutate }: { cache: Cache; mutate: ScopedMutator },
  own: Entity,
  change: Change,
  invalidates: readonly Entity[],
): void {
  const onScreen = [...watchers];
  const keys = [...cache.keys()];
  // SWR would take a hidden list's first page from the cache instead of asking again.
  const endless = new Set(keys.filter(isListKey).map(nameOf));
  for (const key of keys) {
    const touched = entityOfKey(key);
    const name = nameOf(key);
    if (!invalidates.includes(touched) || !(endless.has(name) || isPage(cache.get(key)?.data))) continue;
    const shown = onScreen.filter((watcher) => nameOf(watcher.key) === name);
    const kept =
      shown.length > 0
        ? shown.some((watcher) => isOfList(key, watcher.key))
        : touched === own && change !== "create";
    if (kept) continue;
    cache.delete(key);
    // Clears SWR's deduplication, which would skip this request for two seconds.
    mutate(key);
  }
  mutate((key) => typeof key === "string" && invalidates.includes(entityOfKey(key)));
  for (const watcher of onScreen) {
    const touched = entityOfKey(watcher.key);
    if (invalidates.includes(touched)) watcher.refetch(touched === own ? change : "update");
  }
}

function nameOf(key: string): string {
  return firstPageOf(key).split(" ")[0] ?? "";
}

export function useReload(name: Name): () => void {
  const { cache, mutate } = useSWRConfig();
  return useCallback(
    () => refresh({ cache, mutate }, entity(name), "update", [entity(name)]),
    [cache, mutate, name],
  );
}
