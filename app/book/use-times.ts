"use client";
import { useEffect, useState } from "react";
import { ApiError, call } from "#lib/api/call.ts";
import type { VisitorSlots } from "#lib/contract/bookings.ts";
import { isUnloaded } from "#lib/reach.ts";
import { addDays } from "#lib/time/days.ts";
import { isKnown } from "#lib/time/zone.ts";
import { UNEXPECTED, UNLOADED } from "#lib/unexpected.ts";
import { whenIdle } from "#lib/when-idle.ts";

/** Its schemas come when they are needed: the first view is read without them. */
export const loadContract = whenIdle(() => import("#lib/contract/bookings.ts"));

type Source = {
  slug: string;
  first: VisitorSlots;
  /** Of the booking that is being moved: its own time is free for it. */
  token?: string;
};

export type Times = ReturnType<typeof useTimes>;

/** The times on screen, the one that is chosen, and going for it. */
export function useTimes({ slug, first, token }: Source) {
  const [slots, setSlots] = useState(first);
  const [timezone, setTimezone] = useVisitorTimezone(first.timezone);
  const [chosen, choose] = useState<string | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const shown = slots.days.at(-1)?.day ?? slots.last;
  const later = shown < slots.last ? addDays(shown, 1) : null;

  /** Null where it did not work: `refused` says why, and what somebody else was quicker with is off the list. */
  async function attempt<T>(work: () => Promise<T>): Promise<T | null> {
    setBusy(true);
    setRefused(null);
    try {
      return await work();
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) await refresh(error.answer);
      setRefused(error instanceof ApiError ? error.message : isUnloaded(error) ? UNLOADED : UNEXPECTED);
      return null;
    } finally {
      setBusy(false);
    }
  }

  /** By what came with the refusal, else by asking again. If neither works the times stay, and are refused again. */
  async function refresh(conflict: unknown) {
    choose(null);
    const day = slots.days.find((one) => one.slots.includes(chosen ?? ""))?.day;
    const contract = await loadContract().catch(() => null);
    const said = contract?.slotLost.safeParse(conflict).data?.slots;
    const fresh = said ?? (await read({ from: day, to: day }).catch(() => null));
    const days = new Map(fresh?.days.map((one) => [one.day, one]));
    setSlots((old) => ({ ...old, days: old.days.map((one) => days.get(one.day) ?? one) }));
  }

  async function showLater() {
    const more = later && (await attempt(() => read({ from: later })));
    if (more) setSlots((old) => ({ ...more, days: [...old.days, ...more.days] }));
  }

  function read(period: { from?: string; to?: string }) {
    return call("visitor.slots", { params: { slug }, query: { ...period, token } });
  }

  return {
    slots,
    timezone,
    setTimezone,
    chosen,
    choose,
    refused,
    isBusy,
    attempt,
    /** The first day that is not shown, if more can be booked. */
    later,
    showLater,
  };
}

/** The browser's own zone; the store's until it is known, and where it never is. */
function useVisitorTimezone(store: string) {
  const [timezone, setTimezone] = useState(store);
  useEffect(() => {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    // A device without a zone calls it Etc/Unknown, in which nobody can tell the time.
    if (timeZone && isKnown(timeZone)) setTimezone(timeZone);
  }, []);
  return [timezone, setTimezone] as const;
}
