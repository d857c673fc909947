import * as z from "zod/mini";
import { id, required, text, when } from "./fields.ts";
import { rows } from "./row.ts";

export const note = z.object({ id, content: text, contactId: z.optional(z.nullable(id)), createdAt: when });
export type Note = z.infer<typeof note>;

export const noteForm = z.object({ content: required("Note content is required", 10_000), contactId: id });

export const notes = rows({
  "notes.ofContact": { method: "GET", path: "/notes/contact/{id}", answer: z.array(note) },
  "notes.create": { method: "POST", path: "/notes/", body: noteForm },
  "notes.update": {
    method: "PATCH",
    path: "/notes/{id}",
    body: z.object({ id, content: noteForm.shape.content, contactId: id }),
  },
  "notes.delete": { method: "DELETE", path: "/notes/{id}" },
});
