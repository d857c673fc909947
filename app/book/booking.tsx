"use client";
import { useEffect, useRef, useState } from "react";
import type { VisitorBooking, VisitorSlots } from "#lib/contract/bookings.ts";
import { Booked } from "./booked.tsx";
import type { CaptchaKey } from "./captcha.tsx";
import { Refused } from "./refused.tsx";
import { TimesList } from "./times-list.tsx";
import { useTimes } from "./use-times.ts";
import { VisitorForm } from "./visitor-form.tsx";

type Props = { slug: string; first: VisitorSlots; captcha: CaptchaKey | null };

/** Choosing a time and saying who comes. What was typed stays, whatever happens. */
export function Booking({ slug, first, captcha }: Props) {
  const times = useTimes({ slug, first });
  const [booked, setBooked] = useState<VisitorBooking | null>(null);
  const { chosen, refused } = times;
  const heading = useRef<HTMLHeadingElement>(null);
  const wasChosen = useRef(false);
  useEffect(() => {
    // Back at the times, where the focus was.
    if (!chosen && wasChosen.current) heading.current?.focus();
    wasChosen.current = chosen !== null;
  }, [chosen]);
  if (booked) return <Booked booking={booked} title="Your appointment is booked" />;
  return (
    <div className="grid gap-5">
      {refused && <Refused why={refused} />}
      {/* The details take the place of the times, so that nobody has to look for them. */}
      <section hidden={chosen !== null} className="grid gap-4" aria-labelledby="times">
        <h2 id="times" ref={heading} tabIndex={-1} className="scroll-mt-4 outline-none">
          Choose a time
        </h2>
        <TimesList times={times} path={`/book/${slug}`} />
      </section>
      {/* Once typed into, it stays, also while a lost time makes room for another one. */}
      <div hidden={!chosen}>
        <VisitorForm slug={slug} times={times} captcha={captcha} onBooked={setBooked} />
      </div>
    </div>
  );
}
