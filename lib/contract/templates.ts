import * as z from "zod/mini";
import {
  changed,
  createdInData,
  editedVersion,
  id,
  noNul,
  required,
  text,
  textOrNone,
  version,
  when,
} from "./fields.ts";
import type { Schemas } from "./row.ts";
import { piecesOf } from "./tokens.ts";
import { type Read, tolerant } from "./tolerant.ts";

export const template = z.object({
  id,
  name: text,
  subject: text,
  content: text,
  createdAt: when,
  updatedAt: when,
  version,
});
/** Our host's list has no content, so a hundred long templates still load. */
const listed = z.object({ ...template.shape, content: textOrNone });
export type Template = Read<typeof template>;

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

/** Other hosts send it in braces, or as {id, name}. */
const placeholder = tolerant(z.string(), (value) => {
  const [piece] = piecesOf(z.parse(z.string(), typeof value === "string" ? value : Object(value).name));
  return piece?.name ?? piece?.text ?? "";
});

export const templates = {
  "templates.list": { answer: z.array(listed) },
  "templates.placeholders": { answer: z.array(placeholder) },
  "templates.get": { answer: template },
  "templates.create": { body: templateForm, answer: createdInData },
  "templates.update": {
    body: z.object({ ...templateForm.shape, ...editedVersion }),
    conflict: changed(template),
  },
} satisfies Schemas;
