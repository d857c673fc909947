import { inArray, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { MOST_CARDS, type SameThing } from "#lib/contract/duplicates.ts";
import { yearlyKeys } from "#lib/contract/yearly-fields.ts";
import { nameOf } from "#server/platform/auth/session.ts";
import { contactColumns, yearlyColumns } from "#server/platform/db/built-in.ts";
import type { Database, Db } from "#server/platform/db/client.ts";
import { pick } from "#server/platform/db/columns.ts";
import { isId, newId } from "#server/platform/db/id.ts";
import { owned } from "#server/platform/db/owned.ts";
import { texts, uuids } from "#server/platform/db/record.ts";
import { contacts, notes, purchases } from "#server/platform/db/schema.ts";
import { bookings, waitlistEntries } from "#server/platform/db/schema-calendar.ts";
import { distinctContacts, journal } from "#server/platform/db/schema-journal.ts";
import { mails } from "#server/platform/db/schema-mail.ts";
import { patternsOf, wordsOf } from "#server/platform/db/search.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/handler.ts";
import { after, machineTime } from "#server/platform/machine.ts";
import { answer, checkMayDelete } from "./contacts.ts";

/* In short statements, so that other requests can use the embedded database's connection. */

/** `same` is sorted by significance. */
type Pair = { one: string; other: string; same: SameThing[] };

/** A value that more contacts share, such as the shop's own number, is ignored. */
const MAX_ALIKE = 12;
const MIN_SIMILARITY = 0.45;
const MAX_GROUPS = 20_000;
const MAX_PAIRS = 100_000;
const BATCH = 500;
const WAIT_MS = 5_000;
const MAX_KNOWN = 100;
/** Concurrent commits can hide a change from the newest journal entry. */
const MAX_AGE_MS = 10 * 60_000;

const MARKS: { same: SameThing; mark: SQL; where: SQL; from?: SQL }[] = [
  { same: "email", mark: sql`key`, where: sql`key <> ''`, from: allKeys(sql`email_key`, true) },
  {
    same: "phone",
    mark: sql`right(key, 9)`,
    where: sql`length(key) >= 8`,
    from: allKeys(sql`phone_key`, false),
  },
  ...yearlyKeys.map((same) => {
    const mark = sql.identifier(yearlyColumns(same).day.name);
    return { same, mark: sql`${mark}`, where: sql`${mark} is not null` };
  }),
  { same: "digits", mark: sql`right(phone_key, 6)`, where: sql`length(phone_key) >= 6` },
  {
    same: "local",
    mark: sql`split_part(email_key, '@', 1)`,
    where: sql`length(split_part(email_key, '@', 1)) >= 5`,
  },
];

function allKeys(first: SQL, isEmail: boolean): SQL {
  return sql`(select id, ${first} as key from ${owned("contacts")} union all
    select contact_id, address_key from ${owned("contact_addresses")} where (strpos(name, '@') > 0) = ${isEmail}) as known`;
}

const nameOfRow = (row: SQL) => sql`latin_fold(${row}.first_name || ' ' || ${row}.last_name)`;

type Read = <T>(work: (db: Db) => Promise<T>) => Promise<T>;

/** The same email or number is sufficient; other values also require a similar name. */
async function findPairs(read: Read, limit: number): Promise<Pair[]> {
  const pairs = new Map<string, Pair>();
  for (const { same, mark, where, from = owned("contacts") } of MARKS) {
    const { rows } = await read((db) =>
      db.execute<{ ids: string[] }>(sql`select array_agg(id order by id) as ids from ${from}
        where ${where} group by ${mark}
        having count(*) between 2 and ${MAX_ALIKE} limit ${MAX_GROUPS}`),
    );
    for (const { ids } of rows) addPairs(pairs, [...new Set(ids)], same);
  }
  const likely: (Pair & { isNear: boolean; newest: string; shared: number })[] = [];
  const all = [...pairs.values()];
  for (let from = 0; from < all.length; from += BATCH) {
    const batch = all.slice(from, from + BATCH);
    const compared = await read((db) => compareNames(db, batch));
    for (const { at, isNear, newest } of compared) {
      const pair = batch[at - 1];
      if (!pair || !(isNear || pair.same.includes("email") || pair.same.includes("phone"))) continue;
      likely.push({ ...pair, same: shownMarks(pair.same, isNear), isNear, newest, shared: pair.same.length });
    }
  }
  return likely
    .sort(
      (a, b) =>
        Number(b.isNear) - Number(a.isNear) ||
        b.shared - a.shared ||
        b.newest.localeCompare(a.newest) ||
        a.one.localeCompare(b.one) ||
        a.other.localeCompare(b.other),
    )
    .slice(0, limit)
    .map(({ one, other, same }) => ({ one, other, same }));
}

function addPairs(pairs: Map<string, Pair>, ids: string[], same: SameThing): void {
  ids.forEach((one, i) => {
    for (const other of ids.slice(i + 1)) {
      const key = `${one}_${other}`;
      const pair = pairs.get(key);
      if (pair) pair.same.push(same);
      else if (pairs.size < MAX_PAIRS) pairs.set(key, { one, other, same: [same] });
    }
  });
}

function shownMarks(same: SameThing[], isNear: boolean): SameThing[] {
  const shown = same.filter(
    (one) => !(one === "digits" && same.includes("phone")) && !(one === "local" && same.includes("email")),
  );
  const strong = shown.filter((one) => one === "email" || one === "phone");
  return [...strong, ...(isNear ? (["name"] as const) : []), ...shown.slice(strong.length)];
}

async function compareNames(db: Db, pairs: Pair[]) {
  const { rows } = await db.execute<{ at: number; isNear: boolean; newest: string }>(sql`
    select pair.at::int as at, similarity(${nameOfRow(sql`c`)}, ${nameOfRow(sql`d`)}) >= ${MIN_SIMILARITY} as "isNear",
      to_char(greatest(c.created_at, d.created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as newest
    ${fromPairs(pairs)}`);
  return rows;
}

/** The pairs with their contacts `c` and `d`, except those that staff marked as different people. */
function fromPairs(pairs: Pair[]): SQL {
  const ids = (key: "one" | "other") => uuids(pairs.map((pair) => pair[key]));
  return sql`from unnest(${ids("one")}, ${ids("other")}) with ordinality as pair (one, other, at)
    join ${owned("contacts", "c")} on c.id = pair.one
    join ${owned("contacts", "d")} on d.id = pair.other
    where not exists (select from ${owned(distinctContacts, "apart")}
      where apart.one_id = pair.one and apart.other_id = pair.other)`;
}

async function newestChange(db: Db): Promise<string> {
  const newest = (kind: string) => sql`(select id from ${owned(journal)}
    where kind = ${kind} order by id desc limit 1)`;
  const { rows } = await db.execute<{ change: string }>(
    sql`select concat(${newest("contact")}, '/', ${newest("address")}, '/', ${newest("distinct")}) as change`,
  );
  return rows[0]?.change ?? "";
}

type Known = { change: string; at: number; pairs: Pair[] };

class PairFinder {
  #known = new Map<string, Known>();
  #searches = new Map<string, Promise<void>>();
  #last: Promise<unknown> = Promise.resolve();

  async pairs(database: Database, organizationId: string, limit: number, waitMs: number) {
    const read: Read = (work) => database.read(organizationId, work);
    const change = await read((db) => newestChange(db));
    const isCurrent = () => {
      const known = this.#known.get(organizationId);
      return known?.change === change && machineTime() - known.at < MAX_AGE_MS;
    };
    if (!isCurrent()) {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = after(waitMs, resolve);
      });
      const search = this.#search(read, organizationId, change, limit);
      await Promise.race([search, late]).finally(() => clearTimeout(timer));
    }
    return { pairs: this.#known.get(organizationId)?.pairs ?? [], isCounting: !isCurrent() };
  }

  #search(read: Read, organizationId: string, change: string, limit: number): Promise<void> {
    const running = this.#searches.get(organizationId);
    if (running) return running;
    const search = this.#last.then(async () => {
      const pairs = await findPairs(read, limit);
      this.#known.delete(organizationId);
      this.#known.set(organizationId, { change, at: machineTime(), pairs });
      const [oldest = ""] = this.#known.keys();
      if (this.#known.size > MAX_KNOWN) this.#known.delete(oldest);
    });
    // The waiting request gets the error, and the next one starts a new search.
    this.#last = search.catch(() => {}).finally(() => this.#searches.delete(organizationId));
    this.#searches.set(organizationId, search);
    return search;
  }
}

const finders = new WeakMap<Database, PairFinder>();

/** Starts a search if contacts have changed since, and waits a limited time. `isCounting`: it is still running. */
export function likelyPairs(database: Database, organizationId: string, limit: number, waitMs = WAIT_MS) {
  const finder = finders.get(database) ?? new PairFinder();
  finders.set(database, finder);
  return finder.pairs(database, organizationId, limit, waitMs);
}

export const duplicates = {
  "duplicates.list": async ({ host, user: { organizationId }, read }) => {
    const { pairs, isCounting } = await likelyPairs(host.database, organizationId, MAX_LISTED_PAIRS + 1);
    const found = await read((db) => withCards(db, pairs.slice(0, MAX_LISTED_PAIRS)));
    return { pairs: found, isCut: pairs.length > MAX_LISTED_PAIRS, isCounting };
  },

  "duplicates.cards": async ({ query, read }) => {
    const ids = query.ids.split(",").filter(Boolean);
    if (ids.length > MOST_CARDS) throw new HttpError(400, `ids: At most ${MOST_CARDS} contacts`);
    const rows = await read((db) => comparedContacts(db, ids.filter(isId)));
    if (rows.length < new Set(ids).size) throw notFound();
    return rows.map(({ updatedAt, consent: state, consentAt: at, consentSource: source, ...row }) => ({
      ...answer({ ...row, saleCost: null, saleDate: null }),
      updatedAt,
      consent: { state, at, source },
    }));
  },

  "duplicates.near": async ({ query, read }) => {
    const name = `${query.firstName} ${query.lastName}`.trim();
    // "Anna Maria de la Cruz" is compared with names that have words starting like "Anna" and "Cruz".
    const words = [wordsOf(query.firstName).at(0), wordsOf(query.lastName).at(-1)];
    const begin = words.map((word = "") => [...word].slice(0, 2).join(""));
    const patterns = begin.every(Boolean) && patternsOf(begin.join(" "));
    if (!patterns) return [];
    const { rows } = await read((db) => db.execute<{ card: Card }>(nearTo(name, patterns)));
    return rows.map(({ card }) => sent(card));
  },

  "duplicates.dismiss": async ({ user, body, tenant }) => {
    const [oneId = "", otherId = ""] = body.ids.map((id) => id.toLowerCase()).sort();
    await tenant(async (db) => {
      await checkMayDelete(db, user);
      const ids = [oneId, otherId].filter(isId);
      const found = await db.select({ id: contacts.id }).from(contacts).where(inArray(contacts.id, ids));
      if (found.length < 2) throw notFound();
      await db
        .insert(distinctContacts)
        .values({ id: newId(), oneId, otherId, createdBy: nameOf(user) })
        .onConflictDoNothing();
    });
  },
} satisfies Partial<Handlers>;

const MAX_LISTED_PAIRS = 200;
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

function nearTo(name: string, patterns: string[]): SQL {
  return sql`
    select ${card(sql`c`)} as card
    from matching_page('contacts', ${texts(patterns)}, 'name',
      ${MAX_COMPARED}::bigint, 0::bigint) as page
    join ${owned("contacts", "c")} on c.id = page.id,
    lateral (select similarity(${nameOfRow(sql`c`)}, latin_fold(${name})) as nearness) as compared
    where nearness >= ${MIN_SIMILARITY} order by nearness desc, c.created_at, c.id limit ${MEANT}`;
}

async function withCards(db: Db, pairs: Pair[]) {
  if (pairs.length === 0) return [];
  const { rows } = await db.execute<{ at: number; cards: Card[] }>(sql`
    select pair.at::int as at, jsonb_build_array(${card(sql`c`)}, ${card(sql`d`)}) as cards
    ${fromPairs(pairs)} order by pair.at`);
  return rows.map(({ at, cards }) => ({
    id: cards.map(({ id }) => id).join("_"),
    cards: cards.map(sent),
    same: pairs[at - 1]?.same ?? [],
  }));
}

/** Oldest first, because merging keeps the oldest. */
function comparedContacts(db: Db, ids: string[]) {
  // drizzle omits the table's name if it selects from only one table.
  const count = (table: PgTable) => sql<number>`(select count(*)::int from ${owned(table, "linked")}
    where linked.contact_id = "contacts"."id")`;
  return db
    .select({
      id: contacts.id,
      ...contactColumns,
      ...pick(
        contacts,
        "fields",
        "version",
        "consent",
        "consentAt",
        "consentSource",
        "createdAt",
        "updatedAt",
      ),
      sales: count(purchases),
      notes: count(notes),
      bookings: count(bookings),
      mails: count(mails),
      wishes: count(waitlistEntries),
      isUnsubscribed: sql<boolean>`("contacts"."consent" = 'withdrawn' or exists (select from ${owned("suppressions", "held")}
        where held.address = "contacts"."email_key" and held.reason = 'unsubscribed' and held.lifted_at is null))`,
    })
    .from(contacts)
    .where(inArray(contacts.id, ids))
    .orderBy(contacts.createdAt, contacts.id);
}
