import type { Look } from "./invariant.ts";
import { type Invariant, isNew, lines, rowsOf, sql } from "./invariant.ts";

type Written = { id: string; text: string; at: string; until: string; zone: string };

export const appointmentMail: Invariant = {
  name: "appointment mail",
  says: "The last email about an appointment tells the calendar's time, and nobody is reminded of a moved or cancelled one.",
  async check(look) {
    const ids = await rowsOf<{ id: string }>(
      look,
      sql`select id from bookings b where ${isNew(look, "b")}
        union select booking_id from mails m where booking_id is not null and ${isNew(look, "m")}`,
    );
    const touched = sql`any(${sql.param(ids.map(({ id }) => id))}::uuid[])`;
    const told = await rowsOf(
      look,
      sql`select b.id, b.status, b.starts_at, last.sent_at, last.starts from bookings b, lateral (
          select m.sent_at, m.ics_method, m.created_at,
            to_timestamp(substring(m.ics from 'DTSTART:(\\d{8}T\\d{6})Z'), 'YYYYMMDD"T"HH24MISS')::timestamp at time zone 'UTC' as starts
          from mails m where m.organization_id = b.organization_id and m.booking_id = b.id and m.kind = 'booking'
            and m.state = 'sent' and m.ics is not null order by m.created_at desc, m.id desc limit 1) last
        where b.id = ${touched} and b.status = 'CONFIRMED' and last.ics_method is distinct from 'CANCEL' and last.starts <> b.starts_at
          and not exists (select from mails m where m.organization_id = b.organization_id and m.booking_id = b.id
            and m.kind = 'booking' and m.created_at >= last.created_at and m.state <> 'sent')`,
    );
    const reminded = await rowsOf(
      look,
      sql`select m.booking_id, m.created_at, m.sent_at, n.created_at as changed_at from mails m
          join mails n on n.organization_id = m.organization_id and n.booking_id = m.booking_id
        where m.booking_id = ${touched} and m.kind = 'reminder' and m.state = 'sent' and n.kind = 'booking' and n.state = 'sent'
          and n.created_at > m.created_at and m.sent_at > n.created_at + interval '15 minutes'`,
    );
    const late = await rowsOf(
      look,
      sql`select b.id, b.starts_at, m.sent_at from bookings b join mails m on m.organization_id = b.organization_id and m.booking_id = b.id
        where b.id = ${touched} and b.status = 'CONFIRMED' and m.kind = 'reminder' and m.state = 'sent'
          and m.sent_at > b.starts_at + interval '10 minutes'`,
    );
    return [...lines(told), ...lines(reminded), ...lines(late), ...(await otherTimes(look))];
  },
};

/** Emails whose text lacks their event's time in the visitor's or the store's time zone. */
async function otherTimes(look: Look): Promise<string[]> {
  const wrong: string[] = [];
  for (const { id: store, timezone, movedAt } of look.stores) {
    const mails = await rowsOf<Written>(
      look,
      sql`select m.id, m.text, b.timezone as zone, ${stamp("DTSTART")} as at, ${stamp("DTEND")} as until
          from mails m join bookings b on b.organization_id = m.organization_id and b.id = m.booking_id
        where m.organization_id = ${store} and ${isNew(look, "m")} and m.kind = 'booking' and m.state = 'sent' and m.ics is not null
          and m.text is not null and b.contact_id is not null and m.created_at > ${new Date(movedAt + 60_000).toISOString()}::timestamptz`,
    );
    for (const { id, text, at, until, zone } of mails) {
      const parts = [zone, timezone].flatMap((timeZone) => wordsOf(new Date(at), new Date(until), timeZone));
      const plain = text.replaceAll("\u202f", " ");
      const missing = parts.filter((ways) => !ways.some((way) => plain.includes(way)));
      if (missing.length > 0) wrong.push(`${id} at ${at} doesn't say ${missing}: ${plain.slice(0, 300)}`);
    }
  }
  return wrong;
}

const stamp = (property: string) =>
  sql`to_char(to_timestamp(substring(m.ics from ${`${property}:(\\d{8}T\\d{6})Z`}),
    'YYYYMMDD"T"HH24MISS'), 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** The day; the span, or its begin if it ends on another day or clock. */
function wordsOf(at: Date, until: Date, timeZone: string): string[][] {
  const plain = (text: string) => text.replaceAll("\u202f", " ").replaceAll("\u2009", " ");
  const day = at.toLocaleString("en-US", { timeZone, month: "long", day: "numeric", year: "numeric" });
  const clock = new Intl.DateTimeFormat("en-US", { timeZone, hour: "numeric", minute: "2-digit" });
  return [[day], [clock.formatRange(at, until), `${clock.format(at)} `].map(plain)];
}
