import { type SQL, sql } from "drizzle-orm";
import { type YearlyKey, yearlyKeys } from "#lib/contract/yearly-fields.ts";
import { addDays, dayOf } from "#lib/time/days.ts";
import { inYear, nextOccurrence, yearOf } from "#server/outreach/segments/yearly.ts";
import { yearlyColumns } from "#server/platform/db/built-in.ts";
import type { automations } from "#server/platform/db/schema-mail.ts";
import type { Condition } from "./rule.ts";

/*
 * A condition without a value compares this year's date with today. With n, it compares the days until the
 * date: EQUALS n days, LESS_THAN within n days, GREATER_THAN more than n days.
 */

type Yearly = `Contact.${YearlyKey}`;
const COLUMNS = Object.fromEntries(
  yearlyKeys.map((key) => [`Contact.${key}`, yearlyColumns(key).day]),
) as Record<Yearly, ReturnType<typeof yearlyColumns>["day"]>;

export function isYearly(field: Condition["field"]): field is Yearly {
  return field in COLUMNS;
}

export function yearlyMatches(field: Yearly, condition: Condition, today: string): SQL {
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

type Rule = Pick<typeof automations.$inferSelect, "triggerType" | "conditions">;

/**
 * SQL over `contacts`. A contact gets one email per occurrence: "once" for One-time rules, the year's date
 * for yearly ones ("birthday:2027"). Otherwise null, and the scheduled run or the event counts.
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

export function yearlyColumn({ conditions }: Pick<Rule, "conditions">) {
  const field = conditions.map(({ field }) => field).find(isYearly);
  return field ? COLUMNS[field] : null;
}
