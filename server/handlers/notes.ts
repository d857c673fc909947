import { and, desc, eq, sql } from "drizzle-orm";
import { isId, newId } from "../db/id.ts";
import { notes as table } from "../db/schema.ts";
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
          createdAt: table.createdAt,
          updatedAt: table.updatedAt,
        })
        .from(table)
        .where(and(eq(table.organizationId, organizationId), eq(table.contactId, id)))
        .orderBy(desc(table.createdAt), desc(table.id));
    }),

  "notes.create": async ({ user: { organizationId }, body: { content, contactId }, read }) => {
    if (!isId(contactId)) throw notFound();
    const id = newId();
    // The foreign key tells whether the contact is this organization's.
    await read((db) => db.insert(table).values({ organizationId, id, content, contactId }));
    return { id };
  },

  "notes.update": async ({ user, params: { id }, body: { content, contactId }, read }) => {
    if (!isId(contactId)) throw notFound();
    const changed = await read((db) =>
      db
        .update(table)
        .set({ content, updatedAt: sql`now()` })
        .where(and(own(user, id), eq(table.contactId, contactId)))
        .returning({ id: table.id }),
    );
    if (changed.length === 0) throw notFound();
    return { id };
  },

  "notes.delete": async ({ user, params: { id }, read }) => {
    const gone = await read((db) => db.delete(table).where(own(user, id)).returning({ id: table.id }));
    if (gone.length === 0) throw notFound();
  },
} satisfies Handlers;

function own(user: { organizationId: string }, id: string) {
  return and(eq(table.organizationId, user.organizationId), eq(table.id, id));
}
