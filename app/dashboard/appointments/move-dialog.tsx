"use client";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Refused } from "#components/refused.tsx";
import { Button } from "#components/ui/button.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { type Refusal, refusal } from "#lib/api/refusal.ts";
import { useAct } from "#lib/api/use-act.ts";
import { useReload } from "#lib/api/use-reload.ts";
import { addDays } from "#lib/calendar/days.ts";
import { momentIn } from "#lib/calendar/slot-days.ts";
import { rangeText } from "#lib/calendar/words.ts";
import type { Booking } from "#lib/contract/bookings.ts";
import { FreeTimes } from "./free-times.tsx";
import { DAYS, useFreeTimes } from "./use-free-times.ts";

type Props = {
  booking: Booking;
  /** The calendar's, so that a time stands there as it was chosen here. */
  timezone: string;
  onMoved: (startsAt: string) => void;
  onClose: () => void;
};

/** Another time for an appointment; nothing happens before its button. */
export function MoveDialog({ booking, timezone, onMoved, onClose }: Props) {
  const { id, title, name, startsAt, version } = booking;
  const times = useFreeTimes(booking, timezone);
  const { from, today, go, reload } = times;
  const [chosen, setChosen] = useState<string | null>(null);
  const [refused, setRefused] = useState<Refusal | null>(null);
  const { act, pending } = useAct("bookings.move");
  const reloadBooking = useReload("bookings.move");

  async function move(event: FormEvent) {
    event.preventDefault();
    if (pending) return;
    if (!chosen) return setRefused({ text: "Choose a time", stale: false });
    setRefused(null);
    const outcome = await act({ params: { id }, body: { startsAt: chosen, version } });
    if (outcome.ok) return onMoved(chosen);
    setRefused(refusal("bookings.move", outcome));
    if (outcome.error.status === 409) {
      // Somebody else was quicker: what is free now is shown, and none of it is chosen.
      setChosen(null);
      reload();
    }
  }

  return (
    <Modal
      title="Move appointment"
      description={`${title} · ${name}, now ${momentIn(timezone, startsAt ?? "")}`}
      onClose={onClose}
      className="max-w-2xl!"
    >
      <form onSubmit={move} className="flex min-h-0 flex-1 flex-col">
        <div className="flex items-center gap-3 border-b px-5 pb-3">
          <p role="status" className="min-w-0 flex-1 text-muted-foreground text-sm tabular-nums">
            {rangeText(from, addDays(from, DAYS - 1))} · {timezone}
          </p>
          <span className="flex">
            <Button
              onClick={() => go(-1)}
              aria-disabled={from <= today}
              aria-label="Earlier days"
              title="Earlier days"
              className="rounded-r-none px-2! phone:w-11"
            >
              <ChevronLeft size={18} strokeWidth={1.75} aria-hidden="true" />
            </Button>
            <Button
              onClick={() => times.goesOn && go(1)}
              aria-disabled={!times.goesOn}
              aria-label="Later days"
              title="Later days"
              className="-ml-px rounded-l-none px-2! phone:w-11"
            >
              <ChevronRight size={18} strokeWidth={1.75} aria-hidden="true" />
            </Button>
          </span>
        </div>
        <FreeTimes
          {...times}
          chosen={chosen}
          onChoose={(startsAt) => {
            setChosen(startsAt);
            setRefused(null);
          }}
        />
        <footer className="grid gap-3 border-t px-5 py-3 phone:pb-[calc(12px+env(safe-area-inset-bottom))]">
          {refused && (
            <Refused
              refusal={refused}
              onReload={() => {
                reloadBooking();
                onClose();
              }}
            />
          )}
          <div className="flex flex-wrap items-center gap-2">
            <p role="status" className="min-w-50 flex-1 phone:basis-full">
              {chosen && <Chosen booking={booking} timezone={timezone} startsAt={chosen} />}
            </p>
            <Button onClick={onClose} className="phone:flex-1">
              Cancel
            </Button>
            <Button type="submit" variant="primary" busy={pending} className="phone:flex-1">
              {pending ? "Moving…" : "Move appointment"}
            </Button>
          </div>
        </footer>
      </form>
    </Modal>
  );
}

/** The time in the calendar's words, and where the visitor's clock shows another one, in theirs. */
function Chosen({ booking, timezone, startsAt }: { booking: Booking; timezone: string; startsAt: string }) {
  const [ours, theirs] = [timezone, booking.timezone].map((zone) => momentIn(zone, startsAt));
  return (
    <>
      <span className="block font-medium">{ours}</span>
      {theirs !== ours && (
        <span className="block text-muted-foreground text-sm">{theirs} for the visitor</span>
      )}
    </>
  );
}
