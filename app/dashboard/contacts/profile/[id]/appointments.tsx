"use client";
import { useMemo } from "react";
import { BookingState } from "#components/booking-state.tsx";
import { NearLink } from "#components/shell/near-link.tsx";
import { useMe } from "#components/shell/use-me.ts";
import { Badge } from "#components/ui/badge.tsx";
import { failureText } from "#lib/api/messages.ts";
import type { Booking } from "#lib/contract/bookings.ts";
import { formatMoment } from "#lib/dates.ts";
import { dayOf } from "#lib/time/days.ts";
import { type ListRead, Zone } from "./zone.tsx";

type Props = { read: ListRead<Booking>; shown: boolean };

/** When the contact comes and came: what is next at the top. Stands only where there is anything to tell. */
export function Appointments({ read, shown }: Props) {
  const data = useMemo(() => read.data && upcomingFirst(read.data, Date.now()), [read.data]);
  return (
    <Zone
      id="appointments"
      title="Appointments"
      shown={shown}
      fits
      read={{ ...read, data }}
      failure={(error) => failureText({ failure: "Failed to fetch appointments", host: true }, error)}
      empty={{ text: "No appointments", hint: "What this contact books appears here." }}
      row={(booking) => <AppointmentItem key={booking.id} booking={booking} />}
    />
  );
}

const line = "flex min-h-14 items-center gap-3 px-4 py-2";

/** Leads to its place in the calendar, where it has one. */
function AppointmentItem({ booking }: { booking: Booking }) {
  const { data: me } = useMe();
  const { id, title, startsAt, status } = booking;
  const when = formatMoment(startsAt, me?.timezone);
  const day = startsAt && dayOf(Date.parse(startsAt), me?.timezone ?? "UTC");
  const content = (
    <>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium" title={title}>
          {title}
        </span>
        <span className="block truncate text-muted-foreground text-sm tabular-nums">{when}</span>
      </span>
      {isUpcoming(booking, Date.now()) ? (
        <Badge tone="info">Upcoming</Badge>
      ) : (
        <BookingState state={status} />
      )}
    </>
  );
  return (
    <li className="border-b last:border-0">
      {status === "CANCELLED" || !day ? (
        <div className={line}>{content}</div>
      ) : (
        <NearLink
          href={`/dashboard/appointments?week=${day}&booking=${id}`}
          className={`${line} transition-colors duration-100 hover:bg-accent focus-visible:-outline-offset-2`}
        >
          {content}
        </NearLink>
      )}
    </li>
  );
}

type Timed = Pick<Booking, "startsAt" | "endsAt" | "status">;

/** Whether the visitor is still expected, or there, at `now` (ms). */
function isUpcoming({ endsAt, status }: Timed, now: number): boolean {
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
