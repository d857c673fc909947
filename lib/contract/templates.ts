import * as z from "zod/mini";
import { id, noNul, required, text, when } from "./fields.ts";
import type { Schemas } from "./row.ts";

export const template = z.object({
  id,
  name: text,
  subject: text,
  content: text,
  createdAt: when,
  updatedAt: when,
});
export type Template = z.infer<typeof template>;

export const templateForm = z.object({
  name: required("Template name is required", 100, "Template name is too long"),
  subject: required("Subject is required", 200, "Subject is too long"),
  content: z
    .string("Content is required")
    .check(z.minLength(1, "Content is required"), z.maxLength(100_000), noNul),
});
export type TemplateForm = z.infer<typeof templateForm>;

/** A placeholder as a bare string, or as {id, name}. */
const placeholder = z.pipe(
  z.union([z.string(), z.object({ name: z.string() })]),
  z.transform((value) => (typeof value === "string" ? value : value.name)),
);

/** {id} or {data: {id}}; null where a host answers neither. */
const newId = z.pipe(
  z.unknown(),
  z.transform((value) => {
    const bare = z.object({ id }).safeParse(value);
    if (bare.success) return bare.data;
    return z.object({ data: z.object({ id }) }).safeParse(value).data?.data ?? null;
  }),
);

export const templates = {
  "templates.list": { answer: z.array(template) },
  "templates.placeholders": { answer: z.array(placeholder) },
  "templates.get": { answer: template },
  "templates.create": { body: templateForm, answer: newId },
  "templates.update": { body: templateForm },
} satisfies Schemas;
