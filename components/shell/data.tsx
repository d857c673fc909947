"use client";
import { type ReactNode, useEffect, useState } from "react";
import { type Cache, type State, SWRConfig, useSWRConfig } from "swr";
import type { ApiError } from "#lib/api/call.ts";
import { AskComplete } from "#lib/api/complete.tsx";
import { failureText, listFailure } from "#lib/api/failure-text.ts";
import { firstPageOf, isListKey } from "#lib/api/keys.ts";
import { awaited, forgetFresh, markFresh } from "#lib/api/use-read.ts";
import type { ListName } from "#lib/contract/contract.ts";
import { notify } from "#lib/notifications.ts";

type Reads = Record<string, unknown>;
type Late = Record<string, Promise<unknown>>;
type Props = { reads: Reads; late?: Late; children: ReactNode };

/** The SWR cache of the signed-in pages. Starts with what the server read for the frame. */
export function Data({ reads, late, children }: Props) {
  return (
    <SWRConfig
      value={{
        // The global cache would be shared between people on the server.
        provider: () => new Map(),
        shouldRetryOnError: (error: ApiError) => error.status >= 502,
        errorRetryCount: 3,
        onError: reportFailedList,
        onSuccess: (_, key) => failed.delete(key),
        keepPreviousData: true,
      }}
    >
      <Seed reads={reads} late={late}>
        <AskComplete>{children}</AskComplete>
      </Seed>
    </SWRConfig>
  );
}

const NONE: Late = {};

/** Fills the cache before hooks read it. `late`: reads that the server hasn't finished. */
export function Seed({ reads, late = NONE, children }: Props) {
  const { cache, mutate } = useSWRConfig();
  const [keys] = useState(() => seed(cache, reads, late));
  useEffect(() => {
    for (const [key, coming] of Object.entries(late)) {
      Promise.resolve(coming)
        .catch(() => undefined)
        .then((data) => {
          if (awaited.delete(key)) mutate(key, data, { revalidate: data === undefined || isKeptPage() });
        });
    }
  }, [late, mutate]);
  useEffect(() => {
    const timer = setTimeout(() => forgetFresh(keys), 1000);
    return () => {
      clearTimeout(timer);
      forgetFresh(keys);
    };
  }, [keys]);
  return children;
}

/** An offline page may be older than single cached reads, so it is read again. */
function isKeptPage(): boolean {
  return document.documentElement.dataset.kept !== undefined;
}

const failed = new Set<string>();

function reportFailedList(error: ApiError, key: string) {
  if (!isListKey(key) || failed.has(key) || !navigator.onLine) return;
  failed.add(key);
  const name = firstPageOf(key).split(" ")[0] as ListName;
  notify({ type: "error", message: failureText(listFailure(name), error) });
}

const seeded = new WeakMap<Cache, WeakSet<Reads>>();

/** Next renders a page again with its first `reads`, which are old by then, so each is written once. */
function seed(cache: Cache, reads: Reads, late: Late): string[] {
  const keys = Object.keys(reads);
  const known = seeded.get(cache) ?? new WeakSet();
  if (known.has(reads)) return keys;
  seeded.set(cache, known.add(reads));
  for (const [key, data] of Object.entries(reads)) {
    write(cache, key, data);
    if (isListKey(key) && Array.isArray(data)) write(cache, firstPageOf(key), data[0]);
  }
  if (typeof window === "undefined") return keys;
  if (!isKeptPage()) markFresh(keys);
  for (const key of Object.keys(late)) if (!cache.get(key)?.data) awaited.add(key);
  return keys;
}

/** SWR keeps the original key beside the data, and mutate(filter) needs it. */
function write(cache: Cache, key: string, data: unknown) {
  cache.set(key, { data, _k: key } as State);
}
