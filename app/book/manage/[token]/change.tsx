"use client";
import clsx from "clsx";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { act, answerOf } from "#lib/api/act.ts";
import { momentIn } from "#lib/calendar/slot-days.ts";
import type { VisitorBooking, VisitorSlots } from "#lib/contract/bookings.ts";
import { BookAgain } from "../../appointment-lines.tsx";
import { Booked } from "../../booked.tsx";
import { Refused, TimesList, TimezoneField } from "../../times.tsx";
import { useTimes } from "../../use-times.ts";

function useDeed(deed: "visitor.cancel" | "visitor.confirm", token: string, isDone = false) {
  const [state, setState] = useState<"asking" | "busy" | "done">(isDone ? "done" : "asking");
  const [refused, setRefused] = useState<string | null>(null);

  async function run() {
    if (state === "busy") return;
    setState("busy");
    setRefused(null);
    const outcome = await act(deed, { params: { token } });
    if (!outcome.ok) setRefused(outcome.error.message);
    setState(outcome.ok ? "done" : "asking");
  }
  return { state, refused, run };
}

function RefusedDeed({ why }: { why: string | null }) {
  return (
    why && (
      <div className="w-full">
        <Alert>{why}</Alert>
      </div>
    )
  );
}

type Props = { token: string; slug: string | null | undefined; after?: ReactNode; children: ReactNode };

/** A button, because links can be opened by mistake. `after`: shown after cancelling. */
export function Cancel({ token, slug, after, children }: Props) {
  const { state, refused, run } = useDeed("visitor.cancel", token);
  const status = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (state === "done") status.current?.focus();
  }, [state]);

  return (
    <div className="grid justify-items-start gap-4">
      <RefusedDeed why={refused} />
      <p
        ref={status}
        role="status"
        tabIndex={-1}
        className={clsx(
          "outline-none",
          state === "done" && "w-full rounded-lg bg-muted px-4 py-3 font-medium",
        )}
      >
        {state === "done"
          ? "Your appointment is cancelled. We’ve let the store know."
          : "Do you want to cancel this appointment?"}
      </p>
      {state === "done" ? (
        <>
          {after}
          <BookAgain slug={slug} />
        </>
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button variant="danger" className="noscript:hidden" busy={state === "busy"} onClick={run}>
            Cancel appointment
          </Button>
          {children}
        </div>
      )}
    </div>
  );
}

type ConfirmProps = { token: string; isConfirmed: boolean; children: ReactNode };

export function Confirm({ token, isConfirmed, children }: ConfirmProps) {
  const { state, refused, run } = useDeed("visitor.confirm", token, isConfirmed);
  return (
    <div className="grid justify-items-start gap-4">
      <RefusedDeed why={refused} />
      <p
        role="status"
        className={clsx(
          state === "done" && "w-full rounded-lg bg-success-soft px-4 py-3 font-medium text-success",
        )}
      >
        {state === "done" ? "Thank you. We’ve let the store know that you’re coming." : "Are you coming?"}
      </p>
      <div className="flex flex-wrap gap-2">
        {state !== "done" && (
          <Button variant="primary" className="noscript:hidden" busy={state === "busy"} onClick={run}>
            I’m coming
          </Button>
        )}
        {children}
      </div>
    </div>
  );
}

type MoveProps = {
  token: string;
  slug: string;
  first: VisitorSlots;
  asked: { day?: string | undefined };
  startsAt: string | null;
  children: ReactNode;
};

export function Move({ token, slug, first, asked, startsAt, children }: MoveProps) {
  const times = useTimes({ slug, first, token, asked });
  const [moved, setMoved] = useState<VisitorBooking | null>(null);
  const { time, timezone, attempt, isBusy, refused } = times;
  if (moved) return <Booked booking={moved} title="Your appointment is moved" />;

  async function move(to: string) {
    if (isBusy) return;
    setMoved(
      await attempt(async () =>
        answerOf(await act("visitor.move", { params: { token }, body: { startsAt: to } })),
      ),
    );
  }

  return (
    <section className="grid gap-4" aria-labelledby="times">
      {refused && <Refused why={refused} />}
      {children}
      <h2 id="times">Choose another time</h2>
      <TimezoneField {...times} />
      <TimesList times={times} path={`/book/manage/${token}`} />
      {time && (
        <div className="sticky bottom-0 -mx-6 -mb-5 flex flex-wrap items-center justify-between gap-3 border-t bg-card px-6 py-4 phone:-mx-4 phone:flex-col phone:items-stretch phone:px-4 phone:pb-[max(1rem,env(safe-area-inset-bottom))]">
          <p role="status" className="font-medium">
            {momentIn(timezone, time)}
          </p>
          {time === startsAt ? (
            <p className="text-muted-foreground">This is the current time.</p>
          ) : (
            <Button variant="primary" busy={isBusy} onClick={() => move(time)}>
              Move appointment
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
