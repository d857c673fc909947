import { sql } from "drizzle-orm";
import { boolean, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { FileType } from "#lib/contract/file-terms.ts";
import { bytea, instant, now } from "./columns.ts";
import { notes, ofOrganization } from "./schema.ts";

/**
 * What somebody uploaded: its person's alone until a note has it, from when on it knows whose note that was. `keepUntil`: when
 * it goes, which a trigger says again whenever a note gets or loses it; null while one has it.
 */
export const files = pgTable(
  "files",
  {
    organizationId: ofOrganization(),
    id: uuid("id").notNull(),
    userId: uuid("user_id").notNull(),
    contactId: uuid("contact_id"),
    /** As many as were announced, and from `isReady` on as many as there are. */
    bytes: integer("bytes").notNull(),
    type: text("type").$type<FileType>(),
    width: integer("width"),
    height: integer("height"),
    isReady: boolean("is_ready").notNull().default(false),
    keepUntil: instant("keep_until"),
    createdAt: instant("created_at").notNull().default(now),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index("files_contact").on(table.organizationId, table.contactId),
    index("files_loose").on(table.organizationId, table.userId).where(sql`contact_id is null`),
    // Asked across organizations, by whichever host tidies.
    index("files_going").on(table.keepUntil).where(sql`keep_until is not null`),
  ],
);

export const fileParts = pgTable(
  "file_parts",
  {
    organizationId: ofOrganization(),
    fileId: uuid("file_id").notNull(),
    part: integer("part").notNull(),
    data: bytea("data").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.fileId, table.part] }),
    foreignKey({
      columns: [table.organizationId, table.fileId],
      foreignColumns: [files.organizationId, files.id],
    }).onDelete("cascade"),
  ],
);

/** Which note has it, and how it is called there. It goes and comes back with the note; the bytes stay as long as it may. */
export const noteFiles = pgTable(
  "note_files",
  {
    organizationId: ofOrganization(),
    id: uuid("id").notNull(),
    noteId: uuid("note_id").notNull(),
    name: text("name").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index("note_files_note").on(table.organizationId, table.noteId),
    foreignKey({
      columns: [table.organizationId, table.id],
      foreignColumns: [files.organizationId, files.id],
    }).onDelete("cascade"),
    foreignKey({
      columns: [table.organizationId, table.noteId],
      foreignColumns: [notes.organizationId, notes.id],
    }).onDelete("cascade"),
  ],
);
