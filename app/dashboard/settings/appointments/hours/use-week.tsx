import { useState } from "react";
import type { Refusal } from "#components/ui/record-form.tsx";
import { useUnsaved } from "#components/ui/use-unsaved.ts";
import { type Typing, WeekHours } from "#components/week-hours.tsx";
import { useAct } from "#lib/api/use-act.ts";
import { closedWeek, dayNames, sameHours, type Week, withDay } from "#lib/availability.ts";
import { readHours } from "#lib/hours-text.ts";

export type SavedWeek = {
  saved: Week | null;
  timezone?: string | undefined;
  send: (week: Week | null) => Promise<{ ok: boolean; refused: Refusal | null }>;
};

type Props = SavedWeek & { title?: string; besides?: boolean; none?: string | undefined };

export function usePersonWeek(id: string) {
  const { act, pending } = useAct("people.setHours");
  return { pending, send: (availability: Week | null) => act({ params: { id }, body: { availability } }) };
}

export function useWeek({ title, saved, timezone, send: sendWeek, besides = false, none }: Props) {
  // Null until something is painted; the card shows the saved week until then.
  const [draft, setDraft] = useState<Week | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const before = saved ?? closedWeek;
  const week = draft ?? before;
  const change = (to: (week: Week) => Week) => setDraft((now) => to(now ?? before));
  const { typing, unread, forget } = useTyping(change);
  const changed = dayNames.filter((_, day) => unread.includes(day) || !sameHours(week[day], before[day]));
  const dirty = changed.length > 0;
  useUnsaved(dirty, undefined, title === undefined ? undefined : { title, save: () => send(week) });

  function discard() {
    setDraft(null);
    setFailure(null);
    forget();
  }

  async function send(next: Week | null): Promise<boolean> {
    const [first] = unread;
    if (first !== undefined && next) {
      for (const day of unread) typing.leave(day);
      document.querySelector<HTMLElement>(`[data-hours-of="${first}"]`)?.focus();
      setFailure(`${dayNames[first]}’s hours aren’t valid. Nothing is saved yet.`);
      return false;
    }
    const outcome = await sendWeek(next);
    setFailure(outcome.refused?.text ?? null);
    if (outcome.ok) discard();
    return outcome.ok;
  }

  const fields = (
    <WeekHours
      week={week}
      {...(timezone && { timezone })}
      onChange={(paint) => {
        const next = paint(week);
        forget((day) => !sameHours(next[day], week[day]));
        change(paint);
      }}
      typing={typing}
      besides={besides}
      none={none}
    />
  );
  return { fields, changed, failure, discard, save: () => send(week), close: () => send(null) };
}

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
