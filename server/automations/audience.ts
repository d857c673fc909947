import { type SQL, sql } from "drizzle-orm";
import { contacts } from "../db/schema.ts";
import { mails } from "../db/schema-mail.ts";
import { matching } from "./conditions.ts";
import { occurrence } from "./occurrence.ts";
import type { Rule } from "./queue.ts";

/**
 * Whom a rule concerns when it runs, as SQL over `contacts`: they meet its conditions, and are not served yet. Served
 * is who has a mail for the same occurrence; where every run is another one, who still waits for the last mail: where
 * mails leave slowly, nobody gets two at once.
 */
export type Audience = { matches: SQL; isServed: SQL; occurrence: SQL | null };

export function audienceOf(rule: Rule, timezone: string, now: Date): Audience {
  const { organizationId, id, conditions, triggerType } = rule;
  const matches = matching(conditions, { organizationId, timezone, now });
  if (triggerType === "EVENT_BASED") return { matches, isServed: sql`false`, occurrence: null };
  const same = occurrence(rule, timezone, now);
  const isServed = sql`exists (select from ${mails} where ${mails.organizationId} = ${organizationId}
    and ${mails.automationId} = ${id} and ${mails.contactId} = ${contacts.id}
    and ${same ? sql`${mails.occurrence} = ${same}` : sql`${mails.state} in ('queued', 'sending')`})`;
  return { matches, isServed, occurrence: same };
}
