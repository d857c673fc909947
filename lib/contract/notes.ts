import * as z from "zod/mini";
import { changed, createdBy, editedVersion, id, required, sentId, text, version, when } from "./fields.ts";
import type { Schemas } from "./row.ts";
import { ours, type Read } from "./tolerant.ts";

export const note = z.object({
  id,
  content: text,
  contactId: ours(id),
  createdBy,
  version,
  createdAt: when,
  updatedAt: ours(when),
});
export type Note = Read<typeof note>;

export const noteForm = z.object({
  content: required("Note content is required", 10_000),
  contactId: sentId,
});

export const notes = {
  "notes.ofContact": { answer: z.array(note) },
  "notes.create": { body: noteForm },
  "notes.update": {
    body: z.object({ id: sentId, content: noteForm.shape.content, contactId: sentId, ...editedVersion }),
    conflict: changed(note),
  },
} satisfies Schemas;
