import { and, eq, sql } from "drizzle-orm";
import { dayOf } from "#lib/time/days.ts";
import { queueForContacts } from "#server/connections/mail/audience.ts";
import { skipQueued } from "#server/connections/mail/queue.ts";
import { asActor } from "#server/platform/db/actor.ts";
import { type Db, prepared } from "#server/platform/db/client.ts";
import { contacts, organizations } from "#server/platform/db/schema.ts";
import { automations, mails } from "#server/platform/db/schema-mail.ts";
import { makeTasks } from "./make-tasks.ts";
import { matchesRule, senderOf } from "./recipients.ts";
import type { Rule } from "./rule.ts";

/** `recordId` is the sale, contact, booking or time at which a repair was ready. `cost` is a sale's. */
type Event = {
  kind: "sale" | "contact" | "booking" | "repair";
  recordId: string;
  contactId: string;
  cost?: string;
};

/** The email about a repair waits until its move can no longer be undone in the toast. */
const UNDO_MS = 15_000;

const rulesOfEvents = prepared((db) =>
  db
    .select({ rule: automations, timezone: organizations.timezone })
    .from(automations)
    .innerJoin(organizations, eq(organizations.id, automations.organizationId))
    .where(and(eq(automations.isActive, true), eq(automations.triggerType, "EVENT_BASED")))
    // No rule may be deleted or paused while its email is queued.
    .for("share", { of: automations })
    .prepare("rules_of_events"),
);

/**
 * Requires the transaction that creates the record. A booking that also creates its contact is one event.
 * Imported and seeded records raise none. Returns how many emails can be sent now.
 */
export async function raiseEvent(db: Db, event: Event, now: Date): Promise<number> {
  const { kind, contactId, cost } = event;
  const waiting = await rulesOfEvents(db).execute({});
  let count = 0;
  for (const { rule, timezone } of waiting) {
    if ((rule.event === "REPAIR_READY") !== (kind === "repair")) continue;
    const matches = matchesRule(rule, { timezone, now }, { cost });
    const where = sql`${matches} and ${contacts.id} = ${contactId}`;
    const occurrence = sql`${occurrenceOf(event)}::text`;
    const day = dayOf(now, timezone);
    const found = { where, occurrence, now, day };
    if (rule.actionType === "CREATE_TASK") {
      const actor = { kind: "automation" as const, id: rule.id };
      await asActor(db, actor, () => makeTasks(db, rule, found));
    } else {
      const due = new Date(+now + (kind === "repair" ? UNDO_MS : 0));
      count += await queueForContacts(db, senderOf(rule), { ...found, now: due });
    }
  }
  return count;
}

function occurrenceOf({ kind, recordId }: Pick<Event, "kind" | "recordId">): string {
  return `${kind}:${recordId}`;
}

export async function withdrawEvent(
  db: Db,
  event: Pick<Event, "kind" | "recordId" | "contactId">,
  reason: string,
): Promise<void> {
  const its = and(eq(mails.contactId, event.contactId), eq(mails.occurrence, occurrenceOf(event)));
  await skipQueued(db, its, reason);
}

/** Leaves email that a person resent. */
export async function skipWaiting(
  db: Db,
  { id }: Pick<Rule, "id">,
  reason: string,
  also: { automationId?: null } = {},
): Promise<void> {
  await skipQueued(db, and(eq(mails.automationId, id), eq(mails.isResent, false)), reason, also);
}
