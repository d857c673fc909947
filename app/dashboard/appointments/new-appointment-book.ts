import { useEffect, useState } from "react";
import { type FoundContact, isDigits, numberIn } from "#components/contact-finder.tsx";
import { valuesOf } from "#components/contact-values.ts";
import { useMe } from "#components/shell/use-me.ts";
import { idempotencyKeys } from "#lib/api/act.ts";
import { useReload } from "#lib/api/cache.ts";
import { call } from "#lib/api/call.ts";
import { useAct } from "#lib/api/use-act.ts";
import { clockText, rangeText, reasonWords } from "#lib/calendar/words.ts";
import type { AppointmentType } from "#lib/contract/appointment-types.ts";
import type { Reason } from "#lib/contract/bookings.ts";
import type { Answer } from "#lib/contract/contract.ts";
import { notify } from "#lib/notifications.ts";
import { codeOfZone, readPhone } from "#lib/phone.ts";
import { rememberType } from "#lib/recent.ts";
import { joined } from "#lib/text.ts";
import { dayOf } from "#lib/time/days.ts";
import { firstName } from "./new-appointment-choices.tsx";
import type { Draft, DraftAppointment } from "./new-appointment-draft.ts";
import type { useFreeTimes } from "./new-appointment-next-free.tsx";
import { useCheck } from "./use-check.ts";
import { useUndo } from "./use-undo.ts";

type BookingRequest = {
  draft: Draft;
  startsAt: string | null;
  type: AppointmentType | null;
  minutes: number;
  personId: string | null;
  timezone: string;
};

type Props = Omit<BookingRequest, "draft" | "startsAt"> & {
  appointment: DraftAppointment;
  person: { id: string; name: string } | null;
  free: ReturnType<typeof useFreeTimes>;
  onBooked: (booking: string, startsAt: string) => void;
  onClose: () => void;
};

type Wrong = {
  caller?: string;
  name?: string;
  email?: string;
  time?: string;
  answers?: Record<string, string>;
};
type Warning = { title: string; text: string; reasons: Reason[] };
type Answered = { warning?: Warning; failure?: string };
type Done = { booked: number; leftOut: { startsAt: string | null; text: string }[] };

export function useBook({ appointment, person, free, onBooked, onClose, ...wanted }: Props) {
  const { draft, startsAt } = appointment;
  const { type, minutes, personId, timezone } = wanted;
  const request = { ...wanted, draft, startsAt };
  const { data: me } = useMe();
  const create = useAct("bookings.create", { quiet: true });
  const addEmail = useAct("contacts.update", { texts: { failure: NOT_ADDED, fixed: true } });
  const makeUndo = useUndo();
  const reloadTypes = useReload("appointmentTypes.list");
  const [keys] = useState(idempotencyKeys);
  const [wrong, setWrong] = useState<Wrong>({});
  const [answered, setAnswered] = useState<Answered>({});
  const [done, setDone] = useState<Done | null>(null);
  const key = JSON.stringify([startsAt, personId, type?.id, minutes, draft.repeat, draft.caller?.id]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new request invalidates the answer
  useEffect(() => setAnswered({}), [key]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change may correct the errors
  useEffect(() => setWrong({}), [draft, startsAt]);

  const checked = useCheck(startsAt ? { startsAt, minutes, typeId: type?.id, personId } : null);
  const ahead =
    checked && (checked.message || checked.note)
      ? warningOf(checked.message ?? "", checked.reasons, { note: checked.note })
      : undefined;
  const email = emailIn(draft);
  const pending = create.pending || addEmail.pending;

  async function send(allow: Reason[]) {
    if (pending) return;
    const found = { ...draftErrors(request), ...(await answerErrors(request)) };
    setWrong(found);
    if (!startsAt || Object.keys(found).length > 0) {
      return setAnswered({ failure: found.time && Object.keys(found).length === 1 ? found.time : "" });
    }
    setAnswered({});
    if (draft.caller && !draft.caller.email && email && !(await writeEmail(draft.caller))) return;
    const wasFree = free.data?.days.some(({ slots }) =>
      slots.some((slot) => Date.parse(slot) === Date.parse(startsAt)),
    );
    const sentAt = Date.now();
    const body = bookingBody(request, startsAt, allow);
    const outcome = await create.act({ body: { ...body, key: keys.keyFor(body) } });
    if (outcome.ok) return finish(outcome.answer, startsAt, sentAt);
    free.mutate();
    if (Object(outcome.error.answer).questions) reloadTypes();
    setAnswered(refused(outcome.error, outcome.refused?.text ?? "", wasFree));
  }

  async function writeEmail(caller: FoundContact): Promise<boolean> {
    try {
      const contact = await call("contacts.get", { params: { id: caller.id } });
      const fields = { ...valuesOf(contact), email, version: contact.version };
      const outcome = await addEmail.act({ params: { id: caller.id }, body: fields });
      if (outcome.ok) appointment.set({ caller: { ...caller, email }, addsEmail: false });
      else setWrong({ email: outcome.error.message });
      return outcome.ok;
    } catch {
      setAnswered({ failure: NOT_ADDED });
      return false;
    }
  }

  function finish({ booking, also, leftOut }: Answer<"bookings.create">, askedFor: string, sentAt: number) {
    if (type) rememberType(me?.id ?? "", type.id);
    appointment.drop();
    const personName = booking.person?.name ?? person?.name;
    const bookedFor = booking.startsAt ?? askedFor;
    const at = Date.parse(bookedFor);
    const day = dayOf(at, timezone);
    const times = also.length > 0 ? ` and ${also.length} more` : "";
    notify({
      type: "success",
      message: `${booking.name}${personName ? ` with ${firstName(personName)}` : ""}, ${rangeText(day, day)}, ${clockText(at, timezone)}${times}.`,
      undo: makeUndo({ booking, sentAt, mails: email !== "" && me?.emails === "sent" }),
    });
    if (leftOut.length > 0) return setDone({ booked: also.length + 1, leftOut });
    onClose();
    onBooked(booking.id, bookedFor);
  }

  return { send, pending, wrong, warning: answered.warning ?? ahead, failure: answered.failure, done };
}

const NOT_ADDED = "Failed to add the email";

function emailIn({ caller, addsEmail, email }: Draft): string {
  return caller?.email || (addsEmail ? email.trim() : "");
}

function draftErrors({ draft, startsAt }: BookingRequest): Wrong {
  const { caller, isNew, text, name, addsEmail, email } = draft;
  const found: Wrong = {};
  if (!caller && !isNew)
    found.caller = text.trim() ? "Choose the caller, or add a new one" : "Who’s calling?";
  if (!caller && isNew && !name.trim()) found.name = "Name is required";
  if (!caller && isNew && !isDigits(text.trim()) && !emailIn(draft))
    found.caller = "Phone number is required";
  if (addsEmail && email.trim() && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()))
    found.email = "Invalid email format";
  if (!startsAt) found.time = "Choose a time";
  return found;
}

function readAnswers({ draft, type, timezone }: BookingRequest) {
  return (type?.questions ?? []).map(({ id, kind }) => {
    const answer = draft.answers[id]?.trim() ?? "";
    return { id, answer: kind === "PHONE" ? readPhone(answer, codeOfZone(timezone)) : answer };
  });
}

async function answerErrors(request: BookingRequest): Promise<Wrong> {
  const questions = request.type?.questions ?? [];
  if (questions.length === 0) return {};
  const { wrongAnswer } = await import("#lib/contract/questions.ts");
  const given = new Map(readAnswers(request).map(({ id, answer }) => [id, answer]));
  const wrong = questions.flatMap((question) => {
    const why = wrongAnswer({ ...question, isRequired: false }, given.get(question.id) ?? "");
    return why ? [[question.id, why] as const] : [];
  });
  return wrong.length > 0 ? { answers: Object.fromEntries(wrong) } : {};
}

function bookingBody(request: BookingRequest, startsAt: string, allow: Reason[]) {
  const { draft, type, minutes, personId, timezone } = request;
  const { caller, name, note, repeat, title } = draft;
  const phoneNumber = readPhone(numberIn(draft), codeOfZone(timezone));
  const answers = readAnswers(request);
  return {
    contactId: caller?.id ?? null,
    caller: caller ? null : { name: name.trim(), phoneNumber, email: emailIn(draft) },
    personId,
    typeId: type?.id ?? null,
    title: type ? null : title.trim() || "Appointment",
    minutes,
    startsAt,
    note: note?.trim() || null,
    ...(answers.length > 0 && { answers }),
    repeat,
    allow,
  };
}

type Refused = { status: number; message: string; answer?: unknown };

function refused(error: Refused, failure: string, wasFree = false): Answered {
  if (error.status !== 409) return { failure };
  const { reasons } = Object(error.answer);
  return { warning: warningOf(error.message, Array.isArray(reasons) ? reasons : [], { wasFree }) };
}

function warningOf(
  message: string,
  against: readonly { reason: Reason; text: string }[],
  { wasFree = false, note }: { wasFree?: boolean; note?: string | null | undefined },
): Warning {
  const reasons = against.map(({ reason }) => reason);
  const isLost = wasFree && reasons.every((reason) => reason === "OVERLAP" || reason === "LIMIT");
  const titles = new Set(reasons.map((reason) => `${reasonWords[reason]}.`));
  if (note) titles.add(`${reasonWords.HOURS}.`);
  const texts = against.length > 0 ? against.map(({ text }) => text) : [message];
  return {
    title: isLost ? "Someone else just took this time." : [...titles].join(" "),
    text: joined(" ", ...texts, note),
    reasons,
  };
}
