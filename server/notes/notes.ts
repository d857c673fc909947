import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { nameOf } from "#server/auth/session.ts";
import type { Db } from "#server/db/client.ts";
import { newId } from "#server/db/id.ts";
import { checkContact } from "#server/db/parties.ts";
import { deleteRecord, updateRecord } from "#server/db/record.ts";
import { notes as table } from "#server/db/schema.ts";
import { searchLine } from "#server/db/search.ts";
import { HttpError } from "#server/errors.ts";
import type { Handlers } from "#server/handler.ts";

// A contact's notes are read at once.
const MOST = 500;
const MOST_CHARACTERS = 500_000;
const LISTED_CHARACTERS = 2 * MOST_CHARACTERS;

export const notes = {
  "notes.ofContact": async ({ user: { organizationId }, params: { id }, read }) =>
    read(async (db) => {
      const contactId = await checkContact(db, organizationId, id);
      const newest = await db
        .select({
          id: table.id,
          content: table.content,
          contactId: table.contactId,
          createdBy: table.createdBy,
          version: table.version,
          createdAt: table.createdAt,
          updatedAt: table.updatedAt,
        })
        .from(table)
        .where(and(eq(table.organizationId, organizationId), eq(table.contactId, contactId)))
        .orderBy(desc(table.createdAt), desc(table.id))
        .limit(MOST);
      // What the newest leave no room for is there once some of them are deleted.
      let size = 0;
      return newest.filter(({ content }) => {
        size += content.length;
        return size <= LISTED_CHARACTERS;
      });
    }),

  "notes.create": async ({ user, body: { content, contactId: asked }, tenant }) => {
    const { organizationId } = user;
    const createdBy = nameOf(user);
    const id = newId();
    await tenant(async (db) => {
      const contactId = await checkContact(db, organizationId, asked);
      await checkSpace(db, organizationId, contactId, content);
      await db.insert(table).values({ organizationId, id, contactId, ...columns(content), createdBy });
    });
    return { id };
  },

  "notes.update": async ({ user, params: { id }, body: { content, contactId, version }, tenant }) => {
    await tenant(async (db) => {
      await checkContact(db, user.organizationId, contactId);
      await updateRecord(db, table, user, id, { ...columns(content), version });
    });
    return { id };
  },

  "notes.delete": async ({ user, params: { id }, tenant }) => {
    await tenant((db) => deleteRecord(db, table, user, id));
  },
} satisfies Partial<Handlers>;

/** What is stored of a note's text. */
function columns(content: string) {
  return { content, search: searchLine(content) };
}

type Size = { count: number; characters: number };

/** How many notes each of some contacts has, and how long they are together. */
export async function notesOf(db: Db, where: SQL | undefined): Promise<Map<string, Size>> {
  const found = await db
    .select({
      contactId: table.contactId,
      count: sql`count(*)`.mapWith(Number),
      characters: sql`coalesce(sum(length(${table.content})), 0)`.mapWith(Number),
    })
    .from(table)
    .where(where)
    .groupBy(table.contactId);
  return new Map(found.map(({ contactId, ...size }) => [contactId, size]));
}

/** A contact's notes are shown at once. */
export function isRoomFor({ count, characters }: Size, content: string): boolean {
  return count < MOST && characters + content.length <= MOST_CHARACTERS;
}

/** Throws a 422 where a contact has more notes than can be read at once. */
async function checkSpace(db: Db, organizationId: string, contactId: string, content: string): Promise<void> {
  const own = and(eq(table.organizationId, organizationId), eq(table.contactId, contactId));
  const size = (await notesOf(db, own)).get(contactId);
  if (!size || isRoomFor(size, content)) return;
  throw new HttpError(
    422,
    "This contact has as many notes as can be shown. Delete old ones, then try again.",
  );
}
