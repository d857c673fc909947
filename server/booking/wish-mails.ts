import { asName } from "#lib/contract/placeholders.ts";
import { startOfDay } from "#lib/time/clock.ts";
import { formatter } from "#lib/time/zone.ts";
import { queueMail } from "#server/connections/mail/queue.ts";
import type { Db } from "#server/platform/db/client.ts";
import type { wishes } from "#server/platform/db/schema-calendar.ts";
import type { Host } from "#server/platform/handler.ts";
import { recordToken } from "#server/platform/secrets/tokens.ts";
import { type Offer, offerKey } from "./holds.ts";
import type { AppointmentType, Store } from "./store.ts";
import { greeting, momentIn, whenLines } from "./words.ts";

export type Wish = typeof wishes.$inferSelect;

const DATE = { weekday: "long", month: "long", day: "numeric", year: "numeric" } as const;

/** "Saturday, December 19, 2026", "any day from … to …", with the time of day. */
function daysText({ fromDay, toDay, timeOfDay }: Wish, timezone: string): string {
  const [from, to] = [fromDay, toDay].map((day) =>
    formatter(DATE, timezone).format(startOfDay(day, timezone)).replaceAll("\u202f", " "),
  );
  const days = from === to ? from : `any day from ${from} to ${to}`;
  return `${days}${timeOfDay === "ANY" ? "" : timeOfDay === "MORNING" ? ", in the morning" : ", in the afternoon"}`;
}

function linkOf({ secret, webUrl }: Host, wish: Wish): string {
  return `${webUrl}/book/waiting/${recordToken(secret, "wish", wish)}`;
}

type About = { store: Store; type: Pick<AppointmentType, "name">; wish: Wish };

/** With a link to leave the list. */
export async function mailWaiting(db: Db, host: Host, { store, type, wish }: About): Promise<void> {
  if (!wish.email) return;
  await queueMail(db, {
    organizationId: wish.organizationId,
    kind: "booking",
    to: { address: wish.email, name: asName(wish.name) },
    subject: "Waiting list: {{title}} at {{store}}",
    text: [
      greeting(wish.name),
      "you are on the waiting list of {{store}}.",
      `{{title}}\n${daysText(wish, store.timezone)}`,
      "When a time opens up, we will email you. The link in that email reserves the time for you for 30 minutes. Then we ask the next person.",
      `To leave the list: ${linkOf(host, wish)}`,
    ].join("\n\n"),
    values: { title: type.name, store: store.name },
    contactId: wish.contactId,
    dueAt: host.clock(),
    key: `wish ${wish.id}`,
  });
}

type Offered = About & { offer: Offer; person: string; dueAt: Date };

/** One email per offer. */
export async function mailOffer(
  db: Db,
  host: Host,
  { store, type, wish, offer, person, dueAt }: Offered,
): Promise<void> {
  if (!wish.email) return;
  await queueMail(db, {
    organizationId: wish.organizationId,
    kind: "booking",
    to: { address: wish.email, name: asName(wish.name) },
    subject: "A time opened up: {{title}} at {{store}}",
    text: [
      greeting(wish.name),
      "a time opened up at {{store}}, and you are first on the waiting list.",
      `{{title}} with {{person}}\n${whenLines(offer.startsAt, wish.timezone, store.timezone)}`,
      `It is reserved for you until ${momentIn(wish.timezone, offer.heldUntil)}.`,
      `To book or decline it: ${linkOf(host, wish)}`,
      "If you don't answer, we ask the next person, and you stay on the list for other times.",
    ].join("\n\n"),
    values: { title: type.name, store: store.name, person },
    contactId: wish.contactId,
    dueAt,
    key: offerKey(offer.id),
  });
}

/** For a person without email who is first in line. */
export async function mailCall(
  db: Db,
  host: Host,
  { store, type, wish, offer, person, dueAt }: Offered,
): Promise<void> {
  if (wish.email || !store.address) return;
  await queueMail(db, {
    organizationId: wish.organizationId,
    kind: "notice",
    to: { address: store.address, name: store.name },
    subject: "Please call {{name}}: a time opened up",
    text: [
      `{{title}} with {{person}}\n${momentIn(store.timezone, offer.startsAt)}`,
      "{{who}}",
      `It is reserved until ${momentIn(store.timezone, offer.heldUntil)}. No email is sent. Please call, and record the outcome on the waiting list.`,
      `${host.webUrl}/dashboard/settings/appointments/waiting`,
    ].join("\n\n"),
    values: {
      title: type.name,
      person,
      name: wish.name,
      who: [wish.name, wish.phoneNumber].filter(Boolean).join("\n"),
    },
    dueAt,
    key: offerKey(offer.id),
  });
}
