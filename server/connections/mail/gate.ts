import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { MailKind } from "#lib/contract/mails.ts";
import { contacts, organizations } from "#server/platform/db/schema.ts";
import { mails, suppressions } from "#server/platform/db/schema-mail.ts";

/* For the preview of recipients, and again when an email is sent. */

/** Marketing can be refused and is limited. Other emails were requested by the recipient. */
export function isMarketing(kind: MailKind): boolean {
  return kind === "automation" || kind === "campaign";
}

export const ofMarketing = sql<boolean>`${mails.kind} in ('automation', 'campaign')`;

/** Matches the index. */
export const sendingOrder = sql`(case ${mails.kind} when 'automation' then 1 when 'campaign' then 2 else 0 end)`;

const refusedBy = sql`case when ${contacts.consent} = 'withdrawn' then 'Said no to marketing emails'
  when ${contacts.consent} = 'unknown' and (select ${organizations.onlyConsented} from ${organizations}
    where ${organizations.id} = ${contacts.organizationId}) then 'Has not said yes to marketing emails' end`;

type Addressed = {
  organizationId: SQL;
  address: SQL;
  /** SQL: whether the email is marketing. */
  marketing: SQL;
};

/**
 * Why an address gets no email, or null. An unsubscribe and the contact's refusal only stop marketing; other
 * suppressions stop all email.
 */
export function skipReason({ organizationId, address, marketing }: Addressed): SQL<string | null> {
  const is = (reason: string) => sql`exists (select from ${suppressions}
    where ${suppressions.organizationId} = ${organizationId} and ${suppressions.address} = lower(${address})
      and ${suppressions.reason} = ${sql.raw(`'${reason}'`)} and ${suppressions.liftedAt} is null)`;
  return sql<string | null>`case when ${address} = '' then 'No email address'
    when length(${address}) > 254 or ${address} !~ ${z.regexes.email.source} then 'Not a valid email address'
    when ${is("erased")} then 'The address was erased'
    when ${is("bounced")} then 'An earlier mail to this address came back'
    when not ${marketing} then null
    when ${is("unsubscribed")} then 'Unsubscribed'
    else ${refusedBy} end`;
}

/** SQL over `contacts`. */
export const refusalOfContact = skipReason({
  organizationId: sql`${contacts.organizationId}`,
  address: sql`${contacts.email}`,
  marketing: sql`true`,
});
