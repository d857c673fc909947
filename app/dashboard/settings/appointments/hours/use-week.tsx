"use client";
import { useState } from "react";
import { useUnsaved } from "#components/ui/use-unsaved.ts";
import { type Typing, WeekHours } from "#components/week-hours.tsx";
import { useAct } from "#lib/api/use-act.ts";
import { closedWeek, dayNames, sameHours, type Week, withDay } from "#lib/availability.ts";
import { readHours } from "#lib/hours-text.ts";

type Props = { id: string; saved: Week | null; timezone?: string | undefined; besides?: boolean };

export function useWeek({ id, saved, timezone, besides = false }: Props) {
  const { act, pending } = useAct("people.setHours");
  // Null until something is painted; the card shows the saved week until then.
  const [draft, setDraft] = useState<Week | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const before = saved ?? closedWeek;
  const week = draft ?? before;
  const change = (to: (week: Week) => Week) => setDraft((now) => to(now ?? before));
  const { typing, unread, forget } = useTyping(change);
  const changed = dayNames.filter((_, day) => unread.includes(day) || !sameHours(week[day], before[day]));
  const dirty = changed.length > 0;
  useUnsaved(dirty);

  function discard() {
    setDraft(null);
    setFailure(null);
    forget();
  }

  /** Whether saving succeeded. Null accepts no appointments. */
  async function send(availability: Week | null): Promise<boolean> {
    const [first] = unread;
    if (first !== undefined && availability) {
      for (const day of unread) typing.leave(day);
      document.querySelector<HTMLElement>(`[data-hours-of="${first}"]`)?.focus();
      setFailure(`${dayNames[first]}’s hours aren’t valid. Nothing is saved yet.`);
      return false;
    }
    const outcome = await act({ params: { id }, body: { availability } });
    setFailure(outcome.refused?.text ?? null);
    if (outcome.ok) discard();
    return outcome.ok;
  }

  const fields = (
    <WeekHours
      week={week}
      {...(timezone && { timezone })}
      onChange={(paint) => {
        // Painting replaces text typed earlier.
        const next = paint(week);
        forget((day) => !sameHours(next[day], week[day]));
        change(paint);
      }}
      typing={typing}
      besides={besides}
    />
  );
  return { fields, changed, failure, pending, discard, save: () => send(week), close: () => send(null) };
}

/** Keeps a field's text while it has the focus or is invalid. */
function useTyping(change: (to: (week: Week) => Week) => void) {
  const [texts, setTexts] = useState<Record<number, string>>({});
  const [wrong, setWrong] = useState<ReadonlySet<number>>(new Set());
  const unread = Object.keys(texts)
    .map(Number)
    .filter((day) => readHours(texts[day] ?? "").problem !== undefined);
  const forget = (isGone: (day: number) => boolean = () => true) =>
    setTexts((now) => Object.fromEntries(Object.entries(now).filter(([day]) => !isGone(Number(day)))));
  const typing: Typing = {
    texts,
    wrong,
    type(day, text) {
      setTexts((now) => ({ ...now, [day]: text }));
      setWrong((now) => new Set([...now].filter((each) => each !== day)));
      const { hours } = readHours(text);
      if (hours) change((week) => withDay(week, day, hours));
    },
    leave(day) {
      if (unread.includes(day)) setWrong((now) => new Set([...now, day]));
      else forget((each) => each === day);
    },
  };
  return { typing, unread, forget };
}
