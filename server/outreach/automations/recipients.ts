import { type SQL, sql } from "drizzle-orm";
import type { HostAnswer } from "#lib/contract/contract.ts";
import { readSegment } from "#lib/contract/segments.ts";
import { type YearlyKey, yearlyKeys } from "#lib/contract/yearly-fields.ts";
import { startOfDay } from "#lib/time/clock.ts";
import { addDays, dayOf } from "#lib/time/days.ts";
import { DUPLICATE_RECIPIENT, isDuplicateRecipient, type Sender } from "#server/connections/mail/audience.ts";
import { capAt, cappedReason, readLimits } from "#server/connections/mail/limits.ts";
import { refusalOfContact } from "#server/connections/mail/may-email.ts";
import { inSegment } from "#server/outreach/segments/where.ts";
import { inYear, type Moment, nextOccurrence, yearOf } from "#server/outreach/segments/yearly.ts";
import { yearlyColumns } from "#server/platform/db/built-in.ts";
import type { Db } from "#server/platform/db/client.ts";
import { owned } from "#server/platform/db/owned.ts";
import { contactName } from "#server/platform/db/parties.ts";
import { contacts, notes, purchases } from "#server/platform/db/schema.ts";
import { bookings } from "#server/platform/db/schema-calendar.ts";
import { type automations, mails } from "#server/platform/db/schema-mail.ts";
import { automationTasks, tasks } from "#server/platform/db/schema-records.ts";
import { timestamp } from "#server/platform/db/timezone.ts";
import type { Condition, Rule } from "./rule.ts";

/**
 * SQL over `contacts`. Served: has an email or task for the same occurrence. If each run is its own
 * occurrence, contacts with an unsent email or an open task count as served, so that slow sending doesn't
 * pile up.
 */
type Audience = { matches: SQL; isServed: SQL; occurrence: SQL | null };

export function audienceOf(rule: Rule, timezone: string, now: Date): Audience {
  const { id, triggerType } = rule;
  const matches = matchesRule(rule, { timezone, now });
  if (triggerType === "EVENT_BASED") return { matches, isServed: sql`false`, occurrence: null };
  const same = occurrence(rule, timezone, now);
  if (rule.actionType === "CREATE_TASK") return { matches, isServed: hasTask(rule, same), occurrence: same };
  const isServed = sql`(exists (select from ${owned(mails)}
    where ${mails.automationId} = ${id} and ${mails.contactId} = ${contacts.id}
    and ${same ? sql`${mails.occurrence} = ${same}` : sql`${mails.state} in ('queued', 'held', 'sending')`})
    ${same && yearlyColumn(rule) ? sql`or ${wasGreeted(same)}` : sql``})`;
  return { matches, isServed, occurrence: same };
}

function wasGreeted(same: SQL): SQL {
  return sql`exists (select from ${owned(mails)}
    where ${mails.automationId} is null and ${mails.contactId} = ${contacts.id} and ${mails.occurrence} = ${same}
    and ${mails.isResent} and ${mails.state} not in ('skipped', 'failed'))`;
}

function hasTask({ id }: Rule, same: SQL | null): SQL {
  return same
    ? sql`exists (select from ${owned(automationTasks)}
        where ${automationTasks.automationId} = ${id} and ${automationTasks.occurrence} = ${same}
        and ${automationTasks.contactId} = any (array_append(${contacts.merged}, ${contacts.id})))`
    : sql`exists (select from ${owned(tasks)}
        where ${tasks.contactId} = ${contacts.id} and ${tasks.source} = 'automation' and ${tasks.sourceId} = ${id}
        and ${tasks.doneAt} is null)`;
}

export function senderOf(rule: Rule): Sender {
  return { kind: "automation", id: rule.id, yearly: yearlyColumn(rule) };
}

type Happening = { cost: string | undefined };

const OPERATORS = { EQUALS: sql`=`, GREATER_THAN: sql`>`, LESS_THAN: sql`<` };

/** SQL over `contacts`. For an event, Purchase.cost is the new sale's cost, otherwise that of any one purchase. */
export function matching(conditions: Condition[], moment: Moment, happening?: Happening): SQL {
  const costs = conditions.filter(({ field }) => field === "Purchase.cost");
  const others = conditions.filter(({ field }) => field !== "Purchase.cost");
  const clauses = [sql`true`, ...others.map((condition) => contactMatches(condition, moment))];
  if (costs.length > 0) clauses.push(happening ? soldNow(costs, happening) : soldEver(costs));
  return sql.join(clauses, sql` and `);
}

export function matchesRule(
  { conditions, segment }: { conditions: Condition[]; segment: string | null },
  moment: Moment,
  happening?: Happening,
): SQL {
  const matches = matching(conditions, moment, happening);
  if (segment === null) return matches;
  const read = readSegment(segment);
  // A segment that this host can't read matches no one.
  return read ? sql`${matches} and ${inSegment(read, moment)}` : sql`false`;
}

function contactMatches(condition: Condition, moment: Moment): SQL {
  const { field, operation, value } = condition;
  if (isYearly(field)) return yearlyMatches(field, condition, dayOf(moment.now, moment.timezone));
  if (field === "Contact.lastContactedAt") return lastContactedMatches(condition, moment);
  const column = field === "Contact.email" ? contacts.email : contactName;
  // Unicode order, independent of the database's locale.
  const text = (of: unknown) => sql`lower((${of}) collate "und-x-icu")`;
  return sql`${text(column)} ${OPERATORS[operation]} ${text(sql`${value}::text`)}`;
}

const compared = (cost: SQL, { operation, value }: Condition) =>
  sql`${cost} ${OPERATORS[operation]} ${value}::numeric`;

function soldEver(costs: Condition[]): SQL {
  const all = costs.map((condition) => compared(sql`${purchases.cost}`, condition));
  return sql`exists (select from ${owned(purchases)}
    where ${purchases.contactId} = ${contacts.id} and ${sql.join(all, sql` and `)})`;
}

function soldNow(costs: Condition[], { cost }: Happening): SQL {
  if (cost === undefined) return sql`false`;
  return sql.join(
    costs.map((condition) => compared(sql`${cost}::numeric`, condition)),
    sql` and `,
  );
}

/** EQUALS n, LESS_THAN within n days, GREATER_THAN longer ago or never. */
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
function contactedSince(day: string, { timezone, now }: Moment): SQL {
  const start = sql`${timestamp(startOfDay(day, timezone))}::timestamptz`;
  const until = sql`${now.toISOString()}::timestamptz`;
  return sql`exists (select from (
      select ${mails.contactId} from ${owned(mails)} where ${mails.sentAt} >= ${start} and ${mails.state} in ('sent', 'unknown')
      union all
      select ${notes.contactId} from ${owned(notes)} where ${notes.createdAt} >= ${start}
      union all
      select ${purchases.contactId} from ${owned(purchases)}
        where ${purchases.createdAt} >= ${start} and ${purchases.createdAt} <= ${until}
      union all
      select ${bookings.contactId} from ${owned(bookings)} where ${bookings.status} = 'CONFIRMED'
        and ${bookings.startsAt} >= ${start} and ${bookings.startsAt} <= ${until}
    ) as records where records.contact_id = ${contacts.id})`;
}

/*
 * A condition without a value compares this year's date with today. With n, it compares the days until the
 * date: EQUALS n days, LESS_THAN within n days, GREATER_THAN more than n days.
 */

type Yearly = `Contact.${YearlyKey}`;
const COLUMNS = Object.fromEntries(
  yearlyKeys.map((key) => [`Contact.${key}`, yearlyColumns(key).day]),
) as Record<Yearly, ReturnType<typeof yearlyColumns>["day"]>;

function isYearly(field: Condition["field"]): field is Yearly {
  return field in COLUMNS;
}

function yearlyMatches(field: Yearly, condition: Condition, today: string): SQL {
  const { operation, value } = condition;
  const operator = {
    EQUALS: sql`=`,
    GREATER_THAN: sql`>`,
    LESS_THAN: typeof value === "number" ? sql`<=` : sql`<`,
  }[operation];
  const occurrence = occurrenceOf(field, condition, today);
  // An anniversary doesn't occur before the original date.
  return sql`(${occurrence} ${operator} ${targetOf(condition, today)}::date and ${occurrence} >= ${COLUMNS[field]})`;
}

function occurrenceOf(field: Yearly, condition: Condition, today: string): SQL {
  const column = COLUMNS[field];
  const { operation, value } = condition;
  if (operation === "EQUALS" || typeof value !== "number") {
    return inYear(column, yearOf(targetOf(condition, today)));
  }
  return nextOccurrence(column, today);
}

function targetOf({ value }: Condition, today: string): string {
  return addDays(today, typeof value === "number" ? value : 0);
}

type Occurring = Pick<typeof automations.$inferSelect, "triggerType" | "conditions">;

/**
 * SQL over `contacts`. A contact gets one email per occurrence: "once" for One-time rules, the year's date
 * for yearly ones ("birthday:2027"). Otherwise null, and the scheduled run or the event counts.
 */
export function occurrence({ triggerType, conditions }: Occurring, timezone: string, now: Date): SQL | null {
  if (triggerType === "EVENT_BASED") return null;
  if (triggerType === "DATE_BASED") return sql`'once'`;
  for (const condition of conditions) {
    const { field } = condition;
    if (!isYearly(field)) continue;
    const name = field.replace("Contact.", "");
    return sql`${`${name}:`} || extract(year from ${occurrenceOf(field, condition, dayOf(now, timezone))})`;
  }
  return null;
}

function yearlyColumn({ conditions }: Pick<Occurring, "conditions">) {
  const field = conditions.map(({ field }) => field).find(isYearly);
  return field ? COLUMNS[field] : null;
}

const FIRST = 50;

type Recipient = HostAnswer<"automations.recipients">["contacts"][number];

export async function recipientsAt(db: Db, rule: Rule, timezone: string, now: Date) {
  const { matches, isServed, occurrence } = audienceOf(rule, timezone, now);
  const isTask = rule.actionType === "CREATE_TASK";
  const last = isTask ? "The last task is still open" : "Still waiting for the previous one";
  const served = occurrence ? "Has already received it" : last;
  // Tasks ignore suppressions and shared addresses, because staff can call.
  const twin = isTask ? sql`false` : isDuplicateRecipient(senderOf(rule), occurrence ?? sql`'now'`);
  const { limits } = await readLimits(db);
  const isExempt = isTask || (yearlyColumn(rule) !== null && limits.exceptGreetings);
  const capped = cappedReason(isExempt ? null : capAt(limits, timezone, now), true);
  const refused = isTask ? sql`null` : sql`coalesce(${refusalOfContact}, ${capped})`;
  const { rows } = await db.execute<Recipient & { total: string; reached: string }>(sql`
    select id, ${contactName} as name, email, total, reached, skipped
    from (select *, count(*) over () as total, count(*) filter (where skipped is null) over () as reached
      from (select *, coalesce(${refused}, case when is_served then ${served} when is_twin then ${DUPLICATE_RECIPIENT} end) as skipped
        from (select *, ${isServed} as is_served, ${twin} as is_twin from ${owned(contacts)} where ${matches}) as ${contacts})
        as ${contacts}
      order by ${contacts.search}, ${contacts.id} limit ${FIRST}) as ${contacts}
    order by ${contacts.search}, ${contacts.id}`);
  return {
    nextRunAt: rule.nextRunAt,
    total: Number(rows[0]?.total ?? 0),
    reached: Number(rows[0]?.reached ?? 0),
    contacts: rows.map(({ id, name, email, skipped }) => ({ id, name, email, skipped })),
  };
}
