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
import { idle } from "#lib/stored-code.ts";
import { MINUTE } from "#lib/time/zone.ts";

export function usePeople(period: Period, complete: boolean, timezone: string, today: string) {
  const read = useRead("people.calendar", daysOf(period), { keepPreviousData: false });
  const slow = useDelayed(complete && !read.data && !read.error);
  useNeighbours("people.calendar", daysOf, isSettled(read), period, timezone, today);
  return { ...read, slow };
}

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
        if (!cache.get(key)?.data) mutate(key, fetchKey(key), { revalidate: false }).catch(() => {});
      }
    });
  }, [name, inputOf, settled, period, timezone, today, cache, mutate]);
}

/** Back returns to the previous view, not through each day. */
export function usePlace(today: string) {
  const params = useSearchParams();
  const place = useMemo(() => readPlace(new URLSearchParams(params)), [params]);
  // Places that keys have navigated to but that aren't rendered yet. Next sets each step's URL again.
  const ahead = useRef<Place[]>([]);
  useEffect(() => {
    const at = ahead.current.findIndex(({ view, date }) => view === place.view && date === place.date);
    // Another navigation discards them.
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

/** In ms, also after the laptop wakes up. */
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

/** `start`: expected time (ms), if it appears only after the next load. */
type Target = { booking: string; start?: number };

/** From the URL (`?booking=`) or on request. */
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
