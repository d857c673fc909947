import { and, eq, inArray, sql } from "drizzle-orm";
import { dayOf } from "#lib/time/days.ts";
import { queueForContacts } from "#server/connections/mail/audience.ts";
import { asActor } from "#server/platform/db/actor.ts";
import { type Db, prepared } from "#server/platform/db/client.ts";
import { contacts, organizations } from "#server/platform/db/schema.ts";
import { automations, mails } from "#server/platform/db/schema-mail.ts";
import { makeTasks } from "./make-tasks.ts";
import { concerned, senderOf } from "./recipients.ts";
import type { Rule } from "./rule.ts";

/** `recordId` is the sale, contact or booking. `cost` is a sale's. */
type Event = {
  organizationId: string;
  kind: "sale" | "contact" | "booking";
  recordId: string;
  contactId: string;
  cost?: string;
};

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
  const { organizationId, kind, recordId, contactId, cost } = event;
  const waiting = await rulesOfEvents(db).execute({ organizationId });
  let count = 0;
  for (const { rule, timezone } of waiting) {
    const matches = concerned(rule, { timezone, now }, { cost });
    const where = sql`${matches} and ${contacts.id} = ${contactId}`;
    const occurrence = sql`${`${kind}:${recordId}`}::text`;
    const day = dayOf(now, timezone);
    const found = { where, occurrence, now, day };
    if (rule.actionType === "CREATE_TASK") {
      const actor = { kind: "automation" as const, id: rule.id };
      await asActor(db, organizationId, actor, () => makeTasks(db, rule, found));
    } else count += await queueForContacts(db, senderOf(rule), found);
  }
  return count;
}

/** Leaves email that is being sent or was resent by a person. Staff see the `reason`. */
export async function skipWaiting(
  db: Db,
  { id }: Pick<Rule, "id">,
  reason: string,
  also: { automationId?: null } = {},
): Promise<void> {
  await db
    .update(mails)
    .set({ state: "skipped", reason, ...also })
    .where(
      and(eq(mails.automationId, id), inArray(mails.state, ["queued", "held"]), eq(mails.isResent, false)),
    );
}
