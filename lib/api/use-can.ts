"use client";
import type { Name } from "#lib/contract/contract.ts";
import { useRead } from "./use-read.ts";

const ONCE = { revalidateIfStale: false, revalidateOnFocus: false, shouldRetryOnError: false };

/** Asks whether the host answers an extra row; undefined until it has told. A host without /capabilities answers none. */
export function useCan(): (name: Name) => boolean | undefined {
  const { data, error } = useRead("capabilities.list", {}, ONCE);
  return (name) => (data || error ? (data?.includes(name) ?? false) : undefined);
}
