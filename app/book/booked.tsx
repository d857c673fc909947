import clsx from "clsx";
import { Check, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { buttonClass } from "#components/ui/button.tsx";
import { momentIn } from "#lib/calendar/slot-days.ts";
import type { VisitorBooking } from "#lib/contract/bookings.ts";
import { BookAgain, CalendarLink, Meeting, When } from "./appointment-lines.tsx";

type Props = { booking: VisitorBooking; title: string; asked?: string };

/** After a repeated request, `booking` may be cancelled. `asked`: the visitor's time zone, maybe unknown to the host. */
export function Booked({ booking, title, asked }: Props) {
  const { store, status, slug, startsAt, timezone, storeTimezone, cancelToken, moveToken, mailed, hasPhone } =
    booking;
  const { person, place, placeText } = booking;
  const isCancelled = status === "CANCELLED";
  const Icon = isCancelled ? X : Check;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="grid gap-4">
      <div className="flex items-center gap-3">
        <span
          className={clsx(
            "grid size-10 shrink-0 place-items-center rounded-full",
            isCancelled ? "bg-muted text-muted-foreground" : "bg-success-soft text-success",
          )}
        >
          <Icon size={20} aria-hidden="true" />
        </span>
        <h2 ref={heading} tabIndex={-1} className="outline-none">
          {isCancelled ? "This appointment was cancelled" : title}
        </h2>
      </div>
      <div className={isCancelled ? "text-muted-foreground" : undefined}>
        <When startsAt={startsAt} timezone={timezone} storeTimezone={storeTimezone} />
        {asked &&
          startsAt &&
          timezone === storeTimezone &&
          momentIn(asked, startsAt) !== momentIn(timezone, startsAt) && (
            <p>{`We don’t know the time zone ${asked}, so this is the time at the store.`}</p>
          )}
      </div>
      {!isCancelled && <Meeting person={person} place={place} placeText={placeText} />}
      {!isCancelled &&
        (!mailed ? (
          <p className="text-muted-foreground">
            You won’t get an email about this. Keep this page, or add the appointment to your calendar. If
            anything changes, {store} {hasPhone ? "will call the number you gave" : "will contact you"}.
          </p>
        ) : (
          <p className="text-muted-foreground">
            You’ll get an email with these details and a calendar invitation.
          </p>
        ))}
      <p className="flex flex-wrap gap-2">
        <CalendarLink token={moveToken ?? cancelToken} />
        {moveToken && <ManageLink token={moveToken}>Move appointment</ManageLink>}
        {cancelToken && <ManageLink token={cancelToken}>Cancel appointment</ManageLink>}
        {isCancelled && <BookAgain slug={slug} />}
      </p>
    </section>
  );
}

/** Only the booking page may be in a frame, so links open in the whole window. */
function ManageLink({ token, children }: { token: string; children: string }) {
  return (
    <a href={`/book/manage/${token}`} target="_top" className={buttonClass()}>
      {children}
    </a>
  );
}
