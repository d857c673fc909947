"use client";
import { useSearchParams } from "next/navigation";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useSWRConfig } from "swr";
import { useDelayed } from "#components/ui/use-delayed.ts";
import { fetchKey, readKey } from "#lib/api/keys.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { Appointment } from "#lib/calendar/appointments.ts";
import {
  move,
  type Period,
  type Place,
  periodOf,
  readPlace,
  type View,
  views,
} from "#lib/calendar/period.ts";
import type { Input } from "#lib/contract/contract.ts";
import { replaceUrl } from "#lib/layers.ts";
import { MINUTE } from "#lib/time/zone.ts";
import { idle } from "#lib/when-idle.ts";

/** Everybody's calendars in a period; complete hosts only. */
export function usePeople(period: Period, complete: boolean, timezone: string, today: string) {
  const read = useRead("people.calendar", daysOf(period), { keepPreviousData: false });
  const slow = useDelayed(complete && !read.data && !read.error);
  useNeighbours("people.calendar", daysOf, isSettled(read), period, timezone, today);
  return { ...read, slow };
}

/** The events of the connected calendar in a period; those before and after it are read when all is quiet. */
export function useEvents(period: Period, wanted: boolean, timezone: string, today: string) {
  const read = useRead("integration.events", wanted ? input(period) : null, { keepPreviousData: false });
  const slow = useDelayed(wanted && !read.data && !read.error);
  useNeighbours("integration.events", input, isSettled(read), period, timezone, today);
  return { ...read, slow };
}

function input({ from, to }: Period) {
  return { query: { from, to } };
}

function daysOf({ days }: Period) {
  return { query: { from: days[0]?.date ?? "", to: days.at(-1)?.date ?? "" } };
}

function isSettled({ data, isValidating }: { data: unknown; isValidating: boolean }): boolean {
  return data !== undefined && !isValidating;
}

/** Reads the periods before and after this one when all is quiet. */
function useNeighbours<N extends "integration.events" | "people.calendar">(
  name: N,
  inputOf: (period: Period) => Input<N>,
  settled: boolean,
  period: Period,
  timezone: string,
  today: string,
): void {
  const { cache, mutate } = useSWRConfig();
  useEffect(() => {
    if (!settled) return;
    return idle(() => {
      for (const by of [-1, 1] as const) {
        const key = readKey(name, inputOf(periodOf(move(period, by), timezone, today)));
        // A failure is not news before anyone has gone there.
        if (!cache.get(key)?.data) mutate(key, fetchKey(key), { revalidate: false }).catch(() => {});
      }
    });
  }, [name, inputOf, settled, period, timezone, today, cache, mutate]);
}

/**
 * View and day, which live in the URL alone, and the ways to another, to the same day in another view, and one period on
 * (1) or back (-1). Back leads from one view to the one before, not through every step.
 */
export function usePlace(today: string) {
  const params = useSearchParams();
  const place = useMemo(() => readPlace(new URLSearchParams(params)), [params]);
  // Where keys have led to and the screen has not followed yet. The URL does not tell: Next, catching up, puts there each
  // step once more.
  const ahead = useRef<Place[]>([]);
  useEffect(() => {
    const at = ahead.current.findIndex(({ view, date }) => view === place.view && date === place.date);
    // Whoever came here in another way has left all of them behind.
    ahead.current = at < 0 ? [] : ahead.current.slice(at + 1);
  }, [place]);
  const go = useCallback((next: Place) => {
    ahead.current.push(next);
    const query = new URLSearchParams(window.location.search);
    const change = readPlace(query).view === next.view ? "replaceState" : "pushState";
    for (const view of views) query.delete(view);
    if (next.view !== "week" || next.date) query.set(next.view, next.date ?? "");
    window.history[change](null, "", `${window.location.pathname}${query.size > 0 ? `?${query}` : ""}`);
  }, []);
  const show = useCallback(
    (view: View) => go({ view, date: (ahead.current.at(-1) ?? place).date }),
    [go, place],
  );
  const step = useCallback(
    (by: 1 | -1) => {
      const { view, date } = ahead.current.at(-1) ?? place;
      go(move({ view, date: date ?? today }, by));
    },
    [go, place, today],
  );
  return { place, go, show, step };
}

const thisMinute = () => Math.floor(Date.now() / MINUTE) * MINUTE;

/** The current minute (ms), which goes on; a laptop that slept catches up as soon as it is looked at. */
export function useNow(): number {
  const [now, setNow] = useState(thisMinute);
  useEffect(() => {
    const update = () => setNow(thisMinute());
    const timer = setInterval(update, 5000);
    document.addEventListener("visibilitychange", update);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", update);
    };
  }, []);
  return now;
}

/** `start`: where it is going to be (ms), if it is there only once the calendar has been read again. */
type Target = { booking: string; start?: number };

/**
 * Brings a booking's appointment into sight, with the focus, as soon as it is there: the one that the URL names
 * (`?booking=`), and later whichever is asked for.
 */
export function useFocusBooking(appointments: readonly Appointment[]): (sought: Target) => void {
  const named = useSearchParams().get("booking");
  const [asked, setAsked] = useState<Target | null>(null);
  useEffect(() => {
    const sought = asked ?? (named ? { booking: named } : null);
    if (!sought || !appointments.some((appointment) => isTarget(appointment, sought))) return;
    document.querySelector<HTMLElement>(`[data-booking="${CSS.escape(sought.booking)}"]`)?.focus();
    setAsked(null);
    if (!named) return;
    const query = new URLSearchParams(window.location.search);
    query.delete("booking");
    replaceUrl(`${window.location.pathname}${query.size > 0 ? `?${query}` : ""}`);
  }, [asked, named, appointments]);
  return setAsked;
}

function isTarget({ booking, start }: Appointment, sought: Target): boolean {
  return booking === sought.booking && (sought.start === undefined || sought.start === start);
}
