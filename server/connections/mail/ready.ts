import { and, type SQL, sql } from "drizzle-orm";
import { NO_ACCOUNT } from "#lib/contract/mail-terms.ts";
import type { Db } from "#server/platform/db/client.ts";
import { accounts, mails } from "#server/platform/db/schema-mail.ts";
import { timezoneOf } from "#server/platform/db/timezone.ts";
import { mailFailed } from "./alerts.ts";
import { hasBegun, isDayOver, isDue } from "./candidates.ts";

type Except = { busy: string[]; resting: string[]; unpaced: SQL; limit: number };

/**
 * Organizations with due emails, except `busy` ones, and `resting` ones unless they have connected a mailbox
 * since. `unpaced` emails don't need a mailbox. Skips through the index from one organization to the next.
 */
export async function readyOrganizations(
  db: Db,
  now: Date,
  { busy, resting, unpaced, limit }: Except,
): Promise<string[]> {
  const at = now.toISOString();
  const { rows } = await db.execute<{ id: string }>(sql`
    with recursive waiting as (
      (select organization_id as id from ${mails} where state = 'queued' order by 1 limit 1)
      union all
      select (select organization_id from ${mails} where state = 'queued' and organization_id > waiting.id
        order by 1 limit 1)
      from waiting where waiting.id is not null
    )
    select id from waiting
    where id <> all (${sql.param(busy)}::uuid[])
      and (id <> all (${sql.param(resting)}::uuid[])
        or exists (select from ${accounts} where organization_id = waiting.id and is_stores and provider <> 'local'))
      -- Not exists(): that would be planned as a join, which reads whatever is due.
      and (select true from ${mails} where organization_id = waiting.id and state = 'queued' and due_at <= ${at}
        limit 1)
      and (not exists (select from ${accounts} where organization_id = waiting.id and is_stores and next_mail_at > ${at})
        or (select true from ${mails} where organization_id = waiting.id and state = 'queued' and due_at <= ${at}
          and ${unpaced} limit 1))
    order by random() limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** Skips emails whose day is over. */
export async function markAsWaiting(db: Db, organizationId: string, now: Date): Promise<void> {
  const reason = NO_ACCOUNT;
  const [begun, over] = [hasBegun(now), isDayOver(now, await timezoneOf(db, organizationId))];
  const failed = await db
    .update(mails)
    .set({ state: "failed", reason, updatedAt: now })
    .where(and(isDue(organizationId, now), begun))
    .returning({ kind: mails.kind });
  for (const { kind } of failed.slice(0, 1)) await mailFailed(db, { organizationId, kind }, now);
  await db
    .update(mails)
    .set({ state: sql`case when ${over} then 'skipped' else 'queued' end`, reason, updatedAt: now })
    .where(and(isDue(organizationId, now), sql`(${over} or ${mails.reason} is distinct from ${reason})`));
}
