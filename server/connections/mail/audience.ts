import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Db } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/db/id.ts";
import { contacts } from "#server/platform/db/schema.ts";
import { mails } from "#server/platform/db/schema-mail.ts";

export const TWIN = "Another contact with this address gets it";

/** A rule or a campaign. `yearly`: the day of contacts that its mails are about; two with one address have two of it. */
export type Sender = {
  organizationId: string;
  kind: "automation" | "campaign";
  id: string;
  yearly?: AnyPgColumn | null;
};

/** The column of `mails` that names the sender. */
function nameOf({ kind }: Sender): SQL {
  return kind === "automation" ? sql`automation_id` : sql`campaign_id`;
}

/**
 * Whether somebody else with the contact's address gets the same mail, as SQL over `contacts`: people who stand twice
 * in the list are written once. A couple that shares an address has two birthdays. Wants a select over all who match,
 * of whom the oldest is written.
 */
export function isTwin(sender: Sender, occurrence: SQL): SQL<boolean> {
  const { organizationId, id, yearly } = sender;
  const same = yearly ? sql`to_char(${yearly}, 'MMDD')` : sql`''`;
  const sameOfTwin = yearly ? sql`to_char(twin.${sql.identifier(yearly.name)}, 'MMDD')` : sql`''`;
  return sql<boolean>`(${contacts.emailKey} <> '' and (
    row_number() over (partition by ${contacts.emailKey}, ${occurrence}, ${same}
      order by ${contacts.createdAt}, ${contacts.id}) > 1
    or exists (select from ${contacts} as twin
      where twin.organization_id = ${organizationId} and twin.email_key = ${contacts.emailKey}
        and twin.id <> ${contacts.id} and ${sameOfTwin} = ${same}
        -- Not a join: planned as one, it may read all of the sender's mails for each contact.
        and (select true from ${mails} where ${mails.organizationId} = ${organizationId}
          and ${mails}.${nameOf(sender)} = ${id} and ${mails.contactId} = twin.id
          and ${mails.occurrence} = ${occurrence} limit 1))))`;
}

type Queued = {
  /** Which of the organization's contacts get a mail, and what for: both are SQL over `contacts`. */
  where: SQL;
  occurrence: SQL;
  now: Date;
  /** The store's day on which it has to leave; null where it may leave later. */
  day: string | null;
  /** Why somebody does not get it, as SQL over `contacts`; they are told of in the history. */
  skipped?: SQL;
  /** What becomes of the others. */
  state?: "queued" | "held";
};

/**
 * Queues the sender's mail to every contact that `where` finds, in one statement however many they are. Who has one for
 * the same occurrence gets no second, whoever else may be queueing at this moment, and of several contacts with one
 * address the oldest gets it. What the mail says is read when it is handed over. Answers how many there are.
 */
export async function queueForContacts(db: Db, sender: Sender, queued: Queued): Promise<number> {
  const { where, occurrence, now, day, skipped = sql`null`, state = "queued" } = queued;
  // Time and version of a UUID v7 are the same in all ids of a millisecond; the rest is random.
  const idsBegin = newId(now.getTime()).slice(0, 15);
  const { rowCount } = await db.execute(sql`
    insert into ${mails} (organization_id, id, kind, ${nameOf(sender)}, occurrence, contact_id, to_address, to_name,
      due_at, on_day, state, reason)
    select ${sender.organizationId}::uuid, overlay(gen_random_uuid()::text placing ${idsBegin} from 1)::uuid,
      ${sender.kind}, ${sender.id}::uuid, occurrence, id, email, trim(first_name || ' ' || last_name),
      ${now.toISOString()}::timestamptz, ${day}::date,
      case when reason is null then ${state} else 'skipped' end, reason
    from (select *, coalesce(skipped, case when is_twin then ${TWIN} end) as reason
      from (select ${contacts.id}, ${contacts.email}, ${contacts.firstName}, ${contacts.lastName},
        ${occurrence} as occurrence, (${skipped})::text as skipped, ${isTwin(sender, occurrence)} as is_twin
        from ${contacts} where ${where}) as found) as judged
    on conflict do nothing`);
  return rowCount ?? 0;
}
