import { useEffect, useState } from "react";
import { useRead } from "#lib/api/use-read.ts";

type Wanted = {
  startsAt: string;
  minutes: number;
  typeId?: string | undefined;
  personId: string | null;
  bookingId?: string | undefined;
};

const PAUSE_MS = 250;

/** Undefined while unknown. Booking or moving decides. */
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
    const timer = setTimeout(() => setSettled(key), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [key]);
  const isSettled = key !== null && settled === key;
  const { data } = useRead("bookings.check", isSettled ? { query } : null, { revalidateOnFocus: false });
  return isSettled ? data : undefined;
}
