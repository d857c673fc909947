import { useEffect, useState } from "react";
import { isDigits, numberIn } from "#components/contact-finder.tsx";
import { valuesOf } from "#components/contact-values.ts";
import { useMe } from "#components/shell/use-me.ts";
import { idempotencyKeys } from "#lib/api/act.ts";
import { useReload } from "#lib/api/cache.ts";
import { call } from "#lib/api/call.ts";
import { useAct } from "#lib/api/use-act.ts";
import { clockText, rangeText, reasonWords } from "#lib/calendar/words.ts";
import type { AppointmentType } from "#lib/contract/appointment-types.ts";
import type { Reason } from "#lib/contract/bookings.ts";
import { notify } from "#lib/notifications.ts";
import { readPhone } from "#lib/phone.ts";
import { rememberType } from "#lib/recent.ts";
import { dayOf } from "#lib/time/days.ts";
import { firstName } from "./new-appointment-choices.tsx";
import type { useDraftAppointment } from "./new-appointment-draft.ts";
import type { useFreeTimes } from "./new-appointment-next-free.tsx";
import { useCheck } from "./use-check.ts";
import { useUndo } from "./use-undo.ts";

type Props = {
  appointment: ReturnType<typeof useDraftAppointment>;
  code: string;
  timezone: string;
  type: AppointmentType | null;
  minutes: number;
  personId: string | null;
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

export function useBook({
  appointment,
  code,
  timezone,
  type,
  minutes,
  personId,
  person,
  free,
  onBooked,
  onClose,
}: Props) {
  const { draft, startsAt } = appointment;
  const { data: signedIn } = useMe();
  const me = signedIn?.id ?? "";
  const create = useAct("bookings.create", { quiet: true });
  const undoOf = useUndo();
  const addEmail = useAct("contacts.update", { texts: { failure: "Failed to add the email", fixed: true } });
  const reloadTypes = useReload("appointmentTypes.list");
  const [keys] = useState(idempotencyKeys);
  const [wrong, setWrong] = useState<Wrong>({});
  const [answered, setAnswered] = useState<Answered>({});
  const [done, setDone] = useState<{
    booked: number;
    leftOut: { startsAt: string | null; text: string }[];
  } | null>(null);
  const wanted = JSON.stringify([startsAt, personId, type?.id, minutes, draft.repeat, draft.caller?.id]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new request invalidates the answer
  useEffect(() => setAnswered({}), [wanted]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change may correct the errors
  useEffect(() => setWrong({}), [draft, startsAt]);

  const questions = type?.questions ?? [];
  const checked = useCheck(startsAt ? { startsAt, minutes, typeId: type?.id, personId } : null);
  const ahead =
    checked && (checked.message || checked.note)
      ? warningOf(checked.message ?? "", checked.reasons, { note: checked.note })
      : undefined;

  const email = draft.caller?.email || (draft.addsEmail ? draft.email.trim() : "");

  function check(): Wrong {
    const { caller, isNew, text, name } = draft;
    const found: Wrong = {};
    if (!caller && !isNew)
      found.caller = text.trim() ? "Choose the caller, or add a new one" : "Who’s calling?";
    if (!caller && isNew && !name.trim()) found.name = "Name is required";
    if (!caller && isNew && !isDigits(text.trim()) && !email) found.caller = "Phone number is required";
    if (draft.addsEmail && draft.email.trim() && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(draft.email.trim()))
      found.email = "Invalid email format";
    if (!startsAt) found.time = "Choose a time";
    return found;
  }

  function answers() {
    return questions.map(({ id, kind }) => {
      const answer = draft.answers[id]?.trim() ?? "";
      return { id, answer: kind === "PHONE" ? readPhone(answer, code) : answer };
    });
  }

  async function checkAnswers(): Promise<Wrong> {
    if (questions.length === 0) return {};
    const { wrongAnswer } = await import("#lib/contract/questions.ts");
    const given = new Map(answers().map(({ id, answer }) => [id, answer]));
    const wrong = questions.flatMap((question) => {
      const why = wrongAnswer({ ...question, isRequired: false }, given.get(question.id) ?? "");
      return why ? [[question.id, why] as const] : [];
    });
    return wrong.length > 0 ? { answers: Object.fromEntries(wrong) } : {};
  }

  function body(at: string, allow: Reason[]) {
    const { caller, name, note, repeat, title } = draft;
    const known = {
      contactId: caller?.id ?? null,
      caller: caller ? null : { name: name.trim(), phoneNumber: readPhone(numberIn(draft), code), email },
      personId,
      typeId: type?.id ?? null,
      title: type ? null : title.trim() || "Appointment",
      minutes,
      startsAt: at,
      note: note?.trim() || null,
      ...(questions.length > 0 && { answers: answers() }),
      repeat,
      allow,
    };
    return { ...known, key: keys.keyFor(known) };
  }

  async function send(allow: Reason[]) {
    if (create.pending || addEmail.pending) return;
    const found = { ...check(), ...(await checkAnswers()) };
    setWrong(found);
    if (!startsAt || Object.keys(found).length > 0) {
      return setAnswered({ failure: found.time && Object.keys(found).length === 1 ? found.time : "" });
    }
    setAnswered({});
    if (draft.caller && !draft.caller.email && email && !(await writeEmail())) return;
    const wasFree = free.data?.days.some(({ slots }) =>
      slots.some((slot) => Date.parse(slot) === Date.parse(startsAt)),
    );
    const sentAt = Date.now();
    const outcome = await create.act({ body: body(startsAt, allow) });
    if (!outcome.ok) {
      free.mutate();
      if (Object(outcome.error.answer).questions) reloadTypes();
      return setAnswered(refused(outcome.error, outcome.refused?.text ?? "", wasFree === true));
    }
    const { booking, also, leftOut } = outcome.answer;
    if (type) rememberType(me, type.id);
    appointment.drop();
    const personName = booking.person?.name ?? person?.name;
    const at = Date.parse(booking.startsAt ?? startsAt);
    const day = dayOf(at, timezone);
    const times = also.length > 0 ? ` and ${also.length} more` : "";
    notify({
      type: "success",
      message: `${booking.name}${personName ? ` with ${firstName(personName)}` : ""}, ${rangeText(day, day)}, ${clockText(at, timezone)}${times}.`,
      undo: undoOf({ booking, sentAt, mails: email !== "" && signedIn?.emails === "sent" }),
    });
    if (leftOut.length > 0) return setDone({ booked: also.length + 1, leftOut });
    onClose();
    onBooked(booking.id, booking.startsAt ?? startsAt);
  }

  async function writeEmail(): Promise<boolean> {
    const { caller } = draft;
    if (!caller) return false;
    try {
      const contact = await call("contacts.get", { params: { id: caller.id } });
      const fields = { ...valuesOf(contact), email, version: contact.version };
      const outcome = await addEmail.act({ params: { id: caller.id }, body: fields });
      if (outcome.ok) appointment.set({ caller: { ...caller, email }, addsEmail: false });
      else setWrong({ email: outcome.error.message });
      return outcome.ok;
    } catch {
      setAnswered({ failure: "Failed to add the email" });
      return false;
    }
  }

  return {
    send,
    pending: create.pending || addEmail.pending,
    wrong,
    warning: answered.warning ?? ahead,
    failure: answered.failure,
    done,
  };
}

type Refused = { status: number; message: string; answer?: unknown };

function refused(error: Refused, failure: string, wasFree: boolean): Answered {
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
    text: [...texts, note].filter(Boolean).join(" "),
    reasons,
  };
}
