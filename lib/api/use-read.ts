"use client";
import useSWR, { type SWRConfiguration } from "swr";
import type { Answer, Input, ReadName } from "#lib/contract/contract.ts";
import type { ApiError } from "./call.ts";
import { isFresh } from "./fresh.ts";
import { fetchKey, readKey } from "./keys.ts";

/** One read, cached and shared by key. `input` null: not yet. Show `data` wherever there is some, else the error. */
export function useRead<N extends ReadName>(name: N, input: Input<N> | null, options?: SWRConfiguration) {
  const key = input && readKey(name, input);
  return useSWR<Answer<N>, ApiError>(key, (key: string) => fetchKey<N>(key), {
    ...options,
    ...(key && isFresh(key) && { revalidateIfStale: false }),
  });
}
