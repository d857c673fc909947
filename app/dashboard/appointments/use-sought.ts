"use client";
import { useSearchParams } from "next/navigation";
import { useEffect, useState } from "react";
import type { Appointment } from "#lib/calendar/appointments.ts";
import { replaceUrl } from "#lib/layers.ts";

/** `start`: where it is going to be (ms), if it is there only once the calendar has been read again. */
type Sought = { booking: string; start?: number };

/**
 * Brings a booking's appointment into sight, with the focus, as soon as it is there: the one that the URL names
 * (`?booking=`), and later whichever is asked for.
 */
export function useSought(appointments: readonly Appointment[]): (sought: Sought) => void {
  const named = useSearchParams().get("booking");
  const [asked, setAsked] = useState<Sought | null>(null);
  useEffect(() => {
    const sought = asked ?? (named ? { booking: named } : null);
    if (!sought || !appointments.some((appointment) => isIt(appointment, sought))) return;
    document.querySelector<HTMLElement>(`[data-booking="${CSS.escape(sought.booking)}"]`)?.focus();
    setAsked(null);
    if (!named) return;
    const query = new URLSearchParams(window.location.search);
    query.delete("booking");
    replaceUrl(`${window.location.pathname}${query.size > 0 ? `?${query}` : ""}`);
  }, [asked, named, appointments]);
  return setAsked;
}

function isIt({ event, start }: Appointment, sought: Sought): boolean {
  return event.booking?.id === sought.booking && (sought.start === undefined || sought.start === start);
}
