import { and, desc, eq, sql } from "drizzle-orm";
import { nameOf } from "#server/auth/session.ts";
import type { Db } from "#server/db/client.ts";
import { isId, newId } from "#server/db/id.ts";
import { checkContact } from "#server/db/parties.ts";
import { deleteRecord, updateRecord } from "#server/db/record.ts";
import { notes as table } from "#server/db/schema.ts";
import { searchLine } from "#server/db/search.ts";
import { HttpError, notFound } from "#server/errors.ts";
import type { Handlers } from "#server/handler.ts";

// A contact's notes are read at once.
const MOST = 500;
const MOST_CHARACTERS = 500_000;
const LISTED_CHARACTERS = 2 * MOST_CHARACTERS;

export const notes = {
  "notes.ofContact": async ({ user: { organizationId }, params: { id }, read }) =>
    read(async (db) => {
      await checkContact(db, organizationId, id);
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
        .where(and(eq(table.organizationId, organizationId), eq(table.contactId, id)))
        .orderBy(desc(table.createdAt), desc(table.id))
        .limit(MOST);
      // What the newest leave no room for is there once some of them are deleted.
      let size = 0;
      return newest.filter(({ content }) => {
        size += content.length;
        return size <= LISTED_CHARACTERS;
      });
    }),

  "notes.create": async ({ user, body: { content, contactId }, tenant }) => {
    if (!isId(contactId)) throw notFound();
    const { organizationId } = user;
    const createdBy = nameOf(user);
    const id = newId();
    // The foreign key tells whether the contact is this organization's.
    await tenant(async (db) => {
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

/** Throws a 422 where a contact has more notes than can be read at once. */
async function checkSpace(db: Db, organizationId: string, contactId: string, content: string): Promise<void> {
  const [found] = await db
    .select({
      count: sql`count(*)`.mapWith(Number),
      characters: sql`coalesce(sum(length(${table.content})), 0)`.mapWith(Number),
    })
    .from(table)
    .where(and(eq(table.organizationId, organizationId), eq(table.contactId, contactId)));
  const { count = 0, characters = 0 } = found ?? {};
  if (count < MOST && characters + content.length <= MOST_CHARACTERS) return;
  throw new HttpError(
    422,
    "This contact has as many notes as can be shown. Delete old ones, then try again.",
  );
}
