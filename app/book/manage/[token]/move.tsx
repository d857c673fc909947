"use client";
import { type ReactNode, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { call } from "#lib/api/call.ts";
import { momentIn } from "#lib/calendar/slot-days.ts";
import type { VisitorBooking, VisitorSlots } from "#lib/contract/bookings.ts";
import { Booked } from "../../booked.tsx";
import { Refused } from "../../refused.tsx";
import { TimesList } from "../../times-list.tsx";
import { useTimes } from "../../use-times.ts";

type Props = {
  token: string;
  slug: string;
  first: VisitorSlots;
  /** When it is until then. */
  startsAt: string | null;
  children: ReactNode;
};

/** Another time for the same appointment; nothing happens before the button. `children`: the appointment as it is. */
export function Move({ token, slug, first, startsAt, children }: Props) {
  const times = useTimes({ slug, first, token });
  const [moved, setMoved] = useState<VisitorBooking | null>(null);
  const { chosen, timezone, attempt, isBusy, refused } = times;
  if (moved) return <Booked booking={moved} title="Your appointment is moved" />;

  async function move(to: string) {
    if (isBusy) return;
    setMoved(await attempt(() => call("visitor.move", { params: { token }, body: { startsAt: to } })));
  }

  return (
    <section className="grid gap-4" aria-labelledby="times">
      {refused && <Refused why={refused} />}
      {children}
      <h2 id="times">Choose another time</h2>
      <TimesList times={times} path={`/book/manage/${token}`} />
      {chosen && (
        <div className="sticky bottom-0 -mx-6 -mb-5 flex flex-wrap items-center justify-between gap-3 border-t bg-card px-6 py-4 phone:-mx-4 phone:flex-col phone:items-stretch phone:px-4 phone:pb-[max(1rem,env(safe-area-inset-bottom))]">
          <p role="status" className="font-medium">
            {momentIn(timezone, chosen)}
          </p>
          {chosen === startsAt ? (
            <p className="text-muted-foreground">This is when it is now.</p>
          ) : (
            <Button variant="primary" busy={isBusy} onClick={() => move(chosen)}>
              Move appointment
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
