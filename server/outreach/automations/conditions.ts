import { type SQL, sql } from "drizzle-orm";
import { readSegment } from "#lib/contract/segments.ts";
import { dayOf } from "#lib/time/days.ts";
import type { Moment } from "#server/outreach/segments/period-days.ts";
import { inSegment } from "#server/outreach/segments/where.ts";
import { contactName } from "#server/platform/db/parties.ts";
import { contacts, purchases } from "#server/platform/db/schema.ts";
import { isYearly, yearlyMatches } from "./days-of-year.ts";
import { lastContactedMatches } from "./last-contacted.ts";
import type { Condition } from "./rule.ts";

type Happening = { cost: string | undefined };

const OPERATORS = { EQUALS: sql`=`, GREATER_THAN: sql`>`, LESS_THAN: sql`<` };

/**
 * SQL over `contacts`. For an event, Purchase.cost is the new sale's cost, otherwise that of any one
 * purchase.
 */
export function matching(conditions: Condition[], moment: Moment, happening?: Happening): SQL {
  const costs = conditions.filter(({ field }) => field === "Purchase.cost");
  const others = conditions.filter(({ field }) => field !== "Purchase.cost");
  const clauses = [
    sql`${contacts.organizationId} = ${moment.organizationId}`,
    ...others.map((condition) => contactMatches(condition, moment)),
  ];
  if (costs.length > 0) clauses.push(happening ? soldNow(costs, happening) : soldEver(costs, moment));
  return sql.join(clauses, sql` and `);
}

export function concerned(
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

function soldEver(costs: Condition[], { organizationId }: Moment): SQL {
  const all = costs.map((condition) => compared(sql`${purchases.cost}`, condition));
  return sql`exists (select from ${purchases} where ${purchases.organizationId} = ${organizationId}
    and ${purchases.contactId} = ${contacts.id} and ${sql.join(all, sql` and `)})`;
}

function soldNow(costs: Condition[], { cost }: Happening): SQL {
  if (cost === undefined) return sql`false`;
  // Rounded to cents, as sales are stored.
  return sql.join(
    costs.map((condition) => compared(sql`${cost}::numeric`, condition)),
    sql` and `,
  );
}
