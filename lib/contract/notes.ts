import * as z from "zod/mini";
import {
  changed,
  createdBy,
  editedVersion,
  id,
  option,
  required,
  sentId,
  text,
  textOrNull,
  version,
  when,
} from "./fields.ts";
import { attached, toAttach } from "./files.ts";
import type { Schemas } from "./row.ts";
import { ours, type Read } from "./tolerant.ts";

export const note = z.object({
  id,
  content: text,
  contactId: ours(id),
  createdBy,
  pinnedAt: ours(z.nullable(when)),
  pinnedBy: ours(textOrNull),
  mentions: ours(z.array(option)),
  files: ours(z.array(attached)),
  version,
  createdAt: when,
  updatedAt: ours(when),
});
export type Note = Read<typeof note>;

/** Files aren't compared: both versions' files stay. */
const { files: _, ...written } = note.shape;

export const noteForm = z.object({
  content: required("Note content is required", 10_000),
  contactId: sentId,
});

/** Everyone mentioned is notified once. */
const mentions = z.optional(z.array(sentId).check(z.maxLength(20)));

const files = z.optional(toAttach);

export const notes = {
  "notes.ofContact": { answer: z.array(note) },
  "notes.create": {
    /** `isText`: says that the contact was texted. */
    body: z.object({
      ...{ ...noteForm.shape, mentions, files },
      ...{ isPinned: z.optional(z.boolean()), isText: z.optional(z.boolean()) },
    }),
  },
  "notes.pin": { body: z.object({ isPinned: z.boolean() }) },
  "notes.update": {
    body: z.object({
      id: sentId,
      content: noteForm.shape.content,
      contactId: sentId,
      mentions,
      files,
      ...editedVersion,
    }),
    conflict: changed(z.object(written)),
  },
} satisfies Schemas;
