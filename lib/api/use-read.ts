"use client";
import useSWR, { type SWRConfiguration } from "swr";
import type { Answer, Input, ReadName } from "#lib/contract/contract.ts";
import { route } from "#lib/contract/routes.ts";
import type { ApiError } from "./call.ts";
import { useComplete } from "./complete.tsx";
import { fetchKey, readKey } from "./keys.ts";

/**
 * One read, cached and shared by key. `input` null: not yet. Show `data` if there is any, else the error.
 * Endpoints beyond section 7 are read only from complete hosts.
 */
export function useRead<N extends ReadName>(name: N, input: Input<N> | null, options?: SWRConfiguration) {
  const complete = useComplete();
  const key = input && (complete || !route(name).extra) ? readKey(name, input) : null;
  return useSWR<Answer<N>, ApiError>(key, (key: string) => fetchKey<N>(key), {
    ...options,
    ...(key && isFresh(key) && { revalidateIfStale: false }),
  });
}

/** Keys that the server read for this page's first HTML; their first hook needs no request. */
const fresh = new Set<string>();

export function markFresh(keys: string[]): void {
  for (const key of keys) fresh.add(key);
}

/** After the first view, cached data counts as stale again. */
export function forgetFresh(): void {
  fresh.clear();
}

/** Always true on the server, which renders once, so the first client rendering matches. */
export function isFresh(key: string): boolean {
  return typeof window === "undefined" || fresh.has(key);
}
