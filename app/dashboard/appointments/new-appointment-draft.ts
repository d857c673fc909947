import { useCallback, useContext, useEffect, useRef, useState } from "react";
import { type FoundContact, foundContact, NO_SEARCH, type Search } from "#components/contact-finder.tsx";
import { DraftOwner } from "#components/ui/draft.tsx";
import { useUnsaved } from "#components/ui/use-unsaved.ts";
import { useRead } from "#lib/api/use-read.ts";
import { dropDraft, readDraft, saveDraft } from "#lib/drafts.ts";
import { fullName } from "#lib/text.ts";
import { dayOf } from "#lib/time/days.ts";
import { setAddress, useAddress } from "./new-appointment-address.ts";

export const OTHER = "other";

export type Draft = Search & {
  caller: FoundContact | null;
  email: string;
  addsEmail: boolean;
  type: string | null;
  title: string;
  minutes: number | null;
  day: string | null;
  note: string | null;
  answers: Record<string, string>;
  repeat: { weeks: number; times: number } | null;
};

const EMPTY: Draft = {
  ...NO_SEARCH,
  caller: null,
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

export type DraftAppointment = ReturnType<typeof useDraftAppointment>;

/** Stored in the tab. Person and time are in the URL, because clicks in the calendar change them too. */
export function useDraftAppointment(timezone: string) {
  const owner = useContext(DraftOwner);
  const { person = null, at, contact } = useAddress();
  const startsAt = at && !Number.isNaN(Date.parse(at)) ? new Date(at).toISOString() : null;
  const [draft, setDraft] = useState<Draft>(() => ({
    ...EMPTY,
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

  const own = useRef<string | null>(null);
  const day = startsAt && dayOf(Date.parse(startsAt), timezone);
  useEffect(() => {
    if (day && own.current !== startsAt) set({ day });
    own.current = startsAt;
  }, [day, startsAt, set]);

  const named = useRead("contacts.get", contact && !draft.caller ? { params: { id: contact } } : null).data;
  useEffect(() => {
    if (!named || named.id !== contact) return;
    set({ caller: foundContact({ ...named, name: fullName(named) || named.email }) });
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

export function useLengthInUrl(minutes: number, set: (changes: { minutes: number }) => void) {
  const { minutes: lengthInUrl } = useAddress();
  const lastKnown = useRef<string | null>(null);
  useEffect(() => {
    if (!lengthInUrl || lengthInUrl === lastKnown.current) return;
    const wanted = Number(lengthInUrl);
    if (!Number.isInteger(wanted) || wanted < 5 || wanted > 1440) return;
    lastKnown.current = lengthInUrl;
    set({ minutes: wanted });
  }, [lengthInUrl, set]);
  useEffect(() => {
    lastKnown.current = String(minutes);
    setAddress({ minutes: lastKnown.current });
  }, [minutes]);
}

function isTyped({ caller, text, name, note, answers }: Draft): boolean {
  const isAnswered = Object.values(answers).some(Boolean);
  return caller !== null || text.trim() !== "" || name !== "" || Boolean(note) || isAnswered;
}
