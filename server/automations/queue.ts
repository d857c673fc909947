import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Db } from "#server/db/client.ts";
import { newId } from "#server/db/id.ts";
import { contacts } from "#server/db/schema.ts";
import { mails } from "#server/db/schema-mail.ts";
import { isTwin } from "./audience.ts";
import type { Rule } from "./rule.ts";

export const TWIN = "Another contact with this address gets it";

type Queued = {
  /** Which of the organization's contacts get a mail, and what for: both are SQL over `contacts`. */
  where: SQL;
  occurrence: SQL;
  now: Date;
  /** The store's day on which it has to leave. */
  day: string;
  /** Why it is too late for them; they are told of in the history. */
  missed?: string;
};

/**
 * Queues the rule's mail to every contact that `where` finds, in one statement however many they are. Who has one for
 * the same occurrence gets no second, whoever else may be queueing at this moment, and of several contacts with one
 * address the oldest gets it. What the mail says is read when it is handed over. Answers how many there are.
 */
export async function queueMails(db: Db, rule: Rule, queued: Queued): Promise<number> {
  const { where, occurrence, now, day, missed = null } = queued;
  // Time and version of a UUID v7 are the same in all ids of a millisecond; the rest is random.
  const idsBegin = newId(now.getTime()).slice(0, 15);
  const { rowCount } = await db.execute(sql`
    insert into ${mails} (organization_id, id, kind, automation_id, occurrence, contact_id, to_address, to_name,
      due_at, on_day, state, reason)
    select ${rule.organizationId}::uuid, overlay(gen_random_uuid()::text placing ${idsBegin} from 1)::uuid,
      'automation', ${rule.id}::uuid, occurrence, id, email, trim(first_name || ' ' || last_name),
      ${now.toISOString()}::timestamptz, ${day}::date,
      case when is_twin or ${missed}::text is not null then 'skipped' else 'queued' end,
      coalesce(${missed}::text, case when is_twin then ${TWIN} end)
    from (select ${contacts.id}, ${contacts.email}, ${contacts.firstName}, ${contacts.lastName},
      ${occurrence} as occurrence, ${isTwin(rule, occurrence)} as is_twin from ${contacts} where ${where}) as found
    on conflict (organization_id, automation_id, contact_id, occurrence) do nothing`);
  return rowCount ?? 0;
}

/**
 * Skips the rule's mails that wait, for a `reason` in words for staff. What is on its way already leaves, and so does
 * what a person sends again.
 */
export async function skipWaiting(
  db: Db,
  { organizationId, id }: Pick<Rule, "organizationId" | "id">,
  reason: string,
  also: { automationId?: null } = {},
): Promise<void> {
  await db
    .update(mails)
    .set({ state: "skipped", reason, ...also })
    .where(
      and(
        eq(mails.organizationId, organizationId),
        eq(mails.automationId, id),
        inArray(mails.state, ["queued", "held"]),
        eq(mails.isResent, false),
      ),
    );
}
