import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { MOST_CARDS, type SameThing } from "#lib/contract/duplicates.ts";
import { nameOf } from "#server/platform/auth/session.ts";
import type { Db } from "#server/platform/db/client.ts";
import { isId, newId } from "#server/platform/db/id.ts";
import { contacts, notes, purchases } from "#server/platform/db/schema.ts";
import { bookings, wishes } from "#server/platform/db/schema-calendar.ts";
import { distinctContacts } from "#server/platform/db/schema-journal.ts";
import { mails } from "#server/platform/db/schema-mail.ts";
import { patternsOf, wordsOf } from "#server/platform/db/search.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/handler.ts";
import { answer, checkMayDelete } from "./contacts.ts";

export const duplicates = {
  "duplicates.list": async ({ user: { organizationId }, read }) => {
    const { rows } = await read((db) => db.execute<Found>(likelyPairs(organizationId)));
    const pairs = rows.slice(0, SHOWN).map(({ cards, same }) => ({
      id: cards.map((card) => card.id).join("_"),
      cards: cards.map(sent),
      same,
    }));
    return { pairs, isCut: rows.length > SHOWN };
  },

  "duplicates.cards": async ({ user: { organizationId }, query, read }) => {
    const ids = query.ids.split(",").filter(Boolean);
    if (ids.length > MOST_CARDS) throw new HttpError(400, `ids: ${MOST_CARDS} cards at most`);
    const rows = await read((db) => compared(db, organizationId, ids.filter(isId)));
    if (rows.length < new Set(ids).size) throw notFound();
    return rows.map(({ updatedAt, consent: state, consentAt: at, consentSource: source, ...row }) => ({
      ...answer({ ...row, saleCost: null, saleDate: null }),
      updatedAt,
      consent: { state, at, source },
    }));
  },

  "duplicates.near": async ({ user: { organizationId }, query, read }) => {
    const name = `${query.firstName} ${query.lastName}`.trim();
    // "Anna Maria de la Cruz" is compared with whoever has words that begin as "Anna" and "Cruz" do.
    const words = [wordsOf(query.firstName).at(0), wordsOf(query.lastName).at(-1)];
    const begin = words.map((word = "") => [...word].slice(0, 2).join(""));
    const patterns = begin.every(Boolean) && patternsOf(begin.join(" "));
    if (!patterns) return [];
    const { rows } = await read((db) => db.execute<{ card: Card }>(nearTo(organizationId, name, patterns)));
    return rows.map(({ card }) => sent(card));
  },

  /** Done as well where somebody has said so before. */
  "duplicates.dismiss": async ({ user, body, tenant }) => {
    const { organizationId } = user;
    const [oneId = "", otherId = ""] = body.ids.map((id) => id.toLowerCase()).sort();
    await tenant(async (db) => {
      await checkMayDelete(db, user);
      const ids = [oneId, otherId].filter(isId);
      const found = await db
        .select({ id: contacts.id })
        .from(contacts)
        .where(and(eq(contacts.organizationId, organizationId), inArray(contacts.id, ids)));
      if (found.length < 2) throw notFound();
      await db
        .insert(distinctContacts)
        .values({ organizationId, id: newId(), oneId, otherId, createdBy: nameOf(user) })
        .onConflictDoNothing();
    });
  },
} satisfies Partial<Handlers>;

/** So many pairs are shown; once they are dealt with the next ones are. */
const SHOWN = 200;
/** What more cards than this have in common (a placeholder, the shop's own number) says nothing about any two of them. */
const MOST_ALIKE = 12;
/** Of trigrams, as pg_trgm counts them: whatever the order of the words, "Ana Maria Kowalski" is near "Kowalska, Anna Maria". */
const NEAR = 0.45;

type Card = { id: string; name: string; email: string; phoneNumber: string; createdAt: string };
type Found = { cards: Card[]; same: SameThing[] };

function sent({ createdAt, ...card }: Card) {
  return { ...card, createdAt: new Date(createdAt).toISOString() };
}

const card = (
  row: SQL,
) => sql`jsonb_build_object('id', ${row}.id, 'name', trim(${row}.first_name || ' ' || ${row}.last_name),
    'email', ${row}.email, 'phoneNumber', ${row}.phone_number, 'createdAt', ${row}.created_at)`;
const named = (row: SQL) => sql`latin_fold(${row}.first_name || ' ' || ${row}.last_name)`;

const MEANT = 3;
/** A name is compared with so many at most. */
const COMPARED = 300;

function nearTo(organizationId: string, name: string, patterns: string[]): SQL {
  return sql`
    select ${card(sql`c`)} as card
    from matching_page('contacts', array(select jsonb_array_elements_text(${JSON.stringify(patterns)}::jsonb)), 'name',
      ${COMPARED}::bigint, 0::bigint) as page
    join contacts c on c.organization_id = ${organizationId}::uuid and c.id = page.id,
    lateral (select similarity(${named(sql`c`)}, latin_fold(${name})) as nearness) as compared
    where nearness >= ${NEAR} order by nearness desc, c.created_at, c.id limit ${MEANT}`;
}

/**
 * The store's contacts are read once, and each is compared with the few alone that have something in common with it. The
 * same email or number is enough; anything else wants a near name, too.
 */
function likelyPairs(organizationId: string): SQL {
  return sql`
    with cards as materialized (
      select id, email_key, phone_key, birthday, anniversary from contacts where organization_id = ${organizationId}::uuid),
    marks as (
      select id, 'email' as same, email_key as mark from cards where email_key <> ''
      union all select id, 'phone', right(phone_key, 9) from cards where length(phone_key) >= 8
      union all select id, 'digits', right(phone_key, 6) from cards where length(phone_key) >= 6
      union all select id, 'local', split_part(email_key, '@', 1) from cards
        where length(split_part(email_key, '@', 1)) >= 5
      union all select id, 'birthday', birthday::text from cards where birthday is not null
      union all select id, 'anniversary', anniversary::text from cards where anniversary is not null),
    alike as (
      select same, array_agg(id order by id) as ids from marks group by same, mark
      having count(*) between 2 and ${MOST_ALIKE}),
    pairs as materialized (
      select one, other, array_agg(distinct same) as same, bool_or(same in ('email', 'phone')) as is_enough
      from alike, unnest(ids) as one, unnest(ids) as other where one < other group by one, other)
    select jsonb_build_array(${card(sql`c`)}, ${card(sql`d`)}) as cards,
      array(select what from unnest(array['email', 'phone', 'name', 'birthday', 'anniversary', 'digits', 'local']) as what
        where what = any (pairs.same) and not (what = 'digits' and 'phone' = any (pairs.same))
          and not (what = 'local' and 'email' = any (pairs.same)) or what = 'name' and near.is_near) as same
    from pairs
    join contacts c on c.organization_id = ${organizationId}::uuid and c.id = pairs.one
    join contacts d on d.organization_id = ${organizationId}::uuid and d.id = pairs.other,
    lateral (select similarity(${named(sql`c`)}, ${named(sql`d`)}) >= ${NEAR} as is_near) as near
    where (pairs.is_enough or near.is_near)
      and not exists (select from distinct_contacts where organization_id = ${organizationId}::uuid
        and one_id = pairs.one and other_id = pairs.other)
    order by near.is_near desc, cardinality(pairs.same) desc, greatest(c.created_at, d.created_at) desc, pairs.one, pairs.other
    limit ${SHOWN + 1}`;
}

/** The cards, the oldest first: that one is kept. */
function compared(db: Db, organizationId: string, ids: string[]) {
  // Qualified by hand: drizzle leaves tables out where it selects from one.
  const count = (table: PgTable) => sql<number>`(select count(*)::int from ${table} as linked
    where linked.organization_id = ${organizationId}::uuid and linked.contact_id = "contacts"."id")`;
  return db
    .select({
      id: contacts.id,
      firstName: contacts.firstName,
      lastName: contacts.lastName,
      email: contacts.email,
      phoneNumber: contacts.phoneNumber,
      birthday: contacts.birthday,
      anniversary: contacts.anniversary,
      fields: contacts.fields,
      version: contacts.version,
      consent: contacts.consent,
      consentAt: contacts.consentAt,
      consentSource: contacts.consentSource,
      createdAt: contacts.createdAt,
      updatedAt: contacts.updatedAt,
      sales: count(purchases),
      notes: count(notes),
      bookings: count(bookings),
      mails: count(mails),
      wishes: count(wishes),
      isUnsubscribed: sql<boolean>`("contacts"."consent" = 'withdrawn' or exists (select from suppressions as held where held.organization_id = ${organizationId}::uuid
        and held.address = "contacts"."email_key" and held.reason = 'unsubscribed' and held.lifted_at is null))`,
    })
    .from(contacts)
    .where(and(eq(contacts.organizationId, organizationId), inArray(contacts.id, ids)))
    .orderBy(contacts.createdAt, contacts.id);
}
