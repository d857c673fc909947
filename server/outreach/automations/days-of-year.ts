import { type SQL, sql } from "drizzle-orm";
import { addDays, dayOf } from "#lib/time/days.ts";
import { inYear, nextOccurrence, yearOf } from "#server/outreach/segments/yearly.ts";
import { contacts } from "#server/platform/db/schema.ts";
import type { automations } from "#server/platform/db/schema-mail.ts";
import type { Condition } from "./rule.ts";

/*
 * Birthdays and anniversaries are days that come every year. A condition without value compares the one in the
 * calendar year of today with today. One with a value counts the days until the day: EQUALS n is n days before it,
 * LESS_THAN n within the next n days, GREATER_THAN n still further away.
 */

const COLUMNS = { "Contact.birthday": contacts.birthday, "Contact.anniversary": contacts.anniversary };
type Yearly = keyof typeof COLUMNS;

export function isYearly(field: Condition["field"]): field is keyof typeof COLUMNS {
  return field in COLUMNS;
}

/** `today` is the organization's, like "2026-11-21". */
export function yearlyMatches(field: Yearly, condition: Condition, today: string): SQL {
  const { operation, value } = condition;
  const operator = {
    EQUALS: sql`=`,
    GREATER_THAN: sql`>`,
    LESS_THAN: typeof value === "number" ? sql`<=` : sql`<`,
  }[operation];
  const occurrence = occurrenceOf(field, condition, today);
  // An anniversary has not come round before the day itself was.
  return sql`(${occurrence} ${operator} ${targetOf(condition, today)}::date and ${occurrence} >= ${COLUMNS[field]})`;
}

/** The contact's day that the condition is about, in the one year or the other. */
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

type Rule = Pick<typeof automations.$inferSelect, "triggerType" | "conditions">;

/**
 * What a rule's mail to a contact is for, as SQL over `contacts`; per contact and occurrence there is one mail. "once"
 * for One-time rules, the year's birthday or anniversary where the rule asks for one ("birthday:2027" also when it is
 * still the December before), otherwise null: then it is the scheduled moment or the event.
 */
export function occurrence({ triggerType, conditions }: Rule, timezone: string, now: Date): SQL | null {
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

/** The column of the day that a rule's mails are for; null where they are for none. */
export function yearlyColumn({ conditions }: Pick<Rule, "conditions">) {
  const field = conditions.map(({ field }) => field).find(isYearly);
  return field ? COLUMNS[field] : null;
}
