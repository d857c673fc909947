"use client";
import { type KeyboardEvent, type RefObject, useEffect, useId, useMemo, useRef, useState } from "react";
import { ContactField } from "#components/contact-finder.tsx";
import { useMe } from "#components/shell/use-me.ts";
import { Button } from "#components/ui/button.tsx";
import { confirm, DISCARD } from "#components/ui/confirm.tsx";
import { DraftRestored } from "#components/ui/draft.tsx";
import { FailureLine } from "#components/ui/failure-line.tsx";
import { FieldFrame, FieldLabel } from "#components/ui/field-parts.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { PHONE, useMedia } from "#components/ui/use-media.ts";
import { useRead } from "#lib/api/use-read.ts";
import { typeColors } from "#lib/calendar/people.ts";
import { clockText, weekdayText } from "#lib/calendar/words.ts";
import type { AppointmentType } from "#lib/contract/appointment-types.ts";
import { recentTypes } from "#lib/recent.ts";
import { dayOf } from "#lib/time/days.ts";
import { Docked } from "./docked.tsx";
import { doubt } from "./new-appointment-address.ts";
import { useBook } from "./new-appointment-book.ts";
import { firstName, People, Types, When } from "./new-appointment-choices.tsx";
import {
  type Draft,
  type DraftAppointment,
  OTHER,
  useDraftAppointment,
  useLengthInUrl,
} from "./new-appointment-draft.ts";
import { ContactHint, Extras, PartlyBooked, Warning } from "./new-appointment-more.tsx";
import { NextFree, useFreeTimes } from "./new-appointment-next-free.tsx";

type Props = { timezone: string; onBooked: (booking: string, startsAt: string) => void; onClose: () => void };

const TITLE = "New appointment";
const MOST_SHOWN = 5;
const MOST_ON_PHONES = 3;
const DEFAULT_MINUTES = 30;

export function NewAppointmentPanel({ timezone, onBooked, onClose }: Props) {
  const phone = useMedia(PHONE);
  const form = useRef<HTMLFormElement>(null);
  const appointment = useDraftAppointment(timezone);
  const { draft, set, startsAt } = appointment;
  const selection = useSelection(appointment, timezone);
  const { people, types, colors, shortlist, person, personId, type, typeId, minutes } = selection;
  const { today, from, free } = selection;
  const book = useBook({
    ...{ appointment, timezone, type, minutes, personId },
    ...{ person, free, onBooked, onClose },
  });
  useAttention(form, book);

  async function close() {
    if (appointment.dirty && !book.done && !(await confirm(DISCARD))) return;
    appointment.drop();
    onClose();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    // A key pressed before the warning appeared must not confirm it.
    if (!book.warning?.reasons.length) book.send([]);
  }

  const Frame = phone ? Modal : Docked;
  if (book.done)
    return (
      <Frame title={TITLE} onClose={close}>
        <PartlyBooked {...book.done} timezone={timezone} onClose={onClose} />
      </Frame>
    );
  return (
    <Frame title={TITLE} onClose={close}>
      <form
        ref={form}
        noValidate
        aria-label={TITLE}
        onSubmit={(event) => event.preventDefault()}
        onKeyDown={onKeyDown}
        className="flex min-h-0 flex-1 flex-col"
      >
        <div className="relative grid min-h-0 flex-1 content-start gap-4 overflow-y-auto overscroll-contain px-5 pt-1 pb-4 phone:-mt-2 phone:gap-3">
          <DraftRestored restored={appointment.restored} discard={appointment.discard} />
          <CallerField
            {...{ draft, set, timezone }}
            wrong={book.wrong}
            onChosen={() => focusAfter(form.current, "[data-choice=type] input:checked")}
          />
          {types && (
            <Types
              {...{ types, colors }}
              shortlist={shortlist}
              selectedId={typeId}
              onChoose={(next) => set({ type: next, minutes: next === OTHER ? minutes : null })}
            />
          )}
          {typeId === OTHER && <TitleField title={draft.title} onChange={(title) => set({ title })} />}
          {people && (
            <People people={people} type={type} selectedId={personId} onChoose={appointment.choosePerson} />
          )}
          <When
            {...{ timezone, startsAt, minutes }}
            day={draft.day}
            wrong={book.wrong.time !== undefined}
            onDay={(day) => set({ day })}
            onTime={appointment.chooseTime}
            onMinutes={(next) => set({ minutes: next })}
          />
          {typeId && (
            <NextFree
              {...{ person, timezone, today, from }}
              read={free}
              selected={startsAt}
              onChoose={appointment.chooseTime}
            />
          )}
          <Extras draft={draft} set={set} questions={type?.questions} wrong={book.wrong.answers} />
        </div>
        <Footer
          book={book}
          summary={phone && startsAt ? summaryOf(startsAt, timezone, person) : ""}
          onCancel={close}
        />
      </form>
    </Frame>
  );
}

/** The offered people and types, what is selected, and the times that are free for it. */
function useSelection({ draft, set, startsAt, ...chosen }: DraftAppointment, timezone: string) {
  const [today] = useState(() => dayOf(Date.now(), timezone));
  const day = startsAt ? dayOf(Date.parse(startsAt), timezone) : today;
  const { people, types, colors } = useChoices(day, chosen.personId);
  const person = people?.find(({ id }) => id === chosen.personId) ?? null;
  const personId = people ? (person?.id ?? null) : chosen.personId;
  const { typeId, shortlist } = useTypeChoice(types, draft.type, personId);
  const type = types?.find(({ id }) => id === typeId) ?? null;
  const minutes = draft.minutes ?? type?.defaultMeetingLength ?? DEFAULT_MINUTES;
  useLengthInUrl(minutes, set);
  const from = draft.day && draft.day > today ? draft.day : today;
  const free = useFreeTimes(typeId ? { typeId: type?.id ?? null, minutes, personId, from } : null);
  return { people, types, colors, shortlist, person, personId, type, typeId, minutes, today, from, free };
}

function useAttention(
  form: RefObject<HTMLFormElement | null>,
  { wrong, warning }: ReturnType<typeof useBook>,
) {
  useEffect(() => {
    if (Object.keys(wrong).length > 0)
      form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [form, wrong]);
  const isDoubtful = warning !== undefined;
  useEffect(() => {
    doubt.set(isDoubtful);
    return () => doubt.set(false);
  }, [isDoubtful]);
}

function TitleField({ title, onChange }: { title: string; onChange: (title: string) => void }) {
  return (
    <FieldFrame label="Title" required>
      {(control) => (
        <input
          {...control}
          maxLength={100}
          autoComplete="off"
          value={title}
          onChange={(event) => onChange(event.target.value)}
          className="field"
        />
      )}
    </FieldFrame>
  );
}

function summaryOf(startsAt: string, timezone: string, person: { name: string } | null): string {
  const at = Date.parse(startsAt);
  const moment = `${weekdayText(dayOf(at, timezone))} ${clockText(at, timezone)}`;
  return person ? `${moment} with ${firstName(person.name)}` : moment;
}

type FooterProps = { book: ReturnType<typeof useBook>; summary: string; onCancel: () => void };

function Footer({ book: { warning, failure, pending, send }, summary, onCancel }: FooterProps) {
  return (
    <footer className="grid gap-2.5 border-t px-5 py-3 phone:pb-[calc(14px+env(safe-area-inset-bottom))]">
      {warning && <Warning {...warning} />}
      {failure && <FailureLine>{failure}</FailureLine>}
      <div className="flex items-center gap-2">
        <span className="flex-1 text-muted-foreground text-xs phone:hidden">
          {!warning && (
            <>
              <kbd>Ctrl</kbd> <kbd>↵</kbd> to book
            </>
          )}
        </span>
        <Button onClick={onCancel}>Cancel</Button>
        <Button
          variant="primary"
          busy={pending}
          onClick={() => send(warning?.reasons ?? [])}
          className="min-w-0 phone:flex-1"
        >
          <span className="truncate">
            {warning?.reasons.length ? "Book anyway" : `Book ${summary}`.trim()}
          </span>
        </Button>
      </div>
    </footer>
  );
}

/** People and types without hours are included if no one has hours. */
function useChoices(day: string, personId: string | null) {
  const [first] = useState(day);
  const { data } = useRead("people.calendar", { query: { from: first, to: first } });
  const typeList = useRead("appointmentTypes.list", {});
  const types = typeList.data ?? (typeList.error ? [] : undefined);
  const people = useMemo(() => {
    const staff = data?.people.flatMap(({ id, name, isBookable }) => (id ? [{ id, name, isBookable }] : []));
    const bookable = staff?.filter(({ id, isBookable }) => isBookable || id === personId);
    return bookable?.length ? bookable : staff;
  }, [data, personId]);
  const colors = useMemo(() => data && typeColors(data.types), [data]);
  return { people, types, colors };
}

/** `shortlist`: in the types' usual order, so buttons don't move. */
function useTypeChoice(types: AppointmentType[] | undefined, picked: string | null, personId: string | null) {
  const most = useMedia(PHONE) ? MOST_ON_PHONES : MOST_SHOWN;
  const me = useMe().data?.id ?? "";
  const recent = useMemo(() => recentTypes(me), [me]);
  const offered = types?.filter(({ people }) => !personId || !people || people.includes(personId));
  const last = recent.flatMap((id) => offered?.find((type) => type.id === id) ?? []);
  const preselected = [...last, ...(offered ?? []), ...(types ?? [])][0];
  const shortlist = useMemo(() => {
    const all = types ?? [];
    const used = recent.flatMap((id) => all.find((type) => type.id === id) ?? []);
    const shown = new Set([...new Set([...used, ...all])].slice(0, most));
    return all.filter((type) => shown.has(type));
  }, [types, recent, most]);
  return { typeId: picked ?? preselected?.id ?? (types ? OTHER : null), shortlist };
}

function focusAfter(form: HTMLFormElement | null, selector: string) {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>(selector)?.focus());
}

type CallerProps = {
  draft: Draft;
  set: (changes: Partial<Draft>) => void;
  timezone: string;
  wrong: { caller?: string; name?: string; email?: string };
  onChosen: () => void;
};

function CallerField({ draft, set, timezone, wrong, onChosen }: CallerProps) {
  const id = useId();
  const { caller, isNew } = draft;
  return (
    <div className="grid gap-1.5">
      <span className="flex items-baseline justify-between">
        <FieldLabel htmlFor={id} required>
          Caller
        </FieldLabel>
        <span className="text-muted-foreground text-sm">name or number</span>
      </span>
      <ContactField
        {...{ id, set, timezone }}
        noun="caller"
        search={draft}
        found={caller}
        wrong={{ found: wrong.caller, name: wrong.name }}
        onFound={(found, hasLeft) => {
          set({ caller: found, isNew: null, name: "", email: "" });
          if (!hasLeft) onChosen();
        }}
        onClear={() => set({ caller: null, addsEmail: false, email: "" })}
      />
      {(caller || isNew) && <ContactHint draft={draft} set={set} wrong={wrong.email} />}
    </div>
  );
}
