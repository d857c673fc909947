"use client";
import { useEffect } from "react";
import { useSWRConfig } from "swr";
import { fetchKey, readKey } from "#lib/api/keys.ts";
import { useRead } from "#lib/api/use-read.ts";
import { move, type Period, periodOf } from "#lib/calendar/period.ts";

/** The events of a period, if the integration is complete; those before and after it are read when all is quiet. */
export function useEvents(period: Period, complete: boolean, timezone: string, today: string) {
  const read = useRead("integration.events", complete ? input(period) : null, { keepPreviousData: false });
  const { cache, mutate } = useSWRConfig();
  const settled = read.data !== undefined && !read.isValidating;
  useEffect(() => {
    if (!settled) return;
    return whenIdle(() => {
      for (const by of [-1, 1] as const) {
        const key = readKey("integration.events", input(periodOf(move(period, by), timezone, today)));
        // A failure is not news before anyone has gone there.
        if (!cache.get(key)?.data) mutate(key, fetchKey(key), { revalidate: false }).catch(() => {});
      }
    });
  }, [settled, period, timezone, today, cache, mutate]);
  return read;
}

function input({ from, to }: Period) {
  return { query: { from, to } };
}

function whenIdle(run: () => void): () => void {
  if (!window.requestIdleCallback) {
    const timer = setTimeout(run, 300);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run);
  return () => cancelIdleCallback(handle);
}
