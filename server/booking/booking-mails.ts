import { and, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "../db/client.ts";
import type { bookings } from "../db/schema-calendar.ts";
import { mails } from "../db/schema-mail.ts";
import type { Host } from "../handler.ts";
import { queueMail } from "../mail/queue.ts";
import { sentFrom } from "../mail/way-out.ts";
import { invitation } from "./invitation.ts";
import { bookingToken, type Purpose } from "./link-token.ts";
import type { Store } from "./store.ts";
import { mailNotice } from "./store-notice.ts";
import { greeting, whenLines } from "./words.ts";

const REMINDED_MS = 24 * 3_600_000;

export type Booking = typeof bookings.$inferSelect;
type Happening = { store: Store; booking: Booking; by: "visitor" | "staff" };

/** To the visitor with an invitation, to the store, and the day before. All in the transaction that books. */
export async function mailBooked(db: Db, host: Host, { store, booking, by }: Happening): Promise<void> {
  await mailVisitor(db, host, store, booking, {
    method: "REQUEST",
    subject: `Confirmed: ${booking.title} at ${store.name}`,
    sentence: `your appointment at ${store.name} is confirmed.`,
  });
  if (by === "visitor") await mailNotice(db, host, { store, booking }, { what: "New appointment" });
  await queueReminder(db, host, store, booking);
}

export async function mailMoved(db: Db, host: Host, { store, booking, by }: Happening): Promise<void> {
  await skipEarlier(db, booking, "The appointment was moved");
  const who = by === "staff" ? `${store.name} moved your appointment` : "your appointment was moved";
  await mailVisitor(db, host, store, booking, {
    method: "REQUEST",
    subject: `Moved: ${booking.title} at ${store.name}`,
    sentence: `${who}. This is its new time:`,
  });
  if (by === "visitor") await mailNotice(db, host, { store, booking }, { what: "Moved" });
  await queueReminder(db, host, store, booking);
}

export async function mailCancelled(db: Db, host: Host, { store, booking, by }: Happening): Promise<void> {
  await skipEarlier(db, booking, "The appointment was cancelled");
  const who =
    by === "staff" ? `${store.name} had to cancel your appointment` : "your appointment is cancelled";
  await mailVisitor(db, host, store, booking, {
    method: "CANCEL",
    subject: `Cancelled: ${booking.title} at ${store.name}`,
    sentence: `${who}:`,
  });
  if (by === "visitor") await mailNotice(db, host, { store, booking }, { what: "Cancelled" });
}

type Words = { method: "REQUEST" | "CANCEL"; subject: string; sentence: string };

async function mailVisitor(db: Db, host: Host, store: Store, booking: Booking, words: Words): Promise<void> {
  const { method, subject, sentence } = words;
  const { organizationId, id, title, name, email, startsAt, contactId } = booking;
  const links = method === "CANCEL" ? "" : linkLines(host, booking);
  const body = `${title}\n${whenLines(startsAt, booking.timezone, store.timezone)}`;
  const canInvite = sentFrom(host, store) !== null;
  const calendar = canInvite ? invitationOf(host, { store, booking, method }) : undefined;
  await queueMail(db, {
    organizationId,
    kind: "booking",
    to: { address: email, name },
    subject,
    text: [greeting(name), sentence, body, links].filter(Boolean).join("\n\n"),
    contactId,
    bookingId: id,
    ...(calendar && { calendar }),
    dueAt: host.clock(),
  });
}

type Invited<M> = { store: Store; booking: Booking; method: M; purposes?: readonly Purpose[] };

/** One and the same event, whether it comes by mail or as a file. `purposes`: what its links let their reader do. */
export function invitationOf<M extends "REQUEST" | "CANCEL" | "PUBLISH">(
  host: Host,
  { store, booking, method, purposes }: Invited<M>,
): { method: M; ics: string } {
  const { id, sequence, title, name, email, startsAt, endsAt } = booking;
  return invitation({
    method,
    uid: id,
    sequence,
    title: `${title} at ${store.name}`,
    description: method === "CANCEL" ? "" : linkLines(host, booking, purposes),
    startsAt,
    endsAt,
    at: host.clock(),
    // Mail programs take an invitation only from whoever sends it.
    store: { address: sentFrom(host, store), name: store.name },
    visitor: { address: email, name },
  });
}

function linkLines(
  { secret, webUrl }: Host,
  booking: Booking,
  purposes: readonly Purpose[] = ["move", "cancel"],
) {
  const link = (purpose: Purpose) => `${webUrl}/book/manage/${bookingToken(secret, purpose, booking)}`;
  return purposes.map((purpose) => `To ${purpose} it: ${link(purpose)}`).join("\n\n");
}

/** Whoever books for tomorrow needs none. */
async function queueReminder(db: Db, host: Host, store: Store, booking: Booking): Promise<void> {
  const { organizationId, id, title, name, email, startsAt, timezone, sequence, contactId } = booking;
  const dueAt = new Date(startsAt.getTime() - REMINDED_MS);
  if (dueAt <= host.clock()) return;
  await queueMail(db, {
    organizationId,
    kind: "reminder",
    to: { address: email, name },
    subject: `Reminder: ${title} at ${store.name}`,
    text: [
      greeting(name),
      `this is a reminder of your appointment at ${store.name}.`,
      `${title}\n${whenLines(startsAt, timezone, store.timezone)}`,
      linkLines(host, booking),
    ].join("\n\n"),
    contactId,
    bookingId: id,
    dueAt,
    key: `${id}:${sequence}`,
  });
}

/** What did not leave yet would arrive after what is true now. A mail under way is looked at again when it is retried. */
async function skipEarlier(db: Db, { organizationId, id }: Booking, reason: string): Promise<void> {
  await db
    .update(mails)
    .set({ state: "skipped", reason, updatedAt: sql`now()` })
    .where(
      and(
        eq(mails.organizationId, organizationId),
        eq(mails.bookingId, id),
        inArray(mails.kind, ["booking", "reminder"]),
        eq(mails.state, "queued"),
      ),
    );
}
