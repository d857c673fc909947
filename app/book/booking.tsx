"use client";
import clsx from "clsx";
import { Check, Users } from "lucide-react";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Avatar } from "#components/ui/avatar.tsx";
import { Button } from "#components/ui/button.tsx";
import { DraftRestored } from "#components/ui/draft.tsx";
import { part } from "#components/ui/part.tsx";
import { act, answerOf } from "#lib/api/act.ts";
import type { VisitorBooking } from "#lib/contract/bookings.ts";
import { When } from "./appointment-lines.tsx";
import { Booked } from "./booked.tsx";
import type { CaptchaKey } from "./captcha.tsx";
import { Refused, TimesList, TimezoneField } from "./times.tsx";
import { loadContract, type Source, type Times, useTimes } from "./use-times.ts";
import { useVisitorForm } from "./use-visitor-form.ts";
import {
  fieldName,
  Honeypot,
  QuestionField,
  readAnswers,
  VisitorField,
  visitorFields,
  wrongAnswers,
} from "./visitor-field.tsx";

type Props = Source & { captcha: CaptchaKey | null; waitFor: string | null; children: ReactNode };

export function Booking({ captcha, waitFor, children, ...source }: Props) {
  const { slug } = source;
  const times = useTimes(source);
  const [booked, setBooked] = useState<VisitorBooking | null>(null);
  const [waitlistDay, setWaitlistDay] = useState<string | null>(null);
  const { time, refused } = times;
  const heading = useRef<HTMLHeadingElement>(null);
  const hadTime = useRef(false);
  useEffect(() => {
    if (!time && hadTime.current) heading.current?.focus();
    hadTime.current = time !== null;
  }, [time]);
  if (booked) {
    return (
      <div className={RIGHT}>
        <Booked booking={booked} title="Your appointment is booked" asked={times.timezone} />
      </div>
    );
  }
  const main = (
    <div className="grid gap-5">
      {children}
      {refused && <Refused why={refused} />}
      {/* The details replace the times, so they are visible without scrolling. */}
      <section hidden={time !== null} className="grid gap-4" aria-labelledby="times">
        <h2 id="times" ref={heading} tabIndex={-1} className="scroll-mt-4 outline-none">
          Choose a time
        </h2>
        <TimesList
          times={times}
          path={`/book/${slug}`}
          onWait={waitFor ? setWaitlistDay : undefined}
          loadWait={WaitlistSheet.load}
        />
      </section>
      {/* Stays mounted, so typed text survives choosing another time. */}
      <div hidden={!time}>
        <VisitorForm slug={slug} times={times} captcha={captcha} onBooked={setBooked} />
      </div>
      {waitlistDay && waitFor && (
        <WaitlistSheet
          {...{ slug, times, captcha }}
          title={waitFor}
          day={waitlistDay}
          onClose={() => setWaitlistDay(null)}
        />
      )}
    </div>
  );
  return (
    <>
      <div
        className={clsx("grid content-start gap-5 px-6 pb-5 phone:px-4", time && "max-[56.1875rem]:hidden")}
      >
        <PersonField {...times} />
        <TimezoneField {...times} />
      </div>
      <div className={RIGHT}>{main}</div>
    </>
  );
}

const RIGHT =
  "border-t px-6 py-5 phone:px-4 min-[56.25rem]:col-start-2 min-[56.25rem]:row-span-2 min-[56.25rem]:row-start-1 min-[56.25rem]:border-t-0 min-[56.25rem]:border-l";

const WaitlistSheet = part(() => import("./waitlist-sheet.tsx"), "WaitlistSheet");
const Captcha = part(() => import("./captcha.tsx"), "Captcha");

type VisitorFormProps = {
  slug: string;
  times: Times;
  captcha?: CaptchaKey | null;
  onBooked: (booking: VisitorBooking) => void;
};

const KEPT = [...visitorFields.map(({ name }) => name), "note"];

export function VisitorForm({ slug, times, captcha, onBooked }: VisitorFormProps) {
  const { slots, timezone, time, chooseTime, attempt, isBusy, people, person, questions } = times;
  const withWhom = people.find(({ id }) => id === person)?.name;
  const heading = useRef<HTMLHeadingElement>(null);
  const kept = [...KEPT, ...questions.map(fieldName)];
  const visitor = useVisitorForm(`book ${slug}`, kept, Boolean(captcha));
  const { errors } = visitor;
  useEffect(() => {
    if (!time) return;
    heading.current?.focus();
    loadContract().catch(() => {});
  }, [time]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const { currentTarget } = event;
    let isSent = false;
    const booking = await attempt(async () => {
      const answers = await readAnswers(currentTarget, questions, slots.timezone);
      const { visitorForm } = await loadContract();
      const asked = {
        ...{ startsAt: time ?? "", timezone, minutes: slots.minutes, personId: person },
        ...(questions.length > 0 && { answers }),
      };
      const result = visitorForm.safeParse(visitor.toBody(currentTarget, asked));
      const body = visitor.accept(result, await wrongAnswers(questions, answers));
      isSent = body !== null;
      return body && answerOf(await act("visitor.book", { params: { slug }, body }));
    });
    if (isSent && captcha) visitor.renewCaptcha();
    if (!booking) return;
    visitor.drop();
    onBooked(booking);
  }

  return (
    <form
      ref={visitor.form}
      noValidate
      method="post"
      onSubmit={submit}
      onInput={visitor.keep}
      className="grid gap-4"
    >
      <h2 ref={heading} tabIndex={-1} className="scroll-mt-4 outline-none">
        Your details
      </h2>
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-primary-soft px-4 py-3 text-primary-soft-foreground">
        <div role="status">
          {time && <When startsAt={time} timezone={timezone} storeTimezone={slots.timezone} />}
          {time && withWhom && <p>With {withWhom}</p>}
        </div>
        <Button onClick={() => chooseTime(null)}>Change time</Button>
      </div>
      <DraftRestored {...visitor.restored} />
      {visitorFields.map((field) => (
        <VisitorField key={field.name} {...field} error={errors[field.name]} />
      ))}
      {questions.map((question) => (
        <QuestionField key={question.id} question={question} error={errors[fieldName(question)]} />
      ))}
      <VisitorField name="note" label="Note" rows={3} error={errors.note} />
      <Honeypot />
      {captcha && time && <Captcha key={visitor.tries} {...captcha} {...visitor.captcha} />}
      <Button type="submit" variant="primary" busy={isBusy}>
        Book appointment
      </Button>
    </form>
  );
}

function PersonField({ people, person, showPerson }: Times) {
  if (people.length === 0) return null;
  return (
    <fieldset className="noscript:hidden">
      <legend className="mb-2 font-semibold">Staff member</legend>
      <div className="grid grid-cols-2 gap-2">
        <Choice name="Anyone available" isChosen={person === null} choose={() => showPerson(null)} isWide>
          <span className="grid size-8 shrink-0 place-items-center rounded-full bg-card text-muted-foreground">
            <Users size={16} strokeWidth={1.75} />
          </span>
        </Choice>
        {people.map(({ id, name }) => (
          <Choice key={id} name={name} isChosen={person === id} choose={() => showPerson(id)}>
            <Avatar id={id} name={name} />
          </Choice>
        ))}
      </div>
    </fieldset>
  );
}

type ChoiceProps = {
  name: string;
  isChosen: boolean;
  choose: () => void;
  isWide?: boolean;
  children: React.ReactNode;
};

function Choice({ name, isChosen, choose, isWide, children }: ChoiceProps) {
  return (
    <label
      className={clsx(
        "flex min-h-12 cursor-pointer items-center gap-2.5 rounded-lg border border-input bg-card px-2 py-1.5 font-medium hover:bg-accent",
        "has-checked:border-primary has-checked:bg-primary-soft has-checked:text-primary-soft-foreground has-checked:ring-1 has-checked:ring-primary",
        "has-focus-visible:outline-2 has-focus-visible:outline-ring has-focus-visible:outline-offset-2",
        isWide && "col-span-2",
      )}
    >
      <input type="radio" name="person" className="sr-only" checked={isChosen} onChange={choose} />
      {children}
      <span className="wrap-anywhere min-w-0 flex-1">{name}</span>
      {isChosen && <Check size={16} strokeWidth={1.75} className="shrink-0" />}
    </label>
  );
}
