"use client";
import { useCallback, useContext, useEffect, useRef, useState } from "react";
import { DraftOwner } from "#components/ui/draft.tsx";
import { useUnsaved } from "#components/ui/use-unsaved.ts";
import { useRead } from "#lib/api/use-read.ts";
import { dropDraft, readDraft, saveDraft } from "#lib/drafts.ts";
import { fullName } from "#lib/text.ts";
import { dayOf } from "#lib/time/days.ts";
import { setAddress, useAddress } from "./new-appointment-address.ts";

export type Caller = { id: string; name: string; email: string; phoneNumber: string };

/** The choice of no type: a title and a length of its own. */
export const OTHER = "other";

export type Draft = {
  caller: Caller | null;
  /** What the caller is looked for by; of somebody new their number. */
  text: string;
  /** Somebody new: asked for, or because nobody has the number. */
  isNew: "asked" | "number" | null;
  name: string;
  email: string;
  addsEmail: boolean;
  /** A type's id, or OTHER; null before anybody has chosen. */
  type: string | null;
  title: string;
  /** Null: as long as the type is. */
  minutes: number | null;
  /** The day that is looked at, where no time is chosen yet, and from which free times are offered. */
  day: string | null;
  note: string | null;
  /** By the question's id; what another type asks stays until it is booked. */
  answers: Record<string, string>;
  repeat: { weeks: number; times: number } | null;
};

const EMPTY: Draft = {
  caller: null,
  text: "",
  isNew: null,
  name: "",
  email: "",
  addsEmail: false,
  type: null,
  title: "Appointment",
  minutes: null,
  day: null,
  note: null,
  answers: {},
  repeat: null,
};

const NAME = "new-appointment";

/**
 * What is typed, kept in the tab until it is booked or thrown away; person and time stand in the address, where a click in
 * the calendar changes them too.
 */
export function useDraftAppointment(timezone: string) {
  const owner = useContext(DraftOwner);
  const { person = null, at, contact } = useAddress();
  const startsAt = at && !Number.isNaN(Date.parse(at)) ? new Date(at).toISOString() : null;
  const [draft, setDraft] = useState<Draft>(() => ({
    ...EMPTY,
    // Who comes from a contact means that one.
    ...(owner && !contact && (readDraft(owner, NAME)?.values as Draft | undefined)),
  }));
  const [restored, setRestored] = useState(() => isTyped(draft));
  const set = useCallback((changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes })), []);
  const dirty = isTyped(draft);

  function drop() {
    if (owner) dropDraft(owner, NAME);
  }
  useUnsaved(dirty, drop);
  useEffect(() => {
    if (owner && dirty) saveDraft(owner, NAME, { values: draft });
    else if (owner) dropDraft(owner, NAME);
  }, [owner, draft, dirty]);

  // What is chosen here does not move the days from which times are offered; a click in the calendar does.
  const own = useRef<string | null>(null);
  const day = startsAt && dayOf(Date.parse(startsAt), timezone);
  useEffect(() => {
    if (day && own.current !== startsAt) set({ day });
    own.current = startsAt;
  }, [day, startsAt, set]);

  const named = useRead("contacts.get", contact && !draft.caller ? { params: { id: contact } } : null).data;
  useEffect(() => {
    if (!named || named.id !== contact) return;
    const { id, email, phoneNumber } = named;
    set({ caller: { id, name: fullName(named) || email, email, phoneNumber } });
    setAddress({ contact: "" });
  }, [named, contact, set]);

  return {
    draft,
    set,
    personId: person,
    startsAt,
    dirty,
    restored,
    choosePerson: (id: string | null) => setAddress({ person: id ?? "" }),
    chooseTime(instant: string) {
      own.current = instant;
      setAddress({ at: instant });
    },
    drop,
    discard() {
      drop();
      setDraft(EMPTY);
      setRestored(false);
    },
  };
}

/** How long it takes stands in the address, too: what is drawn in the calendar is chosen here, and the other way round. */
export function useLength(minutes: number, set: (changes: { minutes: number }) => void) {
  const { minutes: drawn } = useAddress();
  const told = useRef<string | null>(null);
  useEffect(() => {
    const wanted = Number(drawn);
    if (!drawn || drawn === told.current || !Number.isInteger(wanted) || wanted < 5 || wanted > 1440) return;
    told.current = drawn;
    set({ minutes: wanted });
  }, [drawn, set]);
  useEffect(() => {
    told.current = String(minutes);
    setAddress({ minutes: told.current });
  }, [minutes]);
}

/** Whether somebody is looked for by a number. */
export const isDigits = (text: string) => /^[\d\s+()./-]+$/.test(text);

function isTyped({ caller, text, name, note, answers }: Draft): boolean {
  const isAnswered = Object.values(answers).some(Boolean);
  return caller !== null || text.trim() !== "" || name !== "" || Boolean(note) || isAnswered;
}
