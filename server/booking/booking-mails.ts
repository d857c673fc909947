import { and, eq, inArray } from "drizzle-orm";
import { directionsLink } from "#lib/contract/directions.ts";
import type { About } from "#lib/contract/mails.ts";
import { asName } from "#lib/contract/placeholders.ts";
import { dayOf } from "#lib/time/days.ts";
import { formatter, MINUTE } from "#lib/time/zone.ts";
import { type Invitation, writeEvent } from "#server/connections/calendar/write-event.ts";
import type { Write } from "#server/connections/mail/claim.ts";
import { renderMail } from "#server/connections/mail/content.ts";
import { type NewMail, queueMail, skipQueued } from "#server/connections/mail/queue.ts";
import { senderAddress } from "#server/connections/mail/transport.ts";
import { queuePush } from "#server/connections/push/push.ts";
import type { Db } from "#server/platform/db/client.ts";
import { findRecord } from "#server/platform/db/record.ts";
import { bookings } from "#server/platform/db/schema-calendar.ts";
import { mails } from "#server/platform/db/schema-mail.ts";
import type { Host } from "#server/platform/handler.ts";
import { bookingToken, type Purpose } from "#server/platform/secrets/tokens.ts";
import {
  type AppointmentType,
  type Booking,
  firstNameOf,
  lastChange,
  type Store,
  storeOf,
  typeOf,
} from "./store.ts";
import { visitorLines } from "./visitor-contact.ts";
import { answerLines, clockIn, factLines, greeting, momentIn, placeText, whenLines } from "./words.ts";

type BookingMail = Pick<NewMail, "to" | "subject" | "text" | "values" | "calendar">;

type Notice = Omit<Extract<About, { what: "notice" }>, "what">;

export async function mailNotice(
  db: Db,
  host: Pick<Host, "webUrl" | "clock">,
  { store, booking }: { store: Store; booking: Booking },
  { key, ...notice }: Notice & { key?: string },
): Promise<void> {
  if (!store.address) return;
  await queueMail(db, {
    kind: "notice",
    ...noticeMail(host, store, booking, notice),
    about: { what: "notice", ...notice },
    bookingId: booking.id,
    dueAt: host.clock(),
    ...(key && { key }),
  });
}

function noticeMail(
  { webUrl }: Pick<Host, "webUrl">,
  store: Store,
  booking: Booking,
  notice: Notice,
): BookingMail {
  const { title, name, note, startsAt } = booking;
  const answers = answerLines(booking.answers);
  const who = visitorLines(booking);
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

export async function mailUnwritten(
  db: Db,
  host: Host,
  booking: Booking,
  { isFinal }: { isFinal: boolean },
): Promise<void> {
  const store = await storeOf(db);
  const isCancelled = booking.status === "CANCELLED";
  const [what, is, mend] = isCancelled
    ? ["Still in your calendar", "cancelled", "remove it from"]
    : ["Not in your calendar", "booked", "add it to"];
  const next = isFinal
    ? `does not let us change it. Please ${mend} your calendar yourself.`
    : "can't be reached. We keep trying. If the problem lasts, check the calendar in Settings.";
  const sentence = `This appointment is ${is}, but your calendar ${next}`;
  const key = `unwritten:${booking.id}:${booking.sequence}:${isFinal}`;
  await mailNotice(db, host, { store, booking }, { title: what, sentence, key });
}

const REMINDERS = [1440];

/** `isSilent`: without a message about it. `line`: staff's own words. */
type Happening = {
  store: Store;
  booking: Booking;
  by: "visitor" | "staff";
  before?: Booking;
  isSilent?: boolean;
  line?: string | null;
};

/** Requires the booking's transaction. */
export async function mailBooked(
  db: Db,
  host: Host,
  { store, booking, by, isSilent }: Happening,
): Promise<void> {
  if (!isSilent) await mailVisitor(db, host, store, booking, { what: "booked", by });
  if (by === "visitor") {
    await mailNotice(db, host, { store, booking }, { title: "New appointment" });
    await pushBooked(db, host, { store, booking });
  }
  await queueReminders(db, host, store, booking);
}

/** Lock screens are public, so it shows what and when, but not who. */
async function pushBooked(db: Db, host: Host, { store, booking }: Omit<Happening, "by">): Promise<void> {
  const { userId, id, title, startsAt } = booking;
  if (!userId) return;
  const text = `${title} · ${formatDay(startsAt, store.timezone)}, ${clockIn(store.timezone, startsAt)}`;
  const push = { title: "New appointment", text, href: "/dashboard/appointments", tag: id } as const;
  await queuePush(db, { userId }, push, host.clock());
}

/** "Tue, Nov 3" */
function formatDay(at: Date, timezone: string): string {
  return formatter({ weekday: "short", month: "short", day: "numeric" }, timezone).format(at);
}

export async function mailMoved(db: Db, host: Host, happening: Happening): Promise<void> {
  const { store, booking, by, isSilent } = happening;
  await skipEarlier(db, booking, "The appointment was moved");
  if (!isSilent) await mailVisitor(db, host, store, booking, aboutChange(host, "moved", happening));
  if (by === "visitor") await mailNotice(db, host, { store, booking }, { title: "Moved" });
  await queueReminders(db, host, store, booking);
}

export async function mailCancelled(db: Db, host: Host, happening: Happening): Promise<void> {
  const { store, booking, by, isSilent } = happening;
  await skipEarlier(db, booking, "The appointment was cancelled");
  if (!isSilent) await mailVisitor(db, host, store, booking, aboutChange(host, "cancelled", happening));
  if (by === "visitor") await mailNotice(db, host, { store, booking }, { title: "Cancelled" });
}

function aboutChange(
  { clock }: Host,
  what: "moved" | "cancelled",
  { booking, before = booking, by, line }: Happening,
): ToVisitor {
  // Until `undoUntil`, the email about the previous change is unsent.
  const isNotified = !before.undoUntil || before.undoUntil <= clock();
  const span = ({ startsAt, endsAt }: Booking) => `${startsAt.getTime()} ${endsAt.getTime()}`;
  const keepsTime = isNotified && span(before) === span(booking);
  const isReassigned = what === "moved" && keepsTime && before.userId !== booking.userId;
  return { what: isReassigned ? "reassigned" : what, by, ...(line && { line }) };
}

export function previewChange(
  host: Host,
  what: "moved" | "cancelled",
  happening: Omit<Happening, "by">,
  meeting: Meeting,
): { subject: string; text: string } {
  const about = aboutChange(host, what, { ...happening, by: "staff" });
  const mail = visitorMail(host, happening.store, happening.booking, about, meeting);
  const written = renderMail({ subject: mail.subject, content: mail.text }, mail.values ?? {});
  const text = written.text.replace(/\S+/g, (word) => (word.includes("/book/manage/") ? "(link)" : word));
  return { subject: written.subject, text };
}

const SUBJECTS = {
  ...{ booked: "Confirmed", moved: "Moved", reassigned: "Changed", cancelled: "Cancelled" },
  reminder: "Reminder",
};

type ToVisitor = Exclude<About, { what: "notice" }>;

const HEADINGS = {
  booked: "Your appointment is confirmed",
  moved: "Your appointment has a new time",
  reassigned: "Your appointment is with {{person}}",
  cancelled: "Your appointment is cancelled",
  reminder: "Your appointment is coming up",
};

function sentenceOf({ what, by }: ToVisitor): string {
  if (what === "reassigned") return "{{person}} will see you at {{store}}. The time stays the same.";
  if (what === "moved" && by === "staff")
    return "{{store}} moved your appointment. Please check the new time.";
  if (what === "cancelled")
    return by === "staff"
      ? "{{store}} had to cancel your appointment. We’re sorry."
      : "you cancelled this appointment.";
  return "we look forward to seeing you.";
}

export const writeBookingMail: Write = async (db, host, { bookingId, toAddress, about }) => {
  const booking = await findRecord(db, bookings, bookingId ?? "");
  if (!booking) return null;
  const [store, meeting] = await Promise.all([storeOf(db), meetingOf(db, booking)]);
  const { to, subject, text, values, calendar } =
    about.what === "notice"
      ? noticeMail(host, store, booking, about)
      : visitorMail(host, store, booking, about, meeting);
  const written = renderMail({ subject, content: text }, values ?? {});
  return { ...written, to: { ...to, address: toAddress }, ...(calendar && { calendar }) };
};

type Meeting = { type: AppointmentType | null; person: string | null };

async function meetingOf(db: Db, booking: Booking): Promise<Meeting> {
  const { appointmentTypeId } = booking;
  const [type, person] = await Promise.all([typeOf(db, appointmentTypeId), firstNameOf(db, booking)]);
  return { type, person };
}

// Staff may enter a link as the place.
const LINK = /^https?:\/\/[^\s{}<>"]{1,200}$/;

function visitorMail(
  host: Host,
  store: Store,
  booking: Booking,
  about: ToVisitor,
  { type, person }: Meeting,
): BookingMail {
  const { name, email, title, startsAt, endsAt, timezone } = booking;
  const isOff = about.what === "cancelled";
  // A reminder's reader already has the event.
  const canInvite = about.what !== "reminder" && senderAddress(host, store) !== null;
  const method = isOff ? "CANCEL" : "REQUEST";
  const calendar = canInvite && invitationOf(host, { store, booking, type, method });
  const place = isOff ? "" : placeOf(store, type);
  const isLink = LINK.test(type?.placeText ?? "");
  const isStore = place !== "" && place === store.street;
  const where = isLink ? place : place && "{{place}}";
  // Free text of visitors isn't repeated, because their address isn't verified.
  const chosen = answerLines(booking.answers.filter(({ kind }) => kind === "CHOICE"));
  const facts = {
    What: "{{title}}",
    When: whenLines([startsAt, endsAt], timezone, store.timezone),
    With: person ? "{{person}}" : "",
    Where: isStore ? `${where}\nGet directions: ${directionsLink(place)}` : where,
  };
  return {
    to: { address: email, name: asName(name) },
    subject: `${SUBJECTS[about.what]}: {{title}} on ${formatDay(startsAt, timezone)}`,
    text: [
      HEADINGS[about.what],
      `${greeting(name)} ${sentenceOf(about)}`,
      about.line && "{{line}}",
      factLines(facts),
      !isOff && chosen && "{{chosen}}",
      !isOff && choices(host, booking, type, about.what === "reminder"),
    ]
      .filter(Boolean)
      .join("\n\n"),
    values: { title, store: store.name, person, place, chosen, ...(about.line && { line: about.line }) },
    ...(calendar && { calendar }),
  };
}

function placeOf({ street }: Store, type: AppointmentType | null): string {
  return type ? placeText(type) || street : "";
}

function choices(host: Host, booking: Booking, type: AppointmentType | null, isReminder: boolean): string {
  const until = lastChange(booking, type);
  const { startsAt, timezone } = booking;
  const isLate = until < host.clock();
  const last = until < startsAt ? momentIn(timezone, until) : "it begins";
  return [
    isReminder
      ? linkLines(host, booking, ["confirm"])
      : `Add to calendar: ${linkTo(host, booking, "move")}/appointment.ics`,
    isLate ? "" : linkLines(host, booking),
    isLate ? "To change it, please contact us." : `You can reschedule or cancel until ${last}.`,
  ]
    .filter(Boolean)
    .join("\n\n");
}

async function mailVisitor(
  db: Db,
  host: Host,
  store: Store,
  booking: Booking,
  about: ToVisitor,
): Promise<void> {
  const { id, contactId, email, undoUntil } = booking;
  if (!email) return;
  await queueMail(db, {
    kind: "booking",
    ...visitorMail(host, store, booking, about, await meetingOf(db, booking)),
    about,
    contactId,
    bookingId: id,
    dueAt: undoUntil ?? host.clock(),
  });
}

type Invited<M> = {
  store: Store;
  booking: Booking;
  type: AppointmentType | null;
  method: M;
  purposes?: readonly Purpose[];
};

/** The same event for email and file. `purposes`: what its links allow. */
export function invitationOf<M extends Invitation["method"]>(
  host: Host,
  { store, booking, type, method, purposes }: Invited<M>,
): { method: M; ics: string } {
  const { id, sequence, title, name, email, startsAt, endsAt } = booking;
  const description = method === "CANCEL" ? "" : linkLines(host, booking, purposes);
  const location = placeOf(store, type);
  const what = `${title} at ${store.name}`;
  const event = { uid: id, sequence, title: what, description, location, startsAt, endsAt };
  // Mail programs only accept invitations from their sender.
  const address = senderAddress(host, store);
  const organizer = address ? { address, name: store.name } : null;
  const attendee = { address: email, name: asName(name) };
  return { method, ics: writeEvent(event, host.clock(), { method, organizer, attendee }) };
}

function linkTo({ secret, webUrl }: Host, booking: Booking, purpose: Purpose): string {
  return `${webUrl}/book/manage/${bookingToken(secret, purpose, booking)}`;
}

const VERBS = { confirm: "I’m coming", move: "Reschedule", cancel: "Cancel" };

function linkLines(host: Host, booking: Booking, purposes: readonly Purpose[] = ["move", "cancel"]): string {
  return purposes.map((purpose) => `${VERBS[purpose]}: ${linkTo(host, booking, purpose)}`).join("\n\n");
}

async function queueReminders(db: Db, host: Host, store: Store, booking: Booking): Promise<void> {
  const { id, startsAt, sequence, contactId, undoUntil } = booking;
  if (!booking.email) return;
  const meeting = await meetingOf(db, booking);
  const about = { what: "reminder", by: "staff" } as const;
  for (const minutes of new Set(meeting.type?.reminders ?? REMINDERS)) {
    const at = new Date(startsAt.getTime() - minutes * MINUTE);
    if (at <= host.clock()) continue;
    // An undo must be able to withdraw it.
    const dueAt = undoUntil && undoUntil > at ? undoUntil : at;
    await queueMail(db, {
      kind: "reminder",
      ...visitorMail(host, store, booking, about, meeting),
      about,
      day: dayOf(dueAt, store.timezone),
      contactId,
      bookingId: id,
      dueAt,
      key: `${id}:${sequence}:${minutes}`,
    });
  }
}

/** Call it after an appointment's instant changed, if its local time stayed. */
export async function moveReminders(
  db: Db,
  host: Host,
  { store, booking }: Pick<Happening, "store" | "booking">,
) {
  await skipEarlier(db, booking, "The time zone’s clocks changed", ["reminder"]);
  await queueReminders(db, host, store, booking);
}

/** Unsent older emails would contradict the new one. An email being sent is checked again before a retry. */
async function skipEarlier(
  db: Db,
  { id }: Booking,
  reason: string,
  kinds: ("booking" | "reminder")[] = ["booking", "reminder"],
): Promise<void> {
  await skipQueued(db, and(eq(mails.bookingId, id), inArray(mails.kind, kinds)), reason);
}
