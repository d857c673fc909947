import { asName } from "#lib/contract/placeholders.ts";
import type { Db } from "../db/client.ts";
import type { Host } from "../handler.ts";
import { queueMail } from "../mail/queue.ts";
import type { Booking } from "./booking-mails.ts";
import { dayOf } from "./open-hours.ts";
import { type Store, storeOf } from "./store.ts";
import { momentIn } from "./words.ts";

type Notice = { what: string; sentence?: string; key?: string };

/** To the store's own mailbox, which all of its staff read. */
export async function mailNotice(
  db: Db,
  { webUrl, clock }: Pick<Host, "webUrl" | "clock">,
  { store, booking }: { store: Store; booking: Booking },
  { what, sentence, key }: Notice,
): Promise<void> {
  const { organizationId, id, title, name, email, phoneNumber, note, startsAt } = booking;
  if (!store.address) return;
  const who = [name, email, phoneNumber].filter(Boolean).join("\n");
  const link = `${webUrl}/dashboard/appointments?week=${dayOf(store.timezone, startsAt.getTime())}`;
  await queueMail(db, {
    organizationId,
    kind: "notice",
    to: { address: store.address, name: store.name },
    subject: `${what}: {{title}}${asName(name) ? " · {{name}}" : ""}`,
    text: [`{{title}}\n${momentIn(store.timezone, startsAt)}`, "{{who}}", note && "{{note}}", sentence, link]
      .filter(Boolean)
      .join("\n\n"),
    values: { title, name, who, note },
    bookingId: id,
    dueAt: clock(),
    ...(key && { key }),
  });
}

/** The store's calendar does not show what is so; said once for each state of a booking. */
export async function mailUnwritten(
  db: Db,
  host: Host,
  booking: Booking,
  { isFinal }: { isFinal: boolean },
): Promise<void> {
  const store = await storeOf(db, booking.organizationId);
  const isCancelled = booking.status === "CANCELLED";
  const [what, is, mend] = isCancelled
    ? ["Still in your calendar", "cancelled", "remove it from"]
    : ["Not in your calendar", "booked", "enter it in"];
  const next = isFinal
    ? `does not let us change it. Please ${mend} your calendar yourself.`
    : "cannot be reached. We keep trying; if this goes on, please look at the calendar in Settings.";
  const sentence = `This appointment is ${is}, but your calendar ${next}`;
  const key = `unwritten:${booking.id}:${booking.sequence}:${isFinal}`;
  await mailNotice(db, host, { store, booking }, { what, sentence, key });
}
