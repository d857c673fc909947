import { type SQL, sql } from "drizzle-orm";
import { startOfDay } from "#lib/time/clock.ts";
import { addDays, dayOf } from "#lib/time/days.ts";
import type { Moment } from "#server/outreach/segments/period-days.ts";
import { contacts, notes, purchases } from "#server/platform/db/schema.ts";
import { bookings } from "#server/platform/db/schema-calendar.ts";
import { mails } from "#server/platform/db/schema-mail.ts";
import { timestamp } from "#server/platform/db/timezone.ts";
import type { Condition } from "./rule.ts";

/** A value counts days ago: EQUALS n, LESS_THAN n within n days, GREATER_THAN n longer ago or never. */
export function lastContactedMatches({ operation, value }: Condition, moment: Moment): SQL {
  const isCount = typeof value === "number";
  const day = addDays(dayOf(moment.now, moment.timezone), isCount ? -value : 0);
  const since = contactedSince(day, moment);
  const sinceDayAfter = contactedSince(addDays(day, 1), moment);
  if (operation === "EQUALS") return sql`${since} and not ${sinceDayAfter}`;
  if (operation === "LESS_THAN") return isCount ? since : sql`not ${since}`;
  return isCount ? sql`not ${since}` : sinceDayAfter;
}

/** Like last_contacted_at(), but for many contacts at once. */
function contactedSince(day: string, { organizationId, timezone, now }: Moment): SQL {
  const start = sql`${timestamp(startOfDay(day, timezone))}::timestamptz`;
  const until = sql`${now.toISOString()}::timestamptz`;
  const own = (table: typeof mails | typeof notes | typeof purchases | typeof bookings) =>
    sql`from ${table} where ${table.organizationId} = ${organizationId}`;
  return sql`exists (select from (
      select ${mails.contactId} ${own(mails)} and ${mails.sentAt} >= ${start} and ${mails.state} in ('sent', 'unknown')
      union all
      select ${notes.contactId} ${own(notes)} and ${notes.createdAt} >= ${start}
      union all
      select ${purchases.contactId} ${own(purchases)}
        and ${purchases.createdAt} >= ${start} and ${purchases.createdAt} <= ${until}
      union all
      select ${bookings.contactId} ${own(bookings)} and ${bookings.status} = 'CONFIRMED'
        and ${bookings.startsAt} >= ${start} and ${bookings.startsAt} <= ${until}
    ) as dealings where dealings.contact_id = ${contacts.id})`;
}
