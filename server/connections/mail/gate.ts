import { type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { MailKind } from "#lib/contract/mails.ts";
import { contacts, organizations } from "#server/platform/db/schema.ts";
import { mails, suppressions } from "#server/platform/db/schema-mail.ts";

/*
 * Who gets a mail and who does not, in words for staff. Asked before (who would get it), and again when a mail leaves.
 */

/** Mails that a person may refuse, and whose number a day is limited; all others are about something that they asked for. */
export function isMarketing(kind: MailKind): boolean {
  return kind === "automation" || kind === "campaign";
}

export const ofMarketing = sql<boolean>`${mails.kind} in ('automation', 'campaign')`;

/** What somebody waits for leaves first, then what means something today, then campaigns: as the index of due mails says. */
export const turn = sql`(case ${mails.kind} when 'automation' then 1 when 'campaign' then 2 else 0 end)`;

/** Why a contact wants no marketing mail, as SQL; null where nothing is known that speaks against it. */
const refusedBy = sql`case when ${contacts.consent} = 'withdrawn' then 'Said no to marketing emails'
  when ${contacts.consent} = 'unknown' and (select ${organizations.onlyConsented} from ${organizations}
    where ${organizations.id} = ${contacts.organizationId}) then 'Has not said yes to marketing emails' end`;

type Addressed = {
  organizationId: SQL;
  address: SQL;
  /** Whether it is a mail that `contacts`, joined or selected from, may have refused. */
  marketing: SQL;
};

/**
 * Why an address gets no mail, as SQL; null where it does. An unsubscribe stops marketing mails, and so does what the
 * contact said; everything else stops every mail.
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

/** Why a contact gets no mail of a rule or a campaign, as SQL over `contacts`. */
export const refusalOfContact = skipReason({
  organizationId: sql`${contacts.organizationId}`,
  address: sql`${contacts.email}`,
  marketing: sql`true`,
});
