import { useEffect, useRef, useState } from "react";
import { ApiError, call } from "#lib/api/call.ts";
import type { VisitorSlots } from "#lib/contract/bookings.ts";
import type { Question } from "#lib/contract/questions.ts";
import { stored } from "#lib/stored-code.ts";
import { addDays } from "#lib/time/days.ts";
import { isKnown, wallAt } from "#lib/time/zone.ts";
import { isChunkError, NOT_LOADED, UNEXPECTED } from "#lib/unexpected.ts";

export const loadContract = stored(() => import("#lib/contract/bookings.ts"));

const MOST_DAYS = 62;

export type Source = {
  slug: string;
  first: VisitorSlots;
  token?: string;
  people?: readonly { id: string; name: string }[];
  questions?: readonly Question[];
  asked?: { person?: string | undefined; day?: string | undefined };
};

export function offsetAt(startsAt: string, timezone: string): number {
  const instant = Date.parse(startsAt);
  return wallAt(instant, timezone) - instant;
}

function keepInAddress(key: "person" | "day", value: string | null): void {
  const url = new URL(window.location.href);
  if (value) url.searchParams.set(key, value);
  else url.searchParams.delete(key);
  window.history.replaceState(null, "", url);
}

export type Times = ReturnType<typeof useTimes>;

export function useTimes({ slug, first, token, people = [], questions = [], asked = {} }: Source) {
  const [currentQuestions, setCurrentQuestions] = useState(questions);
  const [slots, setSlots] = useState(first);
  const [timezone, setTimezone] = useVisitorTimezone(first.timezone);
  const [time, chooseTime] = useState<string | null>(null);
  const [person, setPerson] = useState(asked.person ?? null);
  const [opened, setOpened] = useState(asked.day);
  const latestRequest = useRef(0);
  const [refused, setRefused] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const shown = slots.days.at(-1)?.day ?? slots.last;
  const later = shown < slots.last ? addDays(shown, 1) : null;

  /** Null after a failure. `refused` says why, and taken times are removed. */
  async function attempt<T>(work: () => Promise<T>): Promise<T | null> {
    setBusy(true);
    setRefused(null);
    try {
      return await work();
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) await refresh(error.answer);
      setRefused(reasonFor(error));
      return null;
    } finally {
      setBusy(false);
    }
  }

  async function refresh(conflict: unknown) {
    const contract = await loadContract().catch(() => null);
    const said = contract?.slotLost.safeParse(conflict).data;
    if (said?.questions) return setCurrentQuestions(said.questions);
    chooseTime(null);
    const day = slots.days.find((one) => one.slots.includes(time ?? ""))?.day;
    const fresh = said?.slots ?? (await read({ from: day, to: day }).catch(() => null));
    const days = new Map(fresh?.days.map((one) => [one.day, one]));
    setSlots((old) => ({ ...old, days: old.days.map((one) => days.get(one.day) ?? one) }));
  }

  async function showLater() {
    const more = later && (await attempt(() => read({ from: later })));
    if (more) setSlots((old) => ({ ...more, days: [...old.days, ...more.days] }));
  }

  /** Null: anyone. Keeps the visible days. */
  async function showPerson(id: string | null) {
    const request = ++latestRequest.current;
    setPerson(id);
    chooseTime(null);
    const to = slots.days.length <= MOST_DAYS ? shown : undefined;
    const fresh = await attempt(() => read({ from: slots.days[0]?.day, to }, id));
    if (request !== latestRequest.current) return;
    if (fresh) {
      setSlots(fresh);
      keepInAddress("person", id);
    } else setPerson(person);
  }

  function openDay(day: string) {
    setOpened(day);
    keepInAddress("day", day);
  }

  function read(period: { from?: string; to?: string }, who = person) {
    return call("visitor.slots", { params: { slug }, query: { ...period, token, person: who ?? undefined } });
  }

  return {
    slots,
    timezone,
    setTimezone,
    time,
    chooseTime,
    refused,
    isBusy,
    attempt,
    later,
    showLater,
    people,
    questions: currentQuestions,
    person,
    showPerson,
    opened,
    openDay,
  };
}

function reasonFor(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  return isChunkError(error) ? NOT_LOADED : UNEXPECTED;
}

function useVisitorTimezone(store: string) {
  const [timezone, setTimezone] = useState(store);
  useEffect(() => {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    // Devices without a timezone report Etc/Unknown.
    if (timeZone && isKnown(timeZone)) setTimezone(timeZone);
  }, []);
  return [timezone, setTimezone] as const;
}
