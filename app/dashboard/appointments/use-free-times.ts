"use client";
import { useMemo, useState } from "react";
import { useRead } from "#lib/api/use-read.ts";
import { dateAt } from "#lib/calendar/clock.ts";
import { addDays } from "#lib/calendar/days.ts";
import { periodOf } from "#lib/calendar/period.ts";
import { slotDays } from "#lib/calendar/slot-days.ts";
import type { Booking } from "#lib/contract/bookings.ts";

export const DAYS = 14;
// The host counts in the store's days, which may begin up to two days before the calendar's, or after.
const EDGE = 2;

/**
 * Where a booking can be moved to, two weeks at a time, by the days of the calendar's timezone. It begins with the week
 * that the booking is in, or today.
 */
export function useFreeTimes({ id, startsAt }: Booking, timezone: string) {
  const [today] = useState(() => dateAt(Date.now(), timezone));
  const [from, setFrom] = useState(() => {
    const date = dateAt(Date.parse(startsAt ?? ""), timezone);
    const [sunday] = periodOf({ view: "week", date }, timezone, today).days;
    return later(today, sunday?.date ?? today);
  });
  const last = addDays(from, DAYS - 1);
  const query = { from: addDays(from, -EDGE), to: addDays(last, EDGE) };
  const { data, error, isValidating, mutate } = useRead("bookings.slots", { params: { id }, query });
  const days = useMemo(() => {
    const offered = data?.days.map((day) => ({
      ...day,
      slots: day.slots.filter((slot) => slot !== startsAt),
    }));
    return (
      offered &&
      slotDays(
        offered.filter(({ state }) => state !== "beyond"),
        timezone,
      ).filter(({ day }) => from <= day && day <= last)
    );
  }, [data, startsAt, timezone, from, last]);

  return {
    days,
    error,
    isValidating,
    from,
    today,
    goesOn: data?.days.find(({ day }) => day === addDays(last, 1))?.state !== "beyond",
    go: (by: 1 | -1) => setFrom(later(today, addDays(from, by * DAYS))),
    reload: () => void mutate(),
  };
}

function later(a: string, b: string): string {
  return a > b ? a : b;
}
