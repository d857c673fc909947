import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { FileType } from "#lib/contract/file-terms.ts";
import { bytea, instant, now, refersTo } from "./columns.ts";
import { register } from "./registry.ts";
import { notes, ofOrganization, records } from "./schema.ts";

/**
 * Before a note uses the file, only its uploader has access. `keepUntil` is when it is deleted; a trigger
 * sets it to null while a note uses it.
 */
export const files = records(
  "files",
  {
    userId: uuid("user_id").notNull(),
    contactId: uuid("contact_id"),
    /** The announced size; the actual one when `isReady`. */
    bytes: integer("bytes").notNull(),
    type: text("type").$type<FileType>(),
    width: integer("width"),
    height: integer("height"),
    isReady: boolean("is_ready").notNull().default(false),
    keepUntil: instant("keep_until"),
    createdAt: instant("created_at").notNull().default(now),
  },
  {
    whose: "contact",
    exported: "Described in the list of files",
    notInOwnExport: "Bytes of notes' files, which are included and can be opened",
    whenErased: "Deleted with its note",
  },
  (table) => [
    index("files_contact").on(table.organizationId, table.contactId),
    index("files_loose").on(table.organizationId, table.userId).where(sql`contact_id is null`),
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
    refersTo(table, "fileId", files).onDelete("cascade"),
  ],
);
register(fileParts, {
  whose: "contact",
  exported: "Contents, which are in files/",
  notInOwnExport: "Bytes of notes' files, which are included and can be opened",
  whenErased: "Deleted with its note",
});

/** Deleted and restored with the note. The bytes stay until `keepUntil`. */
export const noteFiles = records(
  "note_files",
  {
    noteId: uuid("note_id").notNull(),
    name: text("name").notNull(),
  },
  { whose: "contact", exported: true, whenErased: "Deleted with its note", kind: "file" },
  (table) => [
    index("note_files_note").on(table.organizationId, table.noteId),
    refersTo(table, "id", files).onDelete("cascade"),
    refersTo(table, "noteId", notes).onDelete("cascade"),
  ],
);
