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
  /** Since when it stands at the top, and who put it there; null where it does not. */
  pinnedAt: ours(z.nullable(when)),
  pinnedBy: ours(textOrNull),
  /** The colleagues whose names stand in it after an @. */
  mentions: ours(z.array(option)),
  files: ours(z.array(attached)),
  version,
  createdAt: when,
  updatedAt: ours(when),
});
export type Note = Read<typeof note>;

/** What two may have written at once; files are added beside each other. */
const { files: _, ...written } = note.shape;

export const noteForm = z.object({
  content: required("Note content is required", 10_000),
  contactId: sentId,
});

/** Whoever is named with an @ is told once; nobody else's id counts. */
const mentions = z.optional(z.array(sentId).check(z.maxLength(20)));

const files = z.optional(toAttach);

export const notes = {
  "notes.ofContact": { answer: z.array(note) },
  "notes.create": {
    body: z.object({ ...noteForm.shape, mentions, files, isPinned: z.optional(z.boolean()) }),
  },
  "notes.pin": { body: z.object({ isPinned: z.boolean() }) },
  "notes.update": {
    body: z.object({
      id: sentId,
      content: noteForm.shape.content,
      contactId: sentId,
      mentions,
      /** Beside those that it has. */
      files,
      ...editedVersion,
    }),
    conflict: changed(z.object(written)),
  },
} satisfies Schemas;
