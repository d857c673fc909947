import { and, eq, like, or, type SQL, sql } from "drizzle-orm";
import { NO_ACCOUNT } from "#lib/contract/mail-terms.ts";
import type { MailState } from "#lib/contract/mails.ts";
import type { Db } from "#server/platform/db/client.ts";
import { contactName } from "#server/platform/db/parties.ts";
import { contacts, templates } from "#server/platform/db/schema.ts";
import { campaigns } from "#server/platform/db/schema-campaigns.ts";
import { automations, mails } from "#server/platform/db/schema-mail.ts";
import { patternsOf } from "#server/platform/db/search.ts";

/** Emails that wait for an account count as not sent. */
export const shownState = sql<MailState>`case when ${mails.state} = 'queued' and ${mails.reason} = ${sql.raw(
  `'${NO_ACCOUNT}'`,
)} then 'kept' else ${mails.state} end`;

export function selectMails(db: Db) {
  return db
    .select({
      id: mails.id,
      kind: mails.kind,
      toAddress: mails.toAddress,
      toName: mails.toName,
      contact: {
        id: contacts.id,
        name: contactName,
      },
      campaign: { id: campaigns.id, name: campaigns.name },
      subject: sql<string | null>`coalesce(${mails.subject}, ${templates.subject}, ${campaigns.subject})`,
      state: mails.state,
      reason: mails.reason,
      createdAt: mails.createdAt,
      dueAt: mails.dueAt,
      // For unknown emails, `sent_at` is when they were handed over.
      sentAt: sql<Date | null>`case when ${mails.state} = 'sent' then ${mails.sentAt} end`.mapWith(
        mails.sentAt,
      ),
    })
    .from(mails)
    .leftJoin(
      contacts,
      and(eq(contacts.organizationId, mails.organizationId), eq(contacts.id, mails.contactId)),
    )
    .leftJoin(
      automations,
      and(eq(automations.organizationId, mails.organizationId), eq(automations.id, mails.automationId)),
    )
    .leftJoin(
      templates,
      and(eq(templates.organizationId, mails.organizationId), eq(templates.id, automations.templateId)),
    )
    .leftJoin(
      campaigns,
      and(eq(campaigns.organizationId, mails.organizationId), eq(campaigns.id, mails.campaignId)),
    );
}

const MAX_WORDS = 8;

/**
 * Each word must be part of the contact's name, email or number, or of the email. Null if nothing can match.
 */
export function findMails(term: string): (SQL | undefined)[] | null {
  const patterns = term.trim() === "" ? [] : patternsOf(term);
  if (!patterns) return null;
  return patterns
    .slice(0, MAX_WORDS)
    .map((pattern) => or(like(contacts.search, pattern), like(mails.search, pattern)));
}
