import { and, eq, inArray, isNotNull, isNull, lt, ne, or, type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { type ConsentSource, strictest } from "#lib/contract/consent.ts";
import { addressField } from "#lib/contract/contacts.ts";
import type { MailKind } from "#lib/contract/mails.ts";
import { type Db, storeIdOf } from "#server/platform/db/client.ts";
import { isOwned, owned } from "#server/platform/db/owned.ts";
import { nextVersion, uuids } from "#server/platform/db/record.ts";
import { contacts, organizations } from "#server/platform/db/schema.ts";
import { erasedKeys } from "#server/platform/db/schema-journal.ts";
import { mails, suppressions } from "#server/platform/db/schema-mail.ts";
import type { Secret } from "#server/platform/secrets/keyring.ts";
import { keyedHashes } from "#server/platform/secrets/tokens.ts";

export const WAS_ERASED = "This person was erased permanently and is skipped";

type Reachable = { email: string; phoneNumber: string };

/** Recognize an erased person without identifying them. Includes keys of former secrets. */
export function keysOf(secret: Secret, organizationId: string, { email, phoneNumber }: Reachable): Buffer[] {
  const digits = phoneNumber.replace(/\D/g, "");
  return [email && `email ${email.toLowerCase()}`, digits && `phone ${digits}`]
    .filter(Boolean)
    .flatMap((text) => keyedHashes(secret, `erased ${organizationId}`, text));
}

export async function erasedAmong<T extends Reachable>(db: Db, secret: Buffer, people: T[]): Promise<Set<T>> {
  const keys = people.map((person) => ({ person, keys: keysOf(secret, storeIdOf(db), person) }));
  const all = keys.flatMap((one) => one.keys);
  if (all.length === 0) return new Set();
  const found = await db.select({ key: erasedKeys.key }).from(erasedKeys).where(inArray(erasedKeys.key, all));
  const erased = new Set(found.map(({ key }) => key.toString("hex")));
  return new Set(
    keys.filter((one) => one.keys.some((key) => erased.has(key.toString("hex")))).map(({ person }) => person),
  );
}

export async function consentOfDeleted(db: Db, secret: Buffer, person: Reachable) {
  const keys = keysOf(secret, storeIdOf(db), person);
  if (keys.length === 0) return {};
  const [found] = await db
    .select({ at: erasedKeys.at, saidNo: erasedKeys.saidNo })
    .from(erasedKeys)
    .where(and(inArray(erasedKeys.key, keys), isNotNull(erasedKeys.saidNo)))
    .limit(1);
  if (found) return { consent: "withdrawn" as const, consentAt: found.at, consentSource: found.saidNo };
  return (await refusalsInTrash(db, [person])).get(person) ?? {};
}

/** A newer answer of the contact takes precedence. */
export async function inheritRefusal(db: Db, secret: Buffer, contactId: string, address: string) {
  const person = { email: "", phoneNumber: "", [addressField(address)]: address };
  const noTexts = (await noTextsOfDeleted(db, [person])).get(person);
  if (noTexts)
    await db
      .update(contacts)
      .set({ ...noTexts, ...nextVersion(contacts) })
      .where(and(eq(contacts.id, contactId), isNull(contacts.noTextsAt)));
  const no = await consentOfDeleted(db, secret, person);
  if (!("consent" in no)) return;
  await db
    .update(contacts)
    .set({ consentBy: null, consentSaid: null, ...no, ...nextVersion(contacts) })
    .where(
      and(
        eq(contacts.id, contactId),
        ne(contacts.consent, "withdrawn"),
        or(isNull(contacts.consentAt), lt(contacts.consentAt, no.consentAt ?? new Date(0))),
      ),
    );
}

/** Call it before a deletion. Other contacts with the same address keep the refusal, unless they answered later. */
export async function copyRefusals(db: Db, ids: string[]): Promise<void> {
  const going = sql`any (${uuids(ids)})`;
  await db.execute(sql`
    update contacts set consent = 'withdrawn', consent_at = said.at, consent_source = said.source, consent_by = said.by,
      consent_said = said.words, version = contacts.version + 1, updated_at = now()
    from (select distinct on (key) key, consent_at as at, consent_source as source, consent_by as by, consent_said as words
      from ${owned("contacts", "gone")}, lateral (select email_key as key union select address_key
        from ${owned("contact_addresses", "more")} where more.contact_id = gone.id) as own
      where gone.id = ${going} and consent = 'withdrawn' and key <> ''
      order by key, consent_source is distinct from 'unsubscribe', consent_at desc) as said
    where ${isOwned("contacts")} and contacts.email_key = said.key and contacts.id <> all (${uuids(ids)}) and contacts.consent <> 'withdrawn'
      and (contacts.consent_at is null or contacts.consent_at < said.at)`);
}

export async function noTextsOfDeleted<T extends Reachable>(db: Db, people: T[]) {
  const of = ({ phoneNumber }: T) => phoneNumber.replace(/\D/g, "");
  const keys = [...new Set(people.map(of).filter(Boolean))];
  if (keys.length === 0) return new Map<T, { noTextsAt: Date; noTextsBy: string }>();
  const wanted = sql`select jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb)`;
  const { rows } = await db.execute<{ key: string; at: string; by: string }>(sql`
    with refused as not materialized (select * from ${owned("journal")}
        where kind = 'contact' and action = 'deleted' and (reason is null or reason = 'merge')
          and was->>'no_texts_at' is not null
          and not exists (select from ${owned("reverts")} where reverts.change = journal.change))
    select key, was->>'no_texts_at' as at, was->>'no_texts_by' as by from refused,
      lateral (select regexp_replace(refused.was->>'phone_number', '\\D', '', 'g') as key
        union select regexp_replace(was->>'name', '\\D', '', 'g') from ${owned("journal", "more")}
          where change = refused.change and kind = 'address' and action = 'deleted'
            and was->>'contact_id' = refused.record_id::text) as own
      where key in (${wanted})
    union all select address, created_at::text, said from ${owned("suppressions")}
      where reason = 'unsubscribed' and lifted_at is null and address in (${wanted})`);
  const found = new Map(rows.map(({ key, at, by }) => [key, { noTextsAt: new Date(at), noTextsBy: by }]));
  return new Map(
    people.flatMap((person) => {
      const no = found.get(of(person));
      return no ? [[person, no]] : [];
    }),
  );
}

export type Refusal = {
  consent: "withdrawn";
  consentAt: Date | null;
  consentSource: ConsentSource | null;
  consentBy: string | null;
  consentSaid: string | null;
};

/** Their own refusal takes precedence, then the newest. */
export async function refusalsInTrash<T extends Reachable>(db: Db, people: T[]): Promise<Map<T, Refusal>> {
  const of = ({ email, phoneNumber }: T) =>
    [email.toLowerCase(), phoneNumber.replace(/\D/g, "")].filter(Boolean);
  const keys = [...new Set(people.flatMap(of))];
  if (keys.length === 0) return new Map();
  const wanted = sql`select jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb)`;
  // `refused` repeats the condition of the index journal_said_no, and isn't materialized so that Postgres uses it.
  const { rows } = await db.execute<
    Omit<Refusal, "consentAt"> & { key: string; consentAt: string | null }
  >(sql`
    with refused as not materialized (select * from ${owned("journal")}
        where kind = 'contact' and action = 'deleted' and (reason is null or reason = 'merge')
          and was->>'consent' = 'withdrawn'),
      further as materialized (select change, (was->>'contact_id')::uuid as contact_id, key
        from ${owned("journal")}, lateral (values (case when strpos(was->>'name', '@') > 0
          then lower(was->>'name') else regexp_replace(was->>'name', '\\D', '', 'g') end)) as own (key)
        where exists (select from refused) and kind = 'address' and action = 'deleted' and was is not null
          and key in (${wanted}))
    select key, was->>'consent' as consent, was->>'consent_at' as "consentAt", was->>'consent_source' as "consentSource",
      was->>'consent_by' as "consentBy", was->>'consent_said' as "consentSaid"
    from (select refused.*, key from refused, lateral (values (lower(was->>'email')),
          (regexp_replace(was->>'phone_number', '\\D', '', 'g'))) as own (key) where key in (${wanted})
        union all select refused.*, key from further join refused on refused.change = further.change
          and refused.record_id = further.contact_id) as said
    where not exists (select from ${owned("reverts")} where reverts.change = said.change)
    order by was->>'consent_source' is not distinct from 'unsubscribe', id`);
  const found = new Map(
    rows.map(({ key, consentAt, ...said }) => [
      key,
      { ...said, consentAt: consentAt ? new Date(consentAt) : null },
    ]),
  );
  return new Map(
    people.flatMap((person) => {
      const nos = of(person).flatMap((key) => found.get(key) ?? []);
      const no = strictest(nos, ({ consent: state, consentSource: source }) => ({ state, source }));
      return no ? [[person, no]] : [];
    }),
  );
}

export function isMarketing(kind: MailKind): boolean {
  return kind === "automation" || kind === "campaign";
}

export const ofMarketing = sql<boolean>`${mails.kind} in ('automation', 'campaign')`;

/** The index of due emails has the same expression. */
export const sendingOrder = sql`(case ${mails.kind} when 'automation' then 1 when 'campaign' then 2 else 0 end)`;

const refusedBy = sql`case when ${contacts.consent} = 'withdrawn' then 'Said no to marketing emails'
  when ${contacts.emailKey} in (select twin.email_key from ${owned("contacts", "twin")}
    where twin.consent = 'withdrawn' and twin.email_key <> '')
    or exists (select from ${owned("contact_addresses", "more")}
      join ${owned("contacts", "twin")} on twin.id = more.contact_id
      where twin.consent = 'withdrawn' and more.address_key = ${contacts.emailKey})
    then 'Another contact with this address said no to marketing emails'
  when ${contacts.consent} = 'unknown' and (select ${organizations.onlyConsented} from ${organizations}
    where ${organizations.id} = ${contacts.organizationId}) then 'Has not said yes to marketing emails' end`;

type Addressed = {
  address: SQL;
  marketing: SQL;
};

/**
 * Why an address gets no email, or null. An unsubscribe and the contact's refusal only stop marketing; other
 * suppressions stop all email.
 */
export function skipReason({ address, marketing }: Addressed): SQL<string | null> {
  const is = (reason: string) => sql`exists (select from ${owned(suppressions)}
    where ${suppressions.address} = lower(${address})
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
  address: sql`${contacts.email}`,
  marketing: sql`true`,
});
