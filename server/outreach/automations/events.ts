import { and, eq, sql } from "drizzle-orm";
import { dayOf } from "#lib/time/days.ts";
import { queueForContacts } from "#server/connections/mail/audience.ts";
import { asActor } from "#server/platform/db/actor.ts";
import { type Db, prepared } from "#server/platform/db/client.ts";
import { contacts, organizations } from "#server/platform/db/schema.ts";
import { automations } from "#server/platform/db/schema-mail.ts";
import { senderOf } from "./audience.ts";
import { concerned } from "./conditions.ts";
import { makeTasks } from "./make-tasks.ts";

/** A sale was recorded, a contact created or a booking made, as `recordId`. `cost` is a sale's. */
type Event = {
  organizationId: string;
  kind: "sale" | "contact" | "booking";
  recordId: string;
  contactId: string;
  cost?: string;
};

/** Takes {organizationId}. */
const rulesOfEvents = prepared((db) =>
  db
    .select({ rule: automations, timezone: organizations.timezone })
    .from(automations)
    .innerJoin(organizations, eq(organizations.id, automations.organizationId))
    .where(
      and(
        eq(automations.organizationId, sql.placeholder("organizationId")),
        eq(automations.isActive, true),
        eq(automations.triggerType, "EVENT_BASED"),
      ),
    )
    // None is deleted or paused while its mails are being queued.
    .for("share", { of: automations })
    .prepare("rules_of_events"),
);

/**
 * Queues the mails, and makes the tasks, of the rules that wait for events. Called inside the transaction that makes the record, so that
 * there is never the one without the other. One happening is one event: a booking that makes its visitor a contact is
 * a booking. Records that were imported or seeded raise none. Answers how many mails there are to send now.
 */
export async function raiseEvent(db: Db, event: Event, now: Date): Promise<number> {
  const { organizationId, kind, recordId, contactId, cost } = event;
  const waiting = await rulesOfEvents(db).execute({ organizationId });
  let count = 0;
  for (const { rule, timezone } of waiting) {
    const matches = concerned(rule, { organizationId, timezone, now }, { cost });
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
