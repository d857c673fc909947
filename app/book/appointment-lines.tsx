import { CalendarPlus } from "lucide-react";
import { buttonClass } from "#components/ui/button.tsx";
import { momentIn } from "#lib/calendar/slot-days.ts";

type Props = { startsAt: string | null; timezone: string; storeTimezone: string };

/** When it is, for its visitor and at the store. */
export function When({ startsAt, timezone, storeTimezone }: Props) {
  if (!startsAt) return null;
  const [theirs, ours] = [momentIn(timezone, startsAt), momentIn(storeTimezone, startsAt)];
  return (
    <>
      <p className="font-semibold text-lg">{theirs}</p>
      {ours !== theirs && <p>{ours} at the store</p>}
    </>
  );
}

/** Opens in the device's own calendar; where the invitation has been accepted before, it is the same event. */
export function CalendarLink({ token }: { token: string | null | undefined }) {
  if (!token) return null;
  return (
    <a href={`/book/manage/${token}/appointment.ics`} target="_top" className={buttonClass()}>
      <CalendarPlus size={16} strokeWidth={1.75} aria-hidden="true" />
      Add to calendar
    </a>
  );
}

/** To the page where it was booked, if its kind is still offered. */
export function BookAgain({ slug }: { slug: string | null | undefined }) {
  if (!slug) return null;
  return (
    <a href={`/book/${slug}`} className={buttonClass()}>
      Book another time
    </a>
  );
}
