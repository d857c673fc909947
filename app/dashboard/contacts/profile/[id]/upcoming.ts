import type { Booking } from "#lib/contract/bookings.ts";

type Timed = Pick<Booking, "startsAt" | "endsAt" | "status">;

/** Whether the visitor is still expected, or there, at `now` (ms). */
export function isUpcoming({ endsAt, status }: Timed, now: number): boolean {
  return status === "CONFIRMED" && timeOf(endsAt) > now;
}

/** What is to come, soonest first; then what was, or was cancelled, latest first. */
export function upcomingFirst<B extends Timed>(bookings: B[], now: number): B[] {
  const [coming, gone] = [true, false].map((wanted) =>
    bookings
      .filter((booking) => isUpcoming(booking, now) === wanted)
      .sort((a, b) => (timeOf(a.startsAt) - timeOf(b.startsAt)) * (wanted ? 1 : -1)),
  );
  return [...(coming ?? []), ...(gone ?? [])];
}

function timeOf(moment: string | null): number {
  return Date.parse(moment ?? "") || 0;
}
