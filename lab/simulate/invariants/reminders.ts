import { now } from "../machine.ts";
import { type Invariant, isNew, lines, MARGIN, rowsOf, sql } from "./invariant.ts";

/** What the stores chose. */
const BEFORE = sql`(values (interval '1 day'), (interval '1 hour')) as chosen (ahead)`;

export const reminders: Invariant = {
  name: "reminders",
  says: "Visitors get reminders at the times that the store chose, also after an appointment moved.",
  async check(look) {
    const fresh = sql`b.sequence = 0 and b.status = 'CONFIRMED' and b.email <> ''`;
    const early = await rowsOf(
      look,
      sql`select b.id, b.starts_at, m.sent_at from bookings b join mails m on m.organization_id = b.organization_id and m.booking_id = b.id
        where ${isNew(look, "m")} and ${fresh} and m.kind = 'reminder' and m.state = 'sent' and m.attempts = 1
          and not exists (select from ${BEFORE} where m.sent_at between b.starts_at - ahead - ${MARGIN} and b.starts_at - ahead + ${MARGIN})`,
    );
    const missed = await rowsOf(
      look,
      sql`select b.id, b.starts_at, b.created_at, ahead from bookings b, ${BEFORE}
        where ${fresh} and b.contact_id is not null and b.created_at < b.starts_at - ahead - ${MARGIN}
          and b.starts_at - ahead between ${new Date(now()).toISOString()}::timestamptz - interval '25 hours'
            and ${new Date(now()).toISOString()}::timestamptz - interval '1 hour'
          and not exists (select from mails m where m.organization_id = b.organization_id and m.booking_id = b.id
            and m.kind = 'reminder' and (m.state <> 'sent' or m.attempts > 1
              or m.sent_at between b.starts_at - ahead - ${MARGIN} and b.starts_at - ahead + ${MARGIN}))`,
    );
    const lost = await rowsOf(
      look,
      sql`select b.id, b.starts_at, moved.at, ahead from bookings b, ${BEFORE}, lateral (
            select max(at) as at from journal j where j.organization_id = b.organization_id and j.record_id = b.id and j.now ? 'sequence') moved
        where b.sequence > 0 and b.status = 'CONFIRMED' and b.email <> '' and b.contact_id is not null
          and moved.at < b.starts_at - ahead - ${MARGIN}
          and b.starts_at - ahead between ${new Date(now()).toISOString()}::timestamptz - interval '25 hours'
            and ${new Date(now()).toISOString()}::timestamptz - interval '1 hour'
          and not exists (select from mails m where m.organization_id = b.organization_id and m.booking_id = b.id
            and m.kind = 'reminder' and case when m.state = 'sent' then m.attempts > 1
              or m.sent_at between b.starts_at - ahead - ${MARGIN} and b.starts_at - ahead + ${MARGIN}
              else m.reason !~ 'moved|changed|cancelled' end)`,
    );
    const each = [...missed, ...lost];
    return [...lines(early), ...lines(each).map((line) => `no reminder: ${line}`)];
  },
};
