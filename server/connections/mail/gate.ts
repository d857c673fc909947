import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { MailKind } from "#lib/contract/mails.ts";
import { contacts, organizations } from "#server/platform/db/schema.ts";
import { mails, suppressions } from "#server/platform/db/schema-mail.ts";

/* Used for the preview of recipients, and again when an email is sent. */

/** Marketing email can be refused and is limited per day. Other emails were requested by the recipient. */
export function isMarketing(kind: MailKind): boolean {
  return kind === "automation" || kind === "campaign";
}

export const ofMarketing = sql<boolean>`${mails.kind} in ('automation', 'campaign')`;

/** Requested emails first, then automations', then campaigns', as in the index. */
export const sendingOrder = sql`(case ${mails.kind} when 'automation' then 1 when 'campaign' then 2 else 0 end)`;

/** SQL: why a contact refuses marketing email, or null. */
const refusedBy = sql`case when ${contacts.consent} = 'withdrawn' then 'Said no to marketing emails'
  when ${contacts.consent} = 'unknown' and (select ${organizations.onlyConsented} from ${organizations}
    where ${organizations.id} = ${contacts.organizationId}) then 'Has not said yes to marketing emails' end`;

type Addressed = {
  organizationId: SQL;
  address: SQL;
  /** SQL: whether the email is marketing for a row of `contacts`. */
  marketing: SQL;
};

/**
 * SQL: why an address gets no email, or null. An unsubscribe and the contact's refusal only stop marketing
 * email; other suppressions stop all email.
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

/** SQL over `contacts`: why a contact gets no email of an automation or campaign. */
export const refusalOfContact = skipReason({
  organizationId: sql`${contacts.organizationId}`,
  address: sql`${contacts.email}`,
  marketing: sql`true`,
});
