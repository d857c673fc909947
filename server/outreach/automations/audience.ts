import { type SQL, sql } from "drizzle-orm";
import type { Sender } from "#server/connections/mail/audience.ts";
import { contacts } from "#server/platform/db/schema.ts";
import { mails } from "#server/platform/db/schema-mail.ts";
import { automationTasks, tasks } from "#server/platform/db/schema-tasks.ts";
import { concerned } from "./conditions.ts";
import { occurrence, yearlyColumn } from "./days-of-year.ts";
import type { Rule } from "./rule.ts";

/**
 * SQL over `contacts`. Served: has an email or task for the same occurrence. If each run is its own
 * occurrence, contacts with an unsent email or an open task count as served, so that slow sending doesn't
 * pile up.
 */
type Audience = { matches: SQL; isServed: SQL; occurrence: SQL | null };

export function audienceOf(rule: Rule, timezone: string, now: Date): Audience {
  const { organizationId, id, triggerType } = rule;
  const matches = concerned(rule, { organizationId, timezone, now });
  if (triggerType === "EVENT_BASED") return { matches, isServed: sql`false`, occurrence: null };
  const same = occurrence(rule, timezone, now);
  if (rule.actionType === "CREATE_TASK") return { matches, isServed: hasTask(rule, same), occurrence: same };
  const isServed = sql`(exists (select from ${mails} where ${mails.organizationId} = ${organizationId}
    and ${mails.automationId} = ${id} and ${mails.contactId} = ${contacts.id}
    and ${same ? sql`${mails.occurrence} = ${same}` : sql`${mails.state} in ('queued', 'held', 'sending')`})
    ${same && yearlyColumn(rule) ? sql`or ${wasGreeted(organizationId, same)}` : sql``})`;
  return { matches, isServed, occurrence: same };
}

/** Whether a person already greeted the contact on this day. */
function wasGreeted(organizationId: string, same: SQL): SQL {
  return sql`exists (select from ${mails} where ${mails.organizationId} = ${organizationId}
    and ${mails.automationId} is null and ${mails.contactId} = ${contacts.id} and ${mails.occurrence} = ${same}
    and ${mails.isResent} and ${mails.state} not in ('skipped', 'failed'))`;
}

/** Includes contacts that were merged into this one. */
function hasTask({ organizationId, id }: Rule, same: SQL | null): SQL {
  return same
    ? sql`exists (select from ${automationTasks} where ${automationTasks.organizationId} = ${organizationId}
        and ${automationTasks.automationId} = ${id} and ${automationTasks.occurrence} = ${same}
        and ${automationTasks.contactId} = any (array_append(${contacts.merged}, ${contacts.id})))`
    : sql`exists (select from ${tasks} where ${tasks.organizationId} = ${organizationId}
        and ${tasks.contactId} = ${contacts.id} and ${tasks.source} = 'automation' and ${tasks.sourceId} = ${id}
        and ${tasks.doneAt} is null)`;
}

export function senderOf(rule: Rule): Sender {
  return { organizationId: rule.organizationId, kind: "automation", id: rule.id, yearly: yearlyColumn(rule) };
}
