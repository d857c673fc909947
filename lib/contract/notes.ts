import * as z from "zod/mini";
import * as f from "./fields.ts";
import { MOST_FILES } from "./file-terms.ts";
import { attached, toAttach } from "./files.ts";
import type { Schemas } from "./row.ts";
import { ours, type Read } from "./tolerant.ts";

export const note = z.object({
  id: f.id,
  content: f.text,
  contactId: ours(f.id),
  createdBy: f.createdBy,
  pinnedAt: ours(z.nullable(f.when)),
  pinnedBy: ours(f.textOrNull),
  mentions: ours(z.array(f.option)),
  files: ours(z.array(attached)),
  version: f.version,
  createdAt: f.when,
  updatedAt: ours(f.when),
});
export type Note = Read<typeof note>;

/** Files aren't compared: both versions' files stay. */
const { files: _, ...written } = note.shape;

export const noteForm = z.object({
  content: f.required("Note content is required", 10_000),
  contactId: f.sentId,
});

/** Everyone mentioned is notified once. */
const mentions = z.optional(z.array(f.sentId).check(z.maxLength(20)));

const files = z.optional(toAttach(MOST_FILES));

export const notes = {
  "notes.ofContact": { answer: z.array(note) },
  "notes.create": {
    /** `repairId`: of one of the contact's repairs. `isText`: says that the contact was texted. */
    body: z.object({
      ...{ ...noteForm.shape, repairId: z.optional(f.sentId), mentions, files },
      ...{ isPinned: z.optional(z.boolean()), isText: z.optional(z.boolean()) },
    }),
  },
  "notes.pin": { body: z.object({ isPinned: z.boolean() }) },
  "notes.update": {
    body: z.object({
      id: f.sentId,
      content: noteForm.shape.content,
      contactId: f.sentId,
      mentions,
      files,
      ...f.editedVersion,
    }),
    conflict: f.changed(z.object(written)),
  },
} satisfies Schemas;
