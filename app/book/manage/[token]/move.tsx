"use client";
import { useState } from "react";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { ApiError, call } from "#lib/api/call.ts";
import { momentIn } from "#lib/calendar/slot-days.ts";
import type { Slots, VisitorBooking } from "#lib/contract/bookings.ts";
import { UNEXPECTED } from "#lib/unexpected.ts";
import { Booked } from "../../booked.tsx";
import { SlotPicker, useVisitorTimezone } from "../../slot-picker.tsx";

type Props = { token: string; slug: string; first: Slots; period: { from: string; to: string } };

/** Another time for the same appointment; nothing happens before the button. */
export function Move({ token, slug, first, period }: Props) {
  const [slots, setSlots] = useState(first);
  const [timezone, setTimezone] = useVisitorTimezone(first.timezone);
  const [chosen, setChosen] = useState<string | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [moved, setMoved] = useState<VisitorBooking | null>(null);
  const [isBusy, setBusy] = useState(false);
  if (moved) return <Booked booking={moved} title="Your appointment is moved" />;

  async function move() {
    if (isBusy || !chosen) return;
    setBusy(true);
    setRefused(null);
    try {
      setMoved(await call("visitor.move", { params: { token }, body: { startsAt: chosen } }));
    } catch (error) {
      setRefused(error instanceof ApiError ? error.message : UNEXPECTED);
      if (error instanceof ApiError && error.status === 409) await readAgain();
    }
    setBusy(false);
  }

  async function readAgain() {
    setChosen(null);
    try {
      setSlots(await call("visitor.slots", { params: { slug }, query: { ...period, token } }));
    } catch {
      // The times on screen stay; moving to one of them says what is wrong.
    }
  }

  return (
    <section className="grid gap-4" aria-labelledby="times">
      {refused && <Alert>{refused}</Alert>}
      <h2 id="times">Choose another time</h2>
      <SlotPicker
        slots={slots}
        timezone={timezone}
        onTimezone={setTimezone}
        chosen={chosen}
        onChoose={setChosen}
      />
      {chosen && (
        <div className="sticky bottom-0 grid gap-3 border-t bg-background py-4">
          <p role="status" className="font-medium">
            {momentIn(timezone, chosen)}
          </p>
          <Button variant="primary" busy={isBusy} onClick={move}>
            Move appointment
          </Button>
        </div>
      )}
    </section>
  );
}
