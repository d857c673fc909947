import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Db } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/db/id.ts";
import { owned, storeId } from "#server/platform/db/owned.ts";
import { contacts } from "#server/platform/db/schema.ts";
import { mails } from "#server/platform/db/schema-mail.ts";

export const DUPLICATE_RECIPIENT = "Another contact with this address gets this email";

/** `yearly`: the contacts' day that the email is about. */
export type Sender = {
  kind: "automation" | "campaign";
  id: string;
  yearly?: AnyPgColumn | null;
};

function nameOf({ kind }: Pick<Sender, "kind">): SQL {
  return kind === "automation" ? sql`automation_id` : sql`campaign_id`;
}

/**
 * Another contact with the same address gets the same email; the oldest counts. A couple that shares an address has
 * two birthdays.
 */
export function isDuplicateRecipient(sender: Sender, occurrence: SQL): SQL<boolean> {
  const { id, yearly } = sender;
  const same = yearly ? sql`to_char(${yearly}, 'MMDD')` : sql`''`;
  const sameOfTwin = yearly ? sql`to_char(twin.${sql.identifier(yearly.name)}, 'MMDD')` : sql`''`;
  return sql<boolean>`(${contacts.emailKey} <> '' and (
    row_number() over (partition by ${contacts.emailKey}, ${occurrence}, ${same}
      order by ${contacts.createdAt}, ${contacts.id}) > 1
    or exists (select from ${owned(contacts, "twin")}
      where twin.email_key = ${contacts.emailKey}
        and twin.id <> ${contacts.id} and ${sameOfTwin} = ${same}
        -- Not a join: planned as one, it may read all of the sender's mails for each contact.
        and (select true from ${owned(mails)}
          where ${mails}.${nameOf(sender)} = ${id} and ${mails.contactId} = twin.id
          and ${mails.occurrence} = ${occurrence} limit 1))))`;
}

type Queued = {
  where: SQL;
  occurrence: SQL;
  now: Date;
  day: string | null;
  /** SQL over `contacts`: why one gets no email. The history shows it. */
  skipped?: SQL;
  state?: "queued" | "held";
};

/**
 * In one statement, idempotent per contact and occurrence, also with concurrent calls. Returns the number of emails.
 */
export async function queueForContacts(db: Db, sender: Sender, queued: Queued): Promise<number> {
  const { where, occurrence, now, day, skipped = sql`null`, state = "queued" } = queued;
  // UUIDs v7 of one millisecond share their first characters.
  const idsBegin = newId(now.getTime()).slice(0, 15);
  const { rowCount } = await db.execute(sql`
    insert into ${mails} (organization_id, id, kind, ${nameOf(sender)}, occurrence, contact_id, to_address, to_name,
      due_at, on_day, state, reason)
    select ${storeId}::uuid, overlay(gen_random_uuid()::text placing ${idsBegin} from 1)::uuid,
      ${sender.kind}, ${sender.id}::uuid, occurrence, id, email, trim(first_name || ' ' || last_name),
      ${now.toISOString()}::timestamptz, ${day}::date,
      case when reason is null then ${state} else 'skipped' end, reason
    from (select *, coalesce(skipped, case when is_twin then ${DUPLICATE_RECIPIENT} end) as reason
      from (select ${contacts.id}, ${contacts.email}, ${contacts.firstName}, ${contacts.lastName},
        ${occurrence} as occurrence, (${skipped})::text as skipped, ${isDuplicateRecipient(sender, occurrence)} as is_twin
        from ${owned(contacts)} where ${where}) as found) as judged
    on conflict do nothing`);
  return rowCount ?? 0;
}
