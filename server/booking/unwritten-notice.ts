import type { Db } from "../db/client.ts";
import type { Host } from "../handler.ts";
import { queueMail } from "../mail/queue.ts";
import type { Booking } from "./booking-mails.ts";
import { storeOf } from "./store.ts";
import { eventTitle, momentIn } from "./words.ts";

/** To the store's mailbox, once for each state of a booking: its calendar does not show what is so. */
export async function mailUnwritten(
  db: Db,
  host: Host,
  booking: Booking,
  { isFinal }: { isFinal: boolean },
): Promise<void> {
  const { organizationId, id, sequence, title, startsAt, email, phoneNumber } = booking;
  const store = await storeOf(db, organizationId);
  if (!store.address) return;
  const isCancelled = booking.status === "CANCELLED";
  const what = isCancelled ? "is cancelled, but may still be" : "is booked, but not yet";
  const next = isFinal
    ? `It cannot be changed there: please ${isCancelled ? "remove it" : "enter it"} yourself.`
    : "It cannot be reached. We keep trying; please check it in Settings if that goes on.";
  await queueMail(db, {
    organizationId,
    kind: "notice",
    to: { address: store.address, name: store.name },
    subject: `${isCancelled ? "Still" : "Not"} in your calendar: ${eventTitle(booking)}`,
    text: [
      `${title}\n${momentIn(store.timezone, startsAt)}`,
      [booking.name, email, phoneNumber].filter(Boolean).join("\n"),
      `This appointment ${what} in your calendar. ${next}`,
    ].join("\n\n"),
    bookingId: id,
    dueAt: host.clock(),
    key: `unwritten:${id}:${sequence}:${isFinal}`,
  });
}
