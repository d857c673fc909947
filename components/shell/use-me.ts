"use client";
import { useRead } from "#lib/api/use-read.ts";
import type { Name } from "#lib/contract/contract.ts";

/** The signed-in user; undefined until the host has answered. */
export function useMe() {
  return useRead("users.me", {}, { shouldRetryOnError: false });
}

const ONCE = { revalidateIfStale: false, revalidateOnFocus: false, shouldRetryOnError: false };

/** Asks whether the host answers an extra row. A host without /capabilities answers none. */
export function useCan(): (name: Name) => boolean {
  const { data } = useRead("capabilities.list", {}, ONCE);
  return (name) => data?.includes(name) ?? false;
}
