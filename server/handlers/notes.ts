import { and, desc, eq } from "drizzle-orm";
import { isId, newId } from "../db/id.ts";
import { deleteOwn, updateOwn } from "../db/own.ts";
import { notes as table } from "../db/schema.ts";
import { searchLine } from "../db/search.ts";
import { notFound } from "../errors.ts";
import type { Handlers } from "../handler.ts";
import { checkContact } from "./parties.ts";

export const notes = {
  "notes.ofContact": async ({ user: { organizationId }, params: { id }, read }) =>
    read(async (db) => {
      await checkContact(db, organizationId, id);
      return db
        .select({
          id: table.id,
          content: table.content,
          contactId: table.contactId,
          version: table.version,
          createdAt: table.createdAt,
          updatedAt: table.updatedAt,
        })
        .from(table)
        .where(and(eq(table.organizationId, organizationId), eq(table.contactId, id)))
        .orderBy(desc(table.createdAt), desc(table.id));
    }),

  "notes.create": async ({ user: { organizationId }, body: { content, contactId }, tenant }) => {
    if (!isId(contactId)) throw notFound();
    const id = newId();
    // The foreign key tells whether the contact is this organization's.
    await tenant((db) => db.insert(table).values({ organizationId, id, contactId, ...columns(content) }));
    return { id };
  },

  "notes.update": async ({ user, params: { id }, body: { content, contactId, version }, tenant }) => {
    await tenant(async (db) => {
      await checkContact(db, user.organizationId, contactId);
      await updateOwn(db, table, user, id, { ...columns(content), version });
    });
    return { id };
  },

  "notes.delete": async ({ user, params: { id }, tenant }) => {
    await tenant((db) => deleteOwn(db, table, user, id));
  },
} satisfies Handlers;

/** What is stored of a note's text. */
function columns(content: string) {
  return { content, search: searchLine(content) };
}
