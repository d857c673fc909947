import { type SQL, sql } from "drizzle-orm";
import { contacts } from "#server/db/schema.ts";
import { mails } from "#server/db/schema-mail.ts";
import { concerned } from "./conditions.ts";
import { occurrence, yearlyColumn } from "./days-of-year.ts";
import type { Rule } from "./rule.ts";

/**
 * Whom a rule concerns when it runs, as SQL over `contacts`: they meet its conditions, and are not served yet. Served
 * is who has a mail for the same occurrence; where every run is another one, who still waits for the last mail: where
 * mails leave slowly, nobody gets two at once.
 */
type Audience = { matches: SQL; isServed: SQL; occurrence: SQL | null };

export function audienceOf(rule: Rule, timezone: string, now: Date): Audience {
  const { organizationId, id, triggerType } = rule;
  const matches = concerned(rule, { organizationId, timezone, now });
  if (triggerType === "EVENT_BASED") return { matches, isServed: sql`false`, occurrence: null };
  const same = occurrence(rule, timezone, now);
  const isServed = sql`exists (select from ${mails} where ${mails.organizationId} = ${organizationId}
    and ${mails.automationId} = ${id} and ${mails.contactId} = ${contacts.id}
    and ${same ? sql`${mails.occurrence} = ${same}` : sql`${mails.state} in ('queued', 'held', 'sending')`})`;
  return { matches, isServed, occurrence: same };
}

/**
 * Whether somebody else with the contact's address gets the same mail, as SQL over `contacts`: people who stand twice
 * in the list are written once. A couple that shares an address has two birthdays. Wants a select over all who match,
 * of whom the oldest is written.
 */
export function isTwin(rule: Rule, occurrence: SQL): SQL<boolean> {
  const { organizationId, id } = rule;
  const day = yearlyColumn(rule);
  const same = day ? sql`to_char(${day}, 'MMDD')` : sql`''`;
  const sameOfTwin = day ? sql`to_char(twin.${sql.identifier(day.name)}, 'MMDD')` : sql`''`;
  return sql<boolean>`(${contacts.emailKey} <> '' and (
    row_number() over (partition by ${contacts.emailKey}, ${occurrence}, ${same}
      order by ${contacts.createdAt}, ${contacts.id}) > 1
    or exists (select from ${contacts} as twin join ${mails} on ${mails.organizationId} = twin.organization_id
        and ${mails.contactId} = twin.id
      where twin.organization_id = ${organizationId} and twin.email_key = ${contacts.emailKey}
        and twin.id <> ${contacts.id} and ${sameOfTwin} = ${same}
        and ${mails.automationId} = ${id} and ${mails.occurrence} = ${occurrence})))`;
}
