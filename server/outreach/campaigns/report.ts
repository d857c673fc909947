import { and, count, desc, eq, sql } from "drizzle-orm";
import { shownState } from "#server/connections/mail/mail-page.ts";
import type { Db } from "#server/platform/db/client.ts";
import { purchases } from "#server/platform/db/schema.ts";
import { mails, suppressions } from "#server/platform/db/schema-mail.ts";

/** Some mail servers word each failure differently. */
const REASONS = 20;
/** Sales within this many days count as a result. */
const DAYS = 30;

export async function reportOf(db: Db, organizationId: string, id: string) {
  const its = and(eq(mails.organizationId, organizationId), eq(mails.campaignId, id));
  const counted = await db
    .select({ state: shownState, count: count() })
    .from(mails)
    .where(its)
    .groupBy(shownState);
  const reasons = (state: "skipped" | "failed") =>
    db
      .select({ reason: sql<string>`coalesce(${mails.reason}, '')`, count: count() })
      .from(mails)
      .where(and(its, eq(mails.state, state)))
      .groupBy(mails.reason)
      .orderBy(desc(count()), mails.reason)
      .limit(REASONS);
  const { rows } = await db.execute<{ unsubscribed: string; contacts: string; spent: string }>(sql`
    select (select count(*) from ${suppressions} join ${mails} on ${mails.organizationId} = ${suppressions.organizationId}
        and ${mails.id} = ${suppressions.mailId}
      where ${suppressions.organizationId} = ${organizationId} and ${suppressions.reason} = 'unsubscribed'
        and ${mails.campaignId} = ${id}) as unsubscribed,
      count(distinct bought.contact_id) as contacts, coalesce(sum(bought.paid), 0)::text as spent
    from (select distinct on (${purchases.id}) ${purchases.contactId}, ${purchases.cost} - ${purchases.refunded} as paid
      from ${mails} join ${purchases} on ${purchases.organizationId} = ${mails.organizationId}
        and ${purchases.contactId} = ${mails.contactId}
        and ${purchases.createdAt} > ${mails.sentAt} and ${purchases.createdAt} <= ${mails.sentAt} + interval '${sql.raw(String(DAYS))} days'
      where ${its} and ${mails.state} = 'sent') as bought`);
  const [bought] = rows;
  return {
    counts: Object.fromEntries(counted.map((one) => [one.state, one.count])),
    skipped: await reasons("skipped"),
    failed: await reasons("failed"),
    unsubscribed: Number(bought?.unsubscribed ?? 0),
    cameBack: { contacts: Number(bought?.contacts ?? 0), spent: bought?.spent ?? "0" },
  };
}
