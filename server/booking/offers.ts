import { and, eq, gt, inArray, lt, ne, type SQL } from "drizzle-orm";
import { asName } from "#lib/contract/placeholders.ts";
import type { OfferState } from "#lib/contract/waitlist.ts";
import { startOfDay } from "#lib/time/clock.ts";
import { formatter, MINUTE } from "#lib/time/zone.ts";
import { queueMail, skipQueued } from "#server/connections/mail/queue.ts";
import { type Db, storeIdOf } from "#server/platform/db/client.ts";
import { pick } from "#server/platform/db/columns.ts";
import { idOfContent } from "#server/platform/db/id.ts";
import { organizations } from "#server/platform/db/schema.ts";
import { offers, waitlistEntries } from "#server/platform/db/schema-calendar.ts";
import { mails } from "#server/platform/db/schema-mail.ts";
import type { Host } from "#server/platform/handler.ts";
import { recordToken } from "#server/platform/secrets/tokens.ts";
import type { Interval } from "./open-hours.ts";
import type { AppointmentType, Store } from "./store.ts";
import { visitorLines } from "./visitor-contact.ts";
import { factLines, greeting, momentIn, whenLines } from "./words.ts";

export type Offer = typeof offers.$inferSelect;

const PASSED_ON_MS = MINUTE;

export type OpenOffer = Interval & { name: string; typeId: string } & Pick<
    Offer,
    "id" | "userId" | "startsAt" | "endsAt" | "heldUntil"
  >;

type Asked = { userIds: string[]; from: Date; to: Date; now: Date; except?: string | undefined };

export async function openOffers(db: Db, { userIds, from, to, now, except }: Asked): Promise<OpenOffer[]> {
  const found = await db
    .select({
      ...pick(offers, "id", "userId", "startsAt", "endsAt", "heldUntil", "blockedFrom", "blockedUntil"),
      ...{ name: waitlistEntries.name, typeId: waitlistEntries.appointmentTypeId },
    })
    .from(offers)
    .innerJoin(waitlistEntries, eq(waitlistEntries.id, offers.entryId))
    .where(
      and(
        inArray(offers.userId, userIds),
        eq(offers.state, "OPEN"),
        gt(offers.heldUntil, new Date(now.getTime() - PASSED_ON_MS)),
        lt(offers.blockedFrom, to),
        gt(offers.blockedUntil, from),
        except ? ne(offers.id, except) : undefined,
      ),
    );
  return found.map(({ blockedFrom, blockedUntil, ...offer }) => ({
    ...offer,
    ...{ start: blockedFrom.getTime(), end: blockedUntil.getTime() },
  }));
}

export async function lookSoon(db: Db): Promise<void> {
  await db.update(organizations).set({ lineDueAt: new Date(0) });
}

export function offerKey(offerId: string): string {
  return `offer ${offerId}`;
}

export async function endOffers(
  db: Db,
  which: SQL | undefined,
  state: Exclude<OfferState, "OPEN">,
  now: Date,
): Promise<Offer[]> {
  const ended = await db
    .update(offers)
    .set({ state, updatedAt: now })
    .where(and(which, eq(offers.state, "OPEN")))
    .returning();
  if (ended.length === 0) return [];
  const ids = ended.map(({ id }) => id);
  await skipMails(db, ids);
  await lookSoon(db);
  return ended;
}

export function mailsOf(db: Db, offerIds: string[]) {
  const ids = offerIds.flatMap((id) =>
    (["booking", "notice"] as const).map((kind) => idOfContent(storeIdOf(db), kind, offerKey(id))),
  );
  return and(inArray(mails.id, ids), inArray(mails.state, ["queued", "held"]));
}

export async function skipMails(db: Db, offerIds: string[]): Promise<void> {
  await skipQueued(db, mailsOf(db, offerIds), "The time is no longer reserved");
}

/** Call it before a deletion that takes open offers with it. Requires the store's lock. */
export async function endOfferMails(db: Db, which: SQL | undefined): Promise<void> {
  const found = await db
    .select({ id: offers.id })
    .from(offers)
    .innerJoin(waitlistEntries, eq(waitlistEntries.id, offers.entryId))
    .where(and(eq(offers.state, "OPEN"), which));
  const ids = found.map(({ id }) => id);
  if (ids.length === 0) return;
  await skipMails(db, ids);
  await lookSoon(db);
}

type Taken = { userId: string | null; blockedFrom: Date; blockedUntil: Date };

/** After staff booked over an offer. Requires the store's lock. */
export async function withdrawOffers(db: Db, { userId, blockedFrom, blockedUntil }: Taken, now: Date) {
  if (!userId) return;
  const isMet = and(lt(offers.blockedFrom, blockedUntil), gt(offers.blockedUntil, blockedFrom));
  await endOffers(db, and(eq(offers.userId, userId), isMet), "WITHDRAWN", now);
}

export type WaitlistEntry = typeof waitlistEntries.$inferSelect;

const DATE = { weekday: "long", month: "long", day: "numeric", year: "numeric" } as const;

function daysText({ fromDay, toDay, timeOfDay }: WaitlistEntry, timezone: string): string {
  const [from, to] = [fromDay, toDay].map((day) =>
    formatter(DATE, timezone).format(startOfDay(day, timezone)).replaceAll("\u202f", " "),
  );
  const days = from === to ? from : `any day from ${from} to ${to}`;
  return `${days}${timeOfDay === "ANY" ? "" : timeOfDay === "MORNING" ? ", in the morning" : ", in the afternoon"}`;
}

function linkOf({ secret, webUrl }: Host, entry: WaitlistEntry): string {
  return `${webUrl}/book/waiting/${recordToken(secret, "wish", entry)}`;
}

type About = { store: Store; type: Pick<AppointmentType, "name">; entry: WaitlistEntry };

export async function mailWaiting(db: Db, host: Host, { store, type, entry }: About): Promise<void> {
  if (!entry.email) return;
  await queueMail(db, {
    kind: "booking",
    to: { address: entry.email, name: asName(entry.name) },
    subject: "Waiting list: {{title}} at {{store}}",
    text: [
      "You’re on the waiting list",
      `${greeting(entry.name)} {{store}} added you to its waiting list.`,
      factLines({ What: "{{title}}", When: daysText(entry, store.timezone) }),
      "When a time opens up, we will email you. The link in that email reserves the time for you for 30 minutes. Then we ask the next person.",
      `Leave the list: ${linkOf(host, entry)}`,
    ].join("\n\n"),
    values: { title: type.name, store: store.name },
    contactId: entry.contactId,
    dueAt: host.clock(),
    key: `wish ${entry.id}`,
  });
}

type Offered = About & { offer: Offer; person: string; dueAt: Date };

export async function mailOffer(db: Db, host: Host, { store, type, entry, offer, person, dueAt }: Offered) {
  if (!entry.email) return;
  await queueMail(db, {
    kind: "booking",
    to: { address: entry.email, name: asName(entry.name) },
    subject: "A time opened up: {{title}} at {{store}}",
    text: [
      "A time opened up",
      `${greeting(entry.name)} you’re first on the waiting list of {{store}}.`,
      factLines({
        What: "{{title}}",
        When: whenLines([offer.startsAt, offer.endsAt], entry.timezone, store.timezone),
        With: "{{person}}",
      }),
      `It is reserved for you until ${momentIn(entry.timezone, offer.heldUntil)}.`,
      `Book or decline: ${linkOf(host, entry)}`,
      "If you don't answer, we ask the next person, and you stay on the list for other times.",
    ].join("\n\n"),
    values: { title: type.name, store: store.name, person },
    contactId: entry.contactId,
    dueAt,
    key: offerKey(offer.id),
  });
}

export async function mailCall(db: Db, host: Host, { store, type, entry, offer, person, dueAt }: Offered) {
  if (entry.email || !store.address) return;
  await queueMail(db, {
    kind: "notice",
    to: { address: store.address, name: store.name },
    subject: "Please call {{name}}: a time opened up",
    text: [
      `{{title}} with {{person}}\n${momentIn(store.timezone, offer.startsAt)}`,
      "{{who}}",
      `It is reserved until ${momentIn(store.timezone, offer.heldUntil)}. No email is sent. Please call, and record the outcome on the waiting list.`,
      `${host.webUrl}/dashboard/settings/appointments/waiting`,
    ].join("\n\n"),
    values: { title: type.name, person, name: entry.name, who: visitorLines(entry) },
    dueAt,
    key: offerKey(offer.id),
  });
}
