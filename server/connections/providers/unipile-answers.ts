import * as z from "zod/mini";
import { instantOf } from "#lib/time/clock.ts";
import { DAY } from "#lib/time/zone.ts";
import { ianaName } from "#server/connections/calendar/moment.ts";
import { ProviderError } from "#server/platform/errors.ts";
import { machineTime } from "#server/platform/machine.ts";
import type { Calendar } from "./provider.ts";
import { addressesIn, type Body, bodyOf, type Envelope, idsIn, line } from "./received.ts";
import {
  readCalendar,
  readEvent,
  readPage,
  type UnipileEvent,
  type UnipileMoment,
} from "./unipile-shapes.ts";

// Runs in a separate thread (reading-worker.ts).

const MAX_TEXT = 500;

type Span = { startsAt: Date; endsAt: Date; isAllDay: boolean };
/** `mark` is our own id, from the event's description. */
type ReadEvent = Span & {
  id: string;
  uid: string;
  mark: string | null;
  title: string;
  isTransparent: boolean;
};
type Page<T> = { items: T[]; cursor: string | null };

/** Skips unreadable calendars. Throws if none can be read. */
export function unipileCalendars(bytes: Uint8Array): Page<Calendar> {
  const { items, cursor } = pageIn(bytes);
  const calendars = items.flatMap((item) => readCalendar(item) ?? []);
  if (items.length > 0 && calendars.length === 0) throw new Error("No calendar can be read");
  return {
    cursor,
    items: calendars.map(({ id, name, is_primary, is_default, is_read_only }) => ({
      id,
      name: truncate(name || id),
      isPrimary: (is_primary ?? is_default) === true,
      isReadOnly: is_read_only === true,
    })),
  };
}

/** Throws if an event's time can't be read, because it would look free. */
export function unipileEvents(bytes: Uint8Array, timezone: string): Page<ReadEvent> {
  const { items, cursor } = pageIn(bytes);
  const events = items.flatMap((item) => {
    const event = readEvent(item);
    if (event?.is_cancelled) return [];
    const span = event && spanOf(event, timezone);
    if (!span) throw new ProviderError("later", `An event can't be read: ${truncate(event?.title ?? "")}`);
    const id = event.id ?? `unnamed ${span.startsAt.toISOString()}`;
    const mark = markIn(event.body);
    return {
      id,
      uid: truncate(mark ?? event.ical_uid ?? id),
      mark,
      title: truncate(event.title ?? "") || "Busy",
      isTransparent: event.transparency?.toLowerCase() === "transparent",
      ...span,
    };
  });
  return { items: events, cursor };
}

function pageIn(bytes: Uint8Array): Page<unknown> {
  const page = readPage(JSON.parse(new TextDecoder().decode(bytes)));
  if (!page) throw new Error("Expected a list");
  return page;
}

/** The last match counts, because a visitor's text comes before it. */
function markIn(body: string | null | undefined): string | null {
  return [...(body ?? "").slice(-5_000).matchAll(/Loupe: ([\w-]{1,64})/g)].at(-1)?.[1] ?? null;
}

function truncate(text: string): string {
  return text.slice(0, MAX_TEXT);
}

/** Null without a readable day. A start without a time blocks the day; an unreadable end is one day later. */
function spanOf({ start, end }: Pick<UnipileEvent, "start" | "end">, timezone: string): Span | null {
  const startsAt = start.date ? null : instant(start, timezone);
  if (startsAt) {
    const ends = instant(end, timezone)?.getTime() ?? startsAt.getTime() + DAY;
    return { startsAt, endsAt: new Date(Math.max(startsAt.getTime(), ends)), isAllDay: false };
  }
  const first = dayOf(start);
  if (first === null) return null;
  // Unipile's version 2 ends whole-day events on their last day.
  const next = Math.max(dayOf(end) ?? 0, first + DAY);
  const midnight = (wall: number) => new Date(instantOf(wall, timezone));
  return { startsAt: midnight(first), endsAt: midnight(next), isAllDay: true };
}

function dayOf({ date, date_time }: UnipileMoment): number | null {
  const [day = ""] = /^\d{4}-\d\d-\d\d/.exec(date ?? date_time ?? "") ?? [];
  const wall = Date.parse(day);
  return Number.isNaN(wall) ? null : wall;
}

function instant({ date_time: text, time_zone, timezone: other }: UnipileMoment, timezone: string) {
  if (!text) return null;
  const isInstant = /(Z|[+-]\d\d:?\d\d)$/i.test(text);
  const moment = Date.parse(isInstant ? text : `${text}Z`);
  if (Number.isNaN(moment)) return null;
  const zone = ianaName(time_zone ?? other ?? "") ?? timezone;
  return new Date(isInstant ? moment : instantOf(moment, zone));
}

const text = z.catch(z.optional(z.nullable(z.string())), null);
const attendee = z.object({ display_name: text, identifier: text });
const attendees = z.catch(z.array(attendee), []);

const notice = z.object({
  event: z.string(),
  account_id: z.string(),
  date: text,
  message_id: text,
  in_reply_to: z.catch(z.optional(z.nullable(z.object({ message_id: text }))), null),
  from_attendee: z.catch(z.optional(z.nullable(attendee)), null),
  to_attendees: attendees,
  cc_attendees: attendees,
  bcc_attendees: attendees,
  subject: text,
  body: text,
  body_plain: text,
  attachments: z.catch(z.array(z.object({ name: text })), []),
  role: text,
});

type MailNotice = { accountId: string; isSent: boolean; envelope: Envelope; body: Body };

/** Null for other notices, and for messages that only moved. */
export function unipileMail(bytes: Uint8Array): MailNotice | null {
  const read = notice.safeParse(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes))).data;
  if (!read || (read.event !== "mail_received" && read.event !== "mail_sent")) return null;
  const people = (list: z.infer<typeof attendees>) =>
    addressesIn(list.map(({ display_name, identifier }) => ({ name: display_name, address: identifier })));
  const at = Date.parse(read.date ?? "");
  const names = read.attachments.map(({ name }) => name ?? "");
  return {
    accountId: read.account_id,
    isSent: read.event === "mail_sent" || read.role === "sent",
    envelope: {
      uid: 0,
      messageId: idOf(read.message_id),
      inReplyTo: idOf(read.in_reply_to?.message_id),
      refs: [],
      from: people(read.from_attendee ? [read.from_attendee] : [])[0] ?? null,
      to: people(read.to_attendees),
      cc: [...people(read.cc_attendees), ...people(read.bcc_attendees)],
      subject: line(read.subject, 500),
      at: Number.isFinite(at) ? Math.min(at, machineTime()) : machineTime(),
    },
    body: bodyOf(read.body_plain ?? "", read.body ?? null, names, false),
  };
}

function idOf(id: string | null | undefined): string | null {
  if (!id) return null;
  return idsIn(id)[0] ?? idsIn(`<${id}>`)[0] ?? null;
}
