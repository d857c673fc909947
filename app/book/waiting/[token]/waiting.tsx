"use client";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { act } from "#lib/api/act.ts";
import { call } from "#lib/api/call.ts";
import { clockText, zoneName } from "#lib/calendar/words.ts";
import type { VisitorBooking } from "#lib/contract/bookings.ts";
import type { VisitorEntry } from "#lib/contract/waitlist.ts";
import { NOT_LOADED } from "#lib/unexpected.ts";
import { BookAgain, Meeting, When } from "../../appointment-lines.tsx";
import { Booked } from "../../booked.tsx";
import { Refused } from "../../times.tsx";
import { type Errors, fieldName, QuestionField, readAnswers, wrongAnswers } from "../../visitor-field.tsx";
import { WaitsFor } from "../../waits-for.tsx";

export function Waiting({ first }: { first: VisitorEntry }) {
  const waitlist = useWaitlistEntry(first);
  const { entry, booked, done, refused, busy, leave } = waitlist;
  const { offer, missed, slug, state } = entry;

  if (booked) return <Booked booking={booked} title="Your appointment is booked" />;
  if (done === "left") {
    return (
      <Notice title="You’ve left the waiting list.">
        <BookAgain slug={slug} />
      </Notice>
    );
  }
  if (state === "TAKEN") {
    return (
      <Notice title="Your appointment is booked">
        <p className="text-muted-foreground">
          We’ll email you the details, with links to move or cancel the appointment.
        </p>
      </Notice>
    );
  }
  if (state === "OVER") {
    return (
      <Notice title="This request has ended. No time opened up.">
        <BookAgain slug={slug} />
      </Notice>
    );
  }
  return (
    <section className="grid gap-5">
      {refused && <Refused why={refused} />}
      {offer ? (
        <OfferForm offer={offer} waitlist={waitlist} />
      ) : (
        <Notice
          title={
            done === "declined"
              ? "We’ll offer this time to the next person. You’re still on the list for other times."
              : missed
                ? "That time is no longer reserved"
                : "You’re on the waiting list"
          }
          isQuiet={done === null}
        >
          {missed && done === null && (
            <When startsAt={missed} timezone={entry.timezone} storeTimezone={entry.storeTimezone} />
          )}
          <p className="text-muted-foreground">
            {slug
              ? `${missed ? "You’re still on the list. " : ""}We’ll email you when a time opens up.`
              : "This appointment can’t be booked online right now. Please contact the store for a time."}
          </p>
        </Notice>
      )}
      <div className="grid gap-3 border-t pt-4">
        <h3 className="font-semibold">Your request</h3>
        <WaitsFor entry={entry} />
        <div className="flex flex-wrap gap-2 noscript:hidden">
          <Button busy={busy === "leave"} onClick={leave} className="h-11!">
            Leave the waiting list
          </Button>
          {!offer && <BookAgain slug={slug} />}
        </div>
      </div>
    </section>
  );
}

const LONGEST_TIMER = 2 ** 31 - 2000;

type Action = "take" | "decline" | "leave";

function useWaitlistEntry(first: VisitorEntry) {
  const [entry, setEntry] = useState(first);
  const [booked, setBooked] = useState<VisitorBooking | null>(null);
  const [done, setDone] = useState<"declined" | "left" | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [busy, setBusy] = useState<Action | null>(null);
  const [errors, setErrors] = useState<Errors>({});
  const { token, questions } = entry;
  const params = { token };
  const offerId = entry.offer?.id ?? "";
  const ending = entry.offer?.heldUntil;
  useEffect(() => {
    const left = Date.parse(ending ?? "") - Date.now();
    // This device's clock may be wrong, so the host is asked, once.
    if (!(left > 0 && left < LONGEST_TIMER)) return;
    const timer = setTimeout(
      () => call("visitor.waiting", { params: { token } }).then(setEntry, () => {}),
      left + 1000,
    );
    return () => clearTimeout(timer);
  }, [ending, token]);

  async function run(action: Action, work: () => Promise<string | null>) {
    if (busy) return;
    setBusy(action);
    setRefused(null);
    const why = await work()
      .catch(() => NOT_LOADED)
      .finally(() => setBusy(null));
    setRefused(why);
  }

  function take(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { currentTarget } = event;
    void run("take", async () => {
      const answers = await readAnswers(currentTarget, questions, entry.storeTimezone);
      const wrong = await wrongAnswers(questions, answers);
      setErrors(wrong);
      const [field] = Object.keys(wrong);
      if (field) {
        currentTarget.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
        return null;
      }
      const outcome = await act("visitor.takeOffer", { params, body: { offerId, answers } });
      if (outcome.ok) setBooked(outcome.answer);
      else if (outcome.error.status === 409) {
        const { questions: asked } = Object(outcome.error.answer);
        setEntry(Array.isArray(asked) ? { ...entry, questions: asked } : { ...entry, offer: null });
      }
      return outcome.ok ? null : outcome.error.message;
    });
  }

  const decline = () =>
    run("decline", async () => {
      const outcome = await act("visitor.declineOffer", { params, body: { offerId } });
      if (outcome.ok) setDone("declined");
      if (outcome.ok || outcome.error.status === 409) setEntry({ ...entry, offer: null });
      return outcome.ok ? null : outcome.error.message;
    });

  const leave = () =>
    run("leave", async () => {
      const outcome = await act("visitor.withdraw", { params });
      if (outcome.ok) setDone("left");
      return outcome.ok ? null : outcome.error.message;
    });

  return { entry, booked, done, refused, busy, errors, take, decline, leave };
}

type OfferProps = {
  offer: NonNullable<VisitorEntry["offer"]>;
  waitlist: ReturnType<typeof useWaitlistEntry>;
};

function OfferForm({ offer, waitlist: { entry, busy, errors, take, decline } }: OfferProps) {
  return (
    <form noValidate onSubmit={take} className="grid gap-4">
      <h2>A time opened up</h2>
      <div className="rounded-lg bg-primary-soft px-4 py-3 text-primary-soft-foreground">
        <When startsAt={offer.startsAt} timezone={entry.timezone} storeTimezone={entry.storeTimezone} />
      </div>
      <Meeting person={offer.person} />
      <p>
        It’s reserved for you until <b className="font-semibold">{untilText(entry)}</b>. After that, we’ll
        offer it to the next person.
      </p>
      {entry.questions.map((question) => (
        <QuestionField key={question.id} question={question} error={errors[fieldName(question)]} />
      ))}
      <div className="flex flex-wrap gap-2 noscript:hidden">
        <Button type="submit" variant="primary" busy={busy === "take"} className="h-11!">
          Book this time
        </Button>
        <Button busy={busy === "decline"} onClick={decline} className="h-11!">
          No, thank you
        </Button>
      </div>
    </form>
  );
}

function untilText({ offer, timezone }: VisitorEntry): string {
  const until = Date.parse(offer?.heldUntil ?? "");
  return `${clockText(until, timezone)} ${zoneName(until, timezone)}`;
}

type NoticeProps = { title: string; isQuiet?: boolean; children: ReactNode };

function Notice({ title, isQuiet = false, children }: NoticeProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isQuiet) box.current?.focus();
  }, [isQuiet]);
  return (
    <div className="grid justify-items-start gap-3">
      <div
        ref={box}
        tabIndex={-1}
        role="status"
        className="w-full rounded-lg bg-muted px-4 py-3 outline-none"
      >
        <h2>{title}</h2>
      </div>
      {children}
    </div>
  );
}
