"use client";
import { useMemo } from "react";
import { useRead } from "#lib/api/use-read.ts";
import type { Name } from "#lib/contract/contract.ts";

/** The signed-in user; undefined until the host has answered. A user without a timezone has the organization's. */
export function useMe() {
  const user = useRead("users.me", {}, { shouldRetryOnError: false });
  const { data } = user;
  const { data: zone } = useRead("organization.timezone", data && !data.timezone ? {} : null);
  const me = useMemo(() => data && { ...data, timezone: data.timezone || zone || "UTC" }, [data, zone]);
  return { data: me, error: user.error };
}

const ONCE = { revalidateIfStale: false, revalidateOnFocus: false, shouldRetryOnError: false };

/** Asks whether the host answers an extra row; undefined until it has told. A host without /capabilities answers none. */
export function useCan(): (name: Name) => boolean | undefined {
  const { data, error } = useRead("capabilities.list", {}, ONCE);
  return (name) => (data || error ? (data?.includes(name) ?? false) : undefined);
}
