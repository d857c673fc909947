import { momentIn } from "#lib/calendar/slot-days.ts";
import type { VisitorBooking } from "#lib/contract/bookings.ts";

/** When it is, for its visitor and at the store. */
export function When({ booking }: { booking: VisitorBooking }) {
  const { startsAt, timezone, storeTimezone } = booking;
  return (
    <div>
      <p className="font-semibold text-lg">{momentIn(timezone, startsAt ?? "")}</p>
      {timezone !== storeTimezone && (
        <p className="text-muted-foreground">{momentIn(storeTimezone, startsAt ?? "")} at the store</p>
      )}
    </div>
  );
}

export function Booked({
  booking,
  title = "Your appointment is booked",
}: {
  booking: VisitorBooking;
  title?: string;
}) {
  const { cancelToken, moveToken } = booking;
  return (
    <section role="status" className="grid gap-3">
      <h2>{title}</h2>
      <When booking={booking} />
      <p>A confirmation is on its way to your mailbox, with an invitation for your calendar.</p>
      <p className="flex flex-wrap gap-4">
        {moveToken && (
          <a className="link" href={`/book/manage/${moveToken}`}>
            Move it
          </a>
        )}
        {cancelToken && (
          <a className="link" href={`/book/manage/${cancelToken}`}>
            Cancel it
          </a>
        )}
      </p>
    </section>
  );
}
