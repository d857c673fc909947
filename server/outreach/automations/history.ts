import { and, count, desc, eq, type SQL, sql } from "drizzle-orm";
import type { MailState } from "#lib/contract/mails.ts";
import { selectMails, shownState } from "#server/connections/mail/mail-page.ts";
import type { Db } from "#server/platform/db/client.ts";
import { mails } from "#server/platform/db/schema-mail.ts";

const PAGE = 50;

type Sender =
  | { organizationId: string; automationId: string }
  | { organizationId: string; campaignId: string };
type Asked = { state?: MailState | undefined; before?: string | undefined };

export async function historyOf(db: Db, sender: Sender, { state, before }: Asked) {
  const { organizationId } = sender;
  const of =
    "automationId" in sender
      ? eq(mails.automationId, sender.automationId)
      : eq(mails.campaignId, sender.campaignId);
  const its = and(eq(mails.organizationId, organizationId), of);
  const counted = await db
    .select({ state: shownState, count: count() })
    .from(mails)
    .where(its)
    .groupBy(shownState);
  const page = await selectMails(db)
    .where(
      and(
        its,
        state && sql`${shownState} = ${state}`,
        before ? olderThan(organizationId, before) : undefined,
      ),
    )
    .orderBy(desc(mails.createdAt), desc(mails.id))
    .limit(PAGE);
  return { counts: Object.fromEntries(counted.map(({ state, count }) => [state, count])), mails: page };
}

function olderThan(organizationId: string, id: string): SQL {
  return sql`(${mails.createdAt}, ${mails.id}) < (select cursor.created_at, cursor.id from ${mails} as cursor
    where cursor.organization_id = ${organizationId} and cursor.id = ${id})`;
}
