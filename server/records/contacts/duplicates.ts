import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { MOST_CARDS } from "#lib/contract/duplicates.ts";
import { nameOf } from "#server/platform/auth/session.ts";
import { contactColumns } from "#server/platform/db/built-in.ts";
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
import { likelyPairs, MIN_SIMILARITY, nameOfRow, type Pair } from "./likely-pairs.ts";

export const duplicates = {
  "duplicates.list": async ({ host, user: { organizationId }, read }) => {
    const { pairs, isCounting } = await likelyPairs(host.database, organizationId, MAX_PAIRS + 1);
    const found = await read((db) => withCards(db, organizationId, pairs.slice(0, MAX_PAIRS)));
    return { pairs: found, isCut: pairs.length > MAX_PAIRS, isCounting };
  },

  "duplicates.cards": async ({ user: { organizationId }, query, read }) => {
    const ids = query.ids.split(",").filter(Boolean);
    if (ids.length > MOST_CARDS) throw new HttpError(400, `ids: At most ${MOST_CARDS} contacts`);
    const rows = await read((db) => comparedContacts(db, organizationId, ids.filter(isId)));
    if (rows.length < new Set(ids).size) throw notFound();
    return rows.map(({ updatedAt, consent: state, consentAt: at, consentSource: source, ...row }) => ({
      ...answer({ ...row, saleCost: null, saleDate: null }),
      updatedAt,
      consent: { state, at, source },
    }));
  },

  "duplicates.near": async ({ user: { organizationId }, query, read }) => {
    const name = `${query.firstName} ${query.lastName}`.trim();
    // "Anna Maria de la Cruz" is compared with names that have words starting like "Anna" and "Cruz".
    const words = [wordsOf(query.firstName).at(0), wordsOf(query.lastName).at(-1)];
    const begin = words.map((word = "") => [...word].slice(0, 2).join(""));
    const patterns = begin.every(Boolean) && patternsOf(begin.join(" "));
    if (!patterns) return [];
    const { rows } = await read((db) => db.execute<{ card: Card }>(nearTo(organizationId, name, patterns)));
    return rows.map(({ card }) => sent(card));
  },

  /** Idempotent. */
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

/** The next ones follow when these are resolved. */
const MAX_PAIRS = 200;
type Card = { id: string; name: string; email: string; phoneNumber: string; createdAt: string };

function sent({ createdAt, ...card }: Card) {
  return { ...card, createdAt: new Date(createdAt).toISOString() };
}

const card = (
  row: SQL,
) => sql`jsonb_build_object('id', ${row}.id, 'name', trim(${row}.first_name || ' ' || ${row}.last_name),
    'email', ${row}.email, 'phoneNumber', ${row}.phone_number, 'createdAt', ${row}.created_at)`;
const MEANT = 3;
const MAX_COMPARED = 300;

function nearTo(organizationId: string, name: string, patterns: string[]): SQL {
  return sql`
    select ${card(sql`c`)} as card
    from matching_page('contacts', array(select jsonb_array_elements_text(${JSON.stringify(patterns)}::jsonb)), 'name',
      ${MAX_COMPARED}::bigint, 0::bigint) as page
    join contacts c on c.organization_id = ${organizationId}::uuid and c.id = page.id,
    lateral (select similarity(${nameOfRow(sql`c`)}, latin_fold(${name})) as nearness) as compared
    where nearness >= ${MIN_SIMILARITY} order by nearness desc, c.created_at, c.id limit ${MEANT}`;
}

/** Omits pairs that were merged or dismissed since the search. */
async function withCards(db: Db, organizationId: string, pairs: Pair[]) {
  if (pairs.length === 0) return [];
  const ids = (key: "one" | "other") => sql`${sql.param(pairs.map((pair) => pair[key]))}::uuid[]`;
  const { rows } = await db.execute<{ at: number; cards: Card[] }>(sql`
    select pair.at::int as at, jsonb_build_array(${card(sql`c`)}, ${card(sql`d`)}) as cards
    from unnest(${ids("one")}, ${ids("other")}) with ordinality as pair (one, other, at)
    join contacts c on c.organization_id = ${organizationId}::uuid and c.id = pair.one
    join contacts d on d.organization_id = ${organizationId}::uuid and d.id = pair.other
    where not exists (select from ${distinctContacts} as apart where apart.organization_id = ${organizationId}::uuid
      and apart.one_id = pair.one and apart.other_id = pair.other)
    order by pair.at`);
  return rows.map(({ at, cards }) => ({
    id: cards.map(({ id }) => id).join("_"),
    cards: cards.map(sent),
    same: pairs[at - 1]?.same ?? [],
  }));
}

/** Oldest first, because merging keeps the oldest. */
function comparedContacts(db: Db, organizationId: string, ids: string[]) {
  // drizzle omits the table's name if it selects from only one table.
  const count = (table: PgTable) => sql<number>`(select count(*)::int from ${table} as linked
    where linked.organization_id = ${organizationId}::uuid and linked.contact_id = "contacts"."id")`;
  return db
    .select({
      id: contacts.id,
      ...contactColumns,
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
