import type { VisitorBooking } from "#lib/contract/bookings.ts";
import { BookAgain } from "../../book-again.tsx";

/** Why nothing can be done here. */
export function Standing({ booking }: { booking: VisitorBooking }) {
  const { what, more } = standing(booking);
  const isCancelled = booking.status === "CANCELLED";
  return (
    <div className="grid justify-items-start gap-4">
      <div className="w-full rounded-lg bg-muted px-4 py-3">
        <h2>{what}</h2>
        {more && <p className="mt-0.5 text-muted-foreground">{more}</p>}
      </div>
      {(isCancelled || booking.isOver) && <BookAgain slug={booking.slug} />}
    </div>
  );
}

function standing({ status, isOver, moveToken, mailed }: VisitorBooking): { what: string; more?: string } {
  if (status === "CANCELLED") return { what: "This appointment was cancelled" };
  if (isOver) return { what: "This appointment is over" };
  if (moveToken) {
    return {
      what: "This appointment cannot be moved online",
      more: "The store does not offer this kind of appointment any more. Please ask the store.",
    };
  }
  return {
    what: "This appointment was changed since this link was sent",
    more: `Above you see when it is now. Please ${mailed === false ? "ask the store" : "use the links in your latest mail"}.`,
  };
}
