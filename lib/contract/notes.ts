import * as z from "zod/mini";
import { changed, createdBy, editedVersion, id, required, text, version, when } from "./fields.ts";
import type { Schemas } from "./row.ts";

export const note = z.object({
  id,
  content: text,
  contactId: z.optional(z.nullable(id)),
  createdAt: when,
  createdBy,
  version,
});
export type Note = z.infer<typeof note>;

export const noteForm = z.object({ content: required("Note content is required", 10_000), contactId: id });

export const notes = {
  "notes.ofContact": { answer: z.array(note) },
  "notes.create": { body: noteForm },
  "notes.update": {
    body: z.object({ id, content: noteForm.shape.content, contactId: id, ...editedVersion }),
    conflict: changed(note),
  },
} satisfies Schemas;
