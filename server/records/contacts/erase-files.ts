import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";
import { pick } from "#server/platform/db/columns.ts";
import { isOwned } from "#server/platform/db/owned.ts";
import { patchRecord, texts } from "#server/platform/db/record.ts";
import { type FileFacts, importParts, importRows, imports } from "#server/platform/db/schema-import.ts";

const UNSTARTED = sql`('uploading', 'reading', 'checking', 'checked', 'failed')`;
// The last digits of a number are the same in every format.
const DIGITS = 9;

export type Erased = {
  ids: string[];
  emails: string[];
  phones: string[];
  /** Normalised by `plain`. Empty if the contact has only one name, which is not specific enough. */
  firstName: string;
  lastName: string;
  names: string[];
};

/**
 * Clears skipped rows. Deletes a file that isn't imported yet if it contains the person, because its bytes
 * can't be changed, and the samples of a started import.
 */
export async function eraseFromFiles(db: Db, person: Erased): Promise<void> {
  const { ids, emails } = person;
  const rows = await db
    .update(importRows)
    .set({
      cells: sql`(select coalesce(jsonb_agg(''::text), '[]') from jsonb_array_elements(${importRows.cells}))`,
      mended: {},
      doubts: [],
      keys: [],
      isLeftOut: true,
      state: "out",
    })
    .where(holds(person))
    .returning({ id: importRows.importId });
  // In UTF-16 every second byte is zero for Latin text.
  const written = sql`lower(replace(encode(${importParts.data}, 'escape'), '\\000', ''))`;
  const inParts = await db
    .selectDistinct({ id: importParts.importId })
    .from(importParts)
    .where(sql`has_word(${written}, ${texts(emails)})`);
  const touched = [...new Set([...rows, ...inParts].map(({ id }) => id))];
  await db.execute(sql`delete from ${imports} where ${isOwned()} and state in ${UNSTARTED}
    and id = any (${`{${touched.join(",")}}`}::uuid[])`);
  const kept = await db
    .select({
      ...pick(imports, "id", "facts", "keptRecords"),
      hasBegun: sql<boolean>`${imports.state} not in ${UNSTARTED}`,
    })
    .from(imports);
  const theirs = await theirsAmong(
    db,
    person,
    kept.flatMap(({ facts, keptRecords }) => [
      ...(facts?.samples.flat() ?? []),
      ...(facts?.above ?? []),
      facts?.letters?.reads ?? "",
      ...keptRecords.map(({ name }) => name),
    ]),
  );
  for (const one of kept) {
    const facts = one.facts && (one.hasBegun ? withoutSamples(one.facts) : without(one.facts, theirs));
    const records = one.keptRecords.map((record) =>
      ids.includes(record.id) || theirs.get(record.name) === "whole" ? { ...record, name: "" } : record,
    );
    if (JSON.stringify([facts, records]) === JSON.stringify([one.facts, one.keptRecords])) continue;
    await patchRecord(db, imports, one.id, { facts, keptRecords: records });
  }
}

function withoutSamples(facts: FileFacts): FileFacts {
  const dates = { ...facts.dates, texts: [] };
  const numbers = { ...facts.numbers, texts: [] };
  return { ...facts, samples: facts.samples.map(() => []), above: [], letters: null, dates, numbers };
}

function without(facts: FileFacts, theirs: ReadonlyMap<string, unknown>): FileFacts {
  const empty = (cells: string[]) => cells.map((cell) => (theirs.has(cell) ? "" : cell));
  const letters = theirs.has(facts.letters?.reads ?? "") ? null : facts.letters;
  return { ...facts, samples: facts.samples.map(empty), above: empty(facts.above ?? []), letters };
}

function endsOf({ phones }: Erased): string[] {
  return phones
    .map((phone) => phone.replace(/\D/g, "").slice(-DIGITS))
    .filter((end) => end.length === DIGITS);
}

/** By email, number or full name, in one or two cells. */
function holds(person: Erased): SQL {
  const { emails, names, firstName, lastName } = person;
  const row = sql`concat_ws(' ', ${importRows.cells}::text, ${importRows.mended}::text)`;
  const phone = endsOf(person).map(
    (end) => sql`or regexp_replace(${row}, '[^0-9"]', '', 'g') like ${`%${end}"%`}`,
  );
  // A single name is not specific enough.
  const named =
    names.length > 0
      ? sql`or has_word(latin_fold(${row}), ${texts(names)})
        or case when strpos(latin_fold(${row}), ${firstName}) > 0 and strpos(latin_fold(${row}), ${lastName}) > 0
          then ${texts([firstName, lastName])} <@ array(select trim(latin_fold(cell))
            from jsonb_array_elements_text(${importRows.cells}) as cell) else false end`
      : sql``;
  return sql`(has_word(lower(${row}), ${texts(emails)}) ${sql.join([...phone, named], sql` `)})`;
}

/** "part": texts that may be the person's, such as a last name alone. */
async function theirsAmong(db: Db, person: Erased, written: string[]) {
  const { emails, names, firstName, lastName } = person;
  const parts = names.length > 0 ? [firstName, lastName] : [];
  const { rows } = await db.execute<{ text: string; how: "whole" | "part" | null }>(sql`
    select distinct text, case
      when has_word(lower(text), ${texts(emails)}) or has_word(latin_fold(text), ${texts(names)})
        or right(regexp_replace(text, '[^0-9]', '', 'g'), ${DIGITS}::int) = any (${texts(endsOf(person))}) then 'whole'
      when trim(latin_fold(text)) = any (${texts(parts)}) then 'part' end as how
    from unnest(${texts([...new Set(written)])}) as text`);
  return new Map(rows.flatMap(({ text, how }) => (how ? [[text, how]] : [])));
}
