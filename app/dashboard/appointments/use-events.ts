"use client";
import { useEffect } from "react";
import { useSWRConfig } from "swr";
import { useDelayed } from "#components/ui/use-delayed.ts";
import { fetchKey, readKey } from "#lib/api/keys.ts";
import { useCan } from "#lib/api/use-can.ts";
import { useRead } from "#lib/api/use-read.ts";
import { move, type Period, periodOf } from "#lib/calendar/period.ts";
import type { CalendarEvent } from "#lib/contract/calendar.ts";
import { idle } from "#lib/when-idle.ts";

/**
 * The events of a period, if the integration is complete; those before and after it are read when all is quiet. Where the
 * calendar is away, or takes its time, `data` is what is ours of it.
 */
export function useEvents(period: Period, complete: boolean | undefined, timezone: string, today: string) {
  const read = useRead("integration.events", complete ? input(period) : null, { keepPreviousData: false });
  const { cache, mutate } = useSWRConfig();
  const can = useCan();
  const slow = useDelayed(complete === true && !read.data && !read.error);
  const isAway = complete === false || slow || read.error !== undefined;
  const ours = useRead("bookings.list", isAway && can("bookings.list") ? input(period) : null, {
    keepPreviousData: false,
  }).data;
  const settled = read.data !== undefined && !read.isValidating;
  useEffect(() => {
    if (!settled) return;
    return idle(() => {
      for (const by of [-1, 1] as const) {
        const key = readKey("integration.events", input(periodOf(move(period, by), timezone, today)));
        // A failure is not news before anyone has gone there.
        if (!cache.get(key)?.data) mutate(key, fetchKey(key), { revalidate: false }).catch(() => {});
      }
    });
  }, [settled, period, timezone, today, cache, mutate]);
  const shown = isAway && ours ? withOurs(ours, read.data) : read.data;
  return { ...read, data: shown, slow, isWhole: read.data !== undefined, areOurs: shown !== read.data };
}

/** Of what the calendar said before, our own may have changed since. */
function withOurs(ours: CalendarEvent[], before: CalendarEvent[] = []): CalendarEvent[] {
  return [...before.filter(({ booking }) => !booking), ...ours];
}

function input({ from, to }: Period) {
  return { query: { from, to } };
}
