import { sql } from "drizzle-orm";
import { MINUTE } from "#lib/time/zone.ts";
import type { Db, Scopes } from "#server/platform/db/client.ts";
import { owned } from "#server/platform/db/owned.ts";
import { texts, uuids } from "#server/platform/db/record.ts";
import { firstIdAt } from "#server/records/journal/history.ts";
import type { Erased } from "./erase-files.ts";

const STEP = 10_000;
/** Longest transaction. Its entries have ids from its beginning. */
const LONGEST_MS = 15 * MINUTE;

/** Entries that mention the person, and records that were theirs, among the entries before `since`. */
type FoundEntries = { key: string; entries: string[]; records: string[]; since: string };
type Step = { began: string; last: string | null; entries: string[]; records: string[] };

const keyOf = ({ ids, emails, phones }: Erased) =>
  [ids, emails, phones].map((all) => all.toSorted()).join("\n");

/** Reads the store's whole journal, so it holds no lock and gives way to others after each step. */
export async function findEntries(read: Scopes["read"], person: Erased): Promise<FoundEntries> {
  const found: FoundEntries = { key: keyOf(person), entries: [], records: [], since: "" };
  for (let after = firstIdAt(0); ; ) {
    const { rows } = await read((db) => db.execute<Step>(step(person, after)));
    const [{ began, last, entries, records } = { began: "0", last: null, entries: [], records: [] }] = rows;
    found.since ||= firstIdAt(Number(began) - LONGEST_MS);
    found.entries.push(...entries);
    found.records.push(...records);
    if (last === null) return found;
    after = last;
  }
}

function step({ ids, emails, phones }: Erased, after: string) {
  const isTheirs = sql`(was->>'contact_id' = any (${texts(ids)}) or now->>'contact_id' = any (${texts(ids)}))`;
  const isAbout = sql`has_word(lower(concat_ws(' ', was::text, now::text, name)), ${texts([...emails, ...phones])})`;
  return sql`select floor(extract(epoch from now()) * 1000)::text as began, max(id::text) as last,
      coalesce(jsonb_agg(id) filter (where ${isAbout}), '[]') as entries,
      coalesce(jsonb_agg(distinct record_id) filter (where kind <> 'contact' and ${isTheirs}), '[]') as records
    from (select * from ${owned("journal")} where id > ${after}::uuid order by id limit ${STEP}) as step`;
}

/** Must be the last change, because the others also write to the journal. */
export async function eraseEntries(db: Db, person: Erased, records: string[], found: FoundEntries) {
  const { ids, emails, phones } = person;
  // If the person got another address meanwhile, the function reads the whole journal.
  const { since, ...before } =
    keyOf(person) === found.key ? found : { entries: [], records: [], since: firstIdAt(0) };
  await db.execute(sql`select erase_person_from_journal(${uuids(ids)}, ${uuids([...records, ...before.records])},
    ${texts([...emails, ...phones])}, ${uuids(before.entries)}, ${since}::uuid)`);
}
