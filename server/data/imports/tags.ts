import { LONGEST_TAG, MOST_TAGS, TAG_COLORS } from "#lib/contract/tag-terms.ts";
import type { Db } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/db/id.ts";
import { MAX_RECORDS } from "#server/platform/db/record.ts";
import { contactTags, tags as table } from "#server/platform/db/schema-records.ts";
import { tagsOf } from "#server/records/contacts/tags.ts";
import type { ComparedRow } from "./compared-row.ts";
import { cut } from "./row-values.ts";

const MAX_LENGTH = 2_000;

/**
 * Distinct names, or the `trouble`. Mailchimp quotes each name. Google separates them by ":::" and marks
 * system groups with an asterisk.
 */
export function readTags(cell: string): { names: string[]; trouble: string | null } {
  const written = cut(cell, MAX_LENGTH)
    .replace(/"[^"]*"/g, (quoted) => quoted.replace(/[,;|]/g, " "))
    .split(/[,;|]|:::/)
    .map((name) => name.replace(/["\s\p{Cc}]+/gu, " ").trim())
    .filter((name) => !/^\* ?(my ?contacts|starred|friends|family|coworkers)$/i.test(name))
    .map((name) => name.replace(/^\* /, ""))
    .filter(Boolean);
  const names = [...new Map(written.map((name) => [name.toLowerCase(), name])).values()];
  if (names.some((name) => name.length > LONGEST_TAG))
    return { names: [], trouble: `A tag longer than ${LONGEST_TAG} characters` };
  if (names.length > MOST_TAGS) return { names: [], trouble: `More than ${MOST_TAGS} tags` };
  return { names, trouble: null };
}

export async function compareTags(db: Db, rows: ComparedRow[]): Promise<void> {
  const known = rows.flatMap((row) => (row.known && row.values.tags.length > 0 ? [row.known.id] : []));
  if (known.length === 0) return;
  const there = await tagsOf(db, known);
  for (const row of rows) {
    const own = new Set(there.get(row.known?.id ?? "")?.map(({ name }) => name.toLowerCase()));
    const free = Math.max(0, MOST_TAGS - own.size);
    row.newTags = row.values.tags.filter((name) => !own.has(name.toLowerCase())).slice(0, free);
  }
}

export async function writeTags(db: Db, list: { contactId: string; tags: string[] }[]): Promise<void> {
  if (list.every(({ tags }) => tags.length === 0)) return;
  const read = () => db.select({ id: table.id, key: table.nameKey }).from(table);
  const present = await read();
  const wanted = new Map(list.flatMap(({ tags }) => tags.map((name) => [name.toLowerCase(), name])));
  for (const { key } of present) wanted.delete(key ?? "");
  const made = [...wanted.values()].slice(0, Math.max(0, MAX_RECORDS - present.length));
  if (made.length > 0) {
    const rows = made.map((name, n) => ({
      ...{ id: newId(), name },
      color: ((present.length + n) % TAG_COLORS) + 1,
    }));
    await db.insert(table).values(rows).onConflictDoNothing();
  }
  const ids = new Map((made.length > 0 ? await read() : present).map(({ id, key }) => [key, id]));
  const taggings = list.flatMap(({ contactId, tags }) =>
    tags.flatMap((name) => {
      const tagId = ids.get(name.toLowerCase());
      return tagId ? [{ id: newId(), contactId, tagId }] : [];
    }),
  );
  if (taggings.length > 0) await db.insert(contactTags).values(taggings).onConflictDoNothing();
}
