import { Clock, NotebookText, Phone, Repeat } from "lucide-react";
import { useId } from "react";
import { numberIn } from "#components/contact-finder.tsx";
import { useMe } from "#components/shell/use-me.ts";
import { Button } from "#components/ui/button.tsx";
import { FieldError, FieldFrame } from "#components/ui/field-parts.tsx";
import { GrowingText } from "#components/ui/growing-text.tsx";
import { Select } from "#components/ui/select.tsx";
import { momentIn } from "#lib/calendar/slot-days.ts";
import { NO_ACCOUNT } from "#lib/contract/mail-terms.ts";
import type { Question } from "#lib/contract/questions.ts";
import { plural } from "#lib/text.ts";
import type { Draft } from "./new-appointment-draft.ts";

type Props = { draft: Draft; set: (changes: Partial<Draft>) => void };

export function ContactHint({ draft, set, wrong }: Props & { wrong: string | undefined }) {
  const id = useId();
  const { data: me } = useMe();
  const { caller, email, addsEmail } = draft;
  const number = numberIn(draft);
  const hasEmail = Boolean(caller?.email) || (addsEmail && email.trim() !== "");
  const isUnsent = hasEmail && me !== undefined && me.emails !== "sent";
  if (caller?.email && !isUnsent) return null;
  const unsent =
    me?.emails === "refused"
      ? "The email account is not working"
      : me?.emails === "demo"
        ? "In the demo"
        : NO_ACCOUNT;
  const why = hasEmail ? unsent : "No email";
  return (
    <>
      <div className="flex items-center gap-2 rounded-md bg-info-soft px-2.5 py-2 text-info text-sm phone:min-h-13">
        <Phone size={16} strokeWidth={1.75} className="shrink-0 self-start phone:self-center" />
        <p role="status" className="min-w-0 flex-1 text-pretty">
          {!caller && <b className="font-semibold">New contact. </b>}
          {(!hasEmail || isUnsent) && (
            <>
              {caller ? <b className="font-semibold">{why}:</b> : `${why}:`} no confirmation is sent
              {number && (
                <>
                  , call <span className="whitespace-nowrap tabular-nums">{number}</span> to remind
                </>
              )}
              .
            </>
          )}
        </p>
        {!addsEmail && !caller?.email && (
          <button
            type="button"
            onClick={() => set({ addsEmail: true })}
            className="shrink-0 underline underline-offset-3 phone:min-h-11 pointer-coarse:min-h-11"
          >
            Add email
          </button>
        )}
      </div>
      {addsEmail && (
        <>
          <input
            id={id}
            type="email"
            inputMode="email"
            aria-label="Email"
            placeholder="Email"
            autoComplete="off"
            aria-invalid={wrong !== undefined}
            aria-describedby={wrong ? `${id}-error` : undefined}
            // biome-ignore lint/a11y/noAutofocus: rendered on request, for typing at once
            autoFocus
            value={email}
            onChange={(event) => set({ email: event.target.value })}
            className="field"
          />
          {wrong && <FieldError id={`${id}-error`}>{wrong}</FieldError>}
        </>
      )}
    </>
  );
}

const linkButton =
  "inline-flex h-8 items-center gap-1.5 font-medium text-link text-sm phone:h-11 phone:text-base pointer-coarse:h-11";
const MAX_NOTE_LENGTH = 2000;
const WEEKS = [1, 2, 3, 4, 6, 8, 12, 26, 52];
const REPETITIONS = Array.from({ length: 26 }, (_, i) => i + 1);

type ExtrasProps = Props & {
  questions?: readonly Question[] | undefined;
  wrong?: Record<string, string> | undefined;
};

export function Extras({ draft: { note, repeat, answers }, set, questions = [], wrong = {} }: ExtrasProps) {
  return (
    <div className="grid gap-3">
      {questions.map((question) => (
        <QuestionField
          key={question.id}
          question={question}
          answer={answers[question.id] ?? ""}
          onAnswer={(answer) => set({ answers: { ...answers, [question.id]: answer } })}
          wrong={wrong[question.id]}
        />
      ))}
      {note !== null && (
        <FieldFrame label="Note">
          {(control) => (
            <GrowingText
              {...control}
              rows={2}
              maxLength={MAX_NOTE_LENGTH}
              autoFocus={note === ""}
              value={note}
              onChange={(event) => set({ note: event.target.value })}
            />
          )}
        </FieldFrame>
      )}
      {repeat && (
        <fieldset aria-label="Repeat" className="flex flex-wrap items-center gap-2">
          <Repeat size={16} strokeWidth={1.75} className="text-muted-foreground" />
          <Select
            label="How often"
            value={String(repeat.weeks)}
            onChange={(value) => set({ repeat: { ...repeat, weeks: Number(value) } })}
            options={WEEKS.map((weeks) => ({
              value: String(weeks),
              label: weeks === 1 ? "every week" : `every ${weeks} weeks`,
            }))}
            className="min-w-32 flex-1"
          />
          <Select
            label="How many more"
            value={String(repeat.times)}
            onChange={(value) => set({ repeat: { ...repeat, times: Number(value) } })}
            options={REPETITIONS.map((times) => ({
              value: String(times),
              label: `${plural(times, "more time")}`,
            }))}
            className="min-w-32 flex-1"
          />
          <button type="button" onClick={() => set({ repeat: null })} className={linkButton}>
            Does not repeat
          </button>
        </fieldset>
      )}
      <div className="flex flex-wrap gap-x-4 empty:hidden">
        {note === null && (
          <button type="button" onClick={() => set({ note: "" })} className={linkButton}>
            <NotebookText size={16} strokeWidth={1.75} />
            Add note
          </button>
        )}
        {!repeat && (
          <button
            type="button"
            onClick={() => set({ repeat: { weeks: 1, times: 1 } })}
            className={linkButton}
          >
            <Repeat size={16} strokeWidth={1.75} />
            Repeat
          </button>
        )}
      </div>
    </div>
  );
}

type QuestionFieldProps = {
  question: Question;
  answer: string;
  onAnswer: (answer: string) => void;
  wrong: string | undefined;
};

/** Radix doesn't allow an empty value. */
const NOT_ASKED = "open";

function QuestionField({ question: { text, kind, options }, answer, onAnswer, wrong }: QuestionFieldProps) {
  return (
    <FieldFrame label={text} message={wrong}>
      {(control) =>
        kind === "CHOICE" ? (
          <Select
            {...control}
            value={answer}
            placeholder="Not asked"
            onChange={(option) => onAnswer(option === NOT_ASKED ? "" : option)}
            options={[
              { value: NOT_ASKED, label: "Not asked" },
              ...options.map((option) => ({ value: option, label: option })),
            ]}
          />
        ) : (
          <input
            {...control}
            type={kind === "PHONE" ? "tel" : "text"}
            autoComplete="off"
            value={answer}
            onChange={({ target }) => onAnswer(target.value)}
            className="field"
          />
        )
      }
    </FieldFrame>
  );
}

type PartlyBookedProps = {
  booked: number;
  leftOut: readonly { startsAt: string | null; text: string }[];
  timezone: string;
  onClose: () => void;
};

export function PartlyBooked({ booked, leftOut, timezone, onClose }: PartlyBookedProps) {
  return (
    <div className="grid content-start gap-3 px-5 pb-5">
      <p role="alert" className="rounded-md bg-warning-soft px-3 py-2.5 text-warning">
        <b className="font-semibold">{plural(booked, "appointment")} booked,</b> {leftOut.length} left out:
      </p>
      <ul className="grid gap-2">
        {leftOut.map(({ startsAt, text }) => (
          <li key={startsAt} className="border-b pb-2 last:border-0">
            <span className="block font-medium">{momentIn(timezone, startsAt ?? "")}</span>
            <span className="text-muted-foreground text-sm">{text}</span>
          </li>
        ))}
      </ul>
      <Button variant="primary" data-autofocus="" autoFocus onClick={onClose} className="justify-self-end">
        Done
      </Button>
    </div>
  );
}

type WarningProps = { title: string; text: string; reasons: readonly unknown[] };

export function Warning({ title, text, reasons }: WarningProps) {
  return (
    <div role="alert" className="flex gap-2 rounded-md bg-warning-soft px-2.5 py-2 text-sm text-warning">
      <Clock size={16} strokeWidth={1.75} className="mt-px shrink-0" />
      <p className="min-w-0 flex-1 text-pretty">
        {title && <b className="font-semibold">{title}</b>} {text}
        {reasons.length > 0 && " Book it anyway and the calendar shows your name."}
      </p>
    </div>
  );
}
