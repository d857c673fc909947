"use client";
import { useMemo } from "react";
import { useRead } from "#lib/api/use-read.ts";

/** The signed-in user; undefined until the host has answered. A user without a timezone has the organization's. */
export function useMe() {
  const user = useRead("users.me", {}, { shouldRetryOnError: false });
  const { data } = user;
  const { data: zone } = useRead("organization.timezone", data && !data.timezone ? {} : null);
  const me = useMemo(() => data && { ...data, timezone: data.timezone || zone || "UTC" }, [data, zone]);
  return { data: me, error: user.error };
}
