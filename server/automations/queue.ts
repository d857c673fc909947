import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "../db/client.ts";
import { newId } from "../db/id.ts";
import { contacts } from "../db/schema.ts";
import { type automations, mails } from "../db/schema-mail.ts";

export type Rule = typeof automations.$inferSelect;

/** Which of the organization's contacts get a mail, and what for: both are SQL over `contacts`. */
type Who = { where: SQL; occurrence: SQL };

/**
 * Queues the rule's mail to every contact that `where` finds, in one statement however many they are. Who has one for
 * the same occurrence gets no second, whoever else may be queueing at this moment. What the mail says is read when it
 * is handed over.
 */
export async function queueMails(db: Db, rule: Rule, { where, occurrence }: Who, now: Date): Promise<void> {
  // Time and version of a UUID v7 are the same in all ids of a millisecond; the rest is random.
  const idsBegin = newId(now.getTime()).slice(0, 15);
  await db.execute(sql`
    insert into ${mails} (organization_id, id, kind, automation_id, occurrence, contact_id, to_address, to_name, due_at)
    select ${rule.organizationId}::uuid, overlay(gen_random_uuid()::text placing ${idsBegin} from 1)::uuid,
      'automation', ${rule.id}::uuid, ${occurrence}, ${contacts.id}, ${contacts.email},
      ${contacts.firstName} || ' ' || ${contacts.lastName}, ${now.toISOString()}::timestamptz
    from ${contacts} where ${where}
    on conflict (organization_id, automation_id, contact_id, occurrence) do nothing`);
}

/**
 * Skips the rule's mails that wait, for a `reason` in words for staff. What is on its way already leaves, and so does
 * what a person sends again.
 */
export async function skipWaiting(
  db: Db,
  { organizationId, id }: Pick<Rule, "organizationId" | "id">,
  reason: string,
): Promise<void> {
  await db
    .update(mails)
    .set({ state: "skipped", reason })
    .where(
      and(
        eq(mails.organizationId, organizationId),
        eq(mails.automationId, id),
        eq(mails.state, "queued"),
        eq(mails.isResent, false),
      ),
    );
}
