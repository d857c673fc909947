"use client";
import { useEffect, useState } from "react";
import { useRead } from "#lib/api/use-read.ts";

type Wanted = {
  startsAt: string;
  minutes: number;
  typeId?: string | undefined;
  personId: string | null;
  /** The appointment that goes there; none is one that is being made. */
  bookingId?: string | undefined;
};

// Whoever is still choosing is not asked about each choice (ms).
const SETTLED = 250;

/**
 * What speaks against an appointment while its time is being chosen, in the host's words; undefined while nobody knows.
 * Booking or moving it decides.
 */
export function useCheck(wanted: Wanted | null) {
  const { startsAt = "", minutes = 0, typeId, personId, bookingId } = wanted ?? {};
  const query = {
    ...{ startsAt, minutes },
    ...(typeId && { typeId }),
    ...(personId && { personId }),
    ...(bookingId && { bookingId }),
  };
  const key = wanted ? JSON.stringify(query) : null;
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(key), SETTLED);
    return () => clearTimeout(timer);
  }, [key]);
  const isSettled = key !== null && settled === key;
  const { data } = useRead("bookings.check", isSettled ? { query } : null, { revalidateOnFocus: false });
  return isSettled ? data : undefined;
}
