import type { About } from "#lib/contract/mails.ts";
import { asName } from "#lib/contract/placeholders.ts";
import { dayOf } from "#lib/time/days.ts";
import { type NewMail, queueMail } from "#server/connections/mail/queue.ts";
import type { Db } from "#server/platform/db/client.ts";
import type { Host } from "#server/platform/handler.ts";
import type { Booking } from "./store.ts";
import { type Store, storeOf } from "./store.ts";
import { answerLines, momentIn } from "./words.ts";

export type BookingMail = Pick<NewMail, "to" | "subject" | "text" | "values" | "calendar">;

type Notice = Omit<Extract<About, { what: "notice" }>, "what">;

export async function mailNotice(
  db: Db,
  host: Pick<Host, "webUrl" | "clock">,
  { store, booking }: { store: Store; booking: Booking },
  { key, ...notice }: Notice & { key?: string },
): Promise<void> {
  if (!store.address) return;
  await queueMail(db, {
    organizationId: booking.organizationId,
    kind: "notice",
    ...noticeMail(host, store, booking, notice),
    about: { what: "notice", ...notice },
    bookingId: booking.id,
    dueAt: host.clock(),
    ...(key && { key }),
  });
}

export function noticeMail(
  { webUrl }: Pick<Host, "webUrl">,
  store: Store,
  booking: Booking,
  notice: Notice,
): BookingMail {
  const { title, name, email, phoneNumber, note, startsAt } = booking;
  const answers = answerLines(booking.answers);
  const who = [name, email, phoneNumber].filter(Boolean).join("\n");
  const link = `${webUrl}/dashboard/appointments?week=${dayOf(startsAt, store.timezone)}`;
  const when = momentIn(store.timezone, startsAt);
  return {
    to: { address: store.address ?? "", name: store.name },
    subject: `${notice.title}: {{title}}${asName(name) ? " · {{name}}" : ""}`,
    text: [
      `{{title}}\n${when}`,
      "{{who}}",
      note && "{{note}}",
      answers && "{{answers}}",
      notice.sentence,
      link,
    ]
      .filter(Boolean)
      .join("\n\n"),
    values: { title, name, who, note, answers },
  };
}

/** Sent once per state of a booking. */
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
    : "can't be reached. We keep trying. If the problem lasts, check the calendar in Settings.";
  const sentence = `This appointment is ${is}, but your calendar ${next}`;
  const key = `unwritten:${booking.id}:${booking.sequence}:${isFinal}`;
  await mailNotice(db, host, { store, booking }, { title: what, sentence, key });
}
