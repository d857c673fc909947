import { type SQL, sql } from "drizzle-orm";
import { dayOf } from "#lib/time/days.ts";
import type { automations } from "#server/db/schema-mail.ts";
import { COLUMNS, isYearly, occurrenceOf } from "./days-of-year.ts";

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
