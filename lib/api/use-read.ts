import useSWR, { type SWRConfiguration } from "swr";
import type { Answer, Input, ReadName } from "#lib/contract/contract.ts";
import { isExtra } from "#lib/contract/section-7.ts";
import type { ApiError } from "./call.ts";
import { useComplete } from "./complete.tsx";
import { readKey } from "./keys.ts";
import { fetchKey } from "./read-ahead.ts";

/** `input` null: not yet. Show `data` if there is any, else the error. Skips endpoints that the host doesn't have. */
export function useRead<N extends ReadName>(name: N, input: Input<N> | null, options?: SWRConfiguration) {
  const complete = useComplete();
  const key = input && (complete || !isExtra(name)) ? readKey(name, input) : null;
  return useSWR<Answer<N>, ApiError>(key, (key: string) => fetchKey<N>(key), {
    ...options,
    ...(key && isFresh(key) && { revalidateIfStale: false }),
    ...(key && awaited.has(key) && { revalidateOnMount: false }),
  });
}

const fresh = new Set<string>();

export function markFresh(keys: string[]): void {
  for (const key of keys) fresh.add(key);
}

export function forgetFresh(keys: string[]): void {
  for (const key of keys) fresh.delete(key);
}

export const awaited = new Set<string>();

/** True on the server, so the first client rendering matches. */
export function isFresh(key: string): boolean {
  return typeof window === "undefined" || fresh.has(key);
}
