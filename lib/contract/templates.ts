import * as z from "zod/mini";
import { changed, created, editedVersion, id, noNul, required, text, version, when } from "./fields.ts";
import type { Schemas } from "./row.ts";
import { piecesOf } from "./tokens.ts";

export const template = z.object({
  id,
  name: text,
  subject: text,
  content: text,
  createdAt: when,
  updatedAt: when,
  version,
});
export type Template = z.infer<typeof template>;

export const templateForm = z.object({
  name: required("Template name is required", 100, "Template name is too long"),
  subject: required("Subject is required", 200, "Subject is too long"),
  content: z.string("Content is required").check(
    z.refine((value) => value.trim() !== "", { error: "Content is required", abort: true }),
    z.maxLength(100_000, { error: "Content is too long", abort: true }),
    noNul,
  ),
});
export type TemplateForm = z.infer<typeof templateForm>;

/** A placeholder as a string, bare or in its braces, or as {id, name}. */
const placeholder = z.pipe(
  z.union([z.string(), z.object({ name: z.string() })]),
  z.transform((value) => {
    const [piece] = piecesOf(typeof value === "string" ? value : value.name);
    return piece?.name ?? piece?.text ?? "";
  }),
);

export const templates = {
  "templates.list": { answer: z.array(template) },
  "templates.placeholders": { answer: z.array(placeholder) },
  "templates.get": { answer: template },
  "templates.create": { body: templateForm, answer: created },
  "templates.update": {
    body: z.object({ ...templateForm.shape, ...editedVersion }),
    conflict: changed(template),
  },
} satisfies Schemas;
