import { and, count, desc, eq, type SQL, sql } from "drizzle-orm";
import type { MailState } from "#lib/contract/mails.ts";
import type { Db } from "#server/db/client.ts";
import { mails } from "#server/db/schema-mail.ts";
import { selectMails } from "#server/mail/mail-page.ts";
import type { Rule } from "./rule.ts";

const PAGE = 50;

type Asked = { state?: MailState | undefined; before?: string | undefined };

/** How many mails a rule has in each state, and one page of them, newest first. */
export async function historyOf(db: Db, rule: Pick<Rule, "organizationId" | "id">, { state, before }: Asked) {
  const its = and(eq(mails.organizationId, rule.organizationId), eq(mails.automationId, rule.id));
  const counted = await db
    .select({ state: mails.state, count: count() })
    .from(mails)
    .where(its)
    .groupBy(mails.state);
  const page = await selectMails(db)
    .where(
      and(its, state && eq(mails.state, state), before ? olderThan(rule.organizationId, before) : undefined),
    )
    .orderBy(desc(mails.createdAt), desc(mails.id))
    .limit(PAGE);
  return { counts: Object.fromEntries(counted.map(({ state, count }) => [state, count])), mails: page };
}

/** Of a mail that does not exist, nothing is older. */
function olderThan(organizationId: string, id: string): SQL {
  return sql`(${mails.createdAt}, ${mails.id}) < (select cursor.created_at, cursor.id from ${mails} as cursor
    where cursor.organization_id = ${organizationId} and cursor.id = ${id})`;
}
