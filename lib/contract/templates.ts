import * as z from "zod/mini";
import * as f from "./fields.ts";
import type { Schemas } from "./row.ts";
import { piecesOf } from "./tokens.ts";
import { ours, type Read, tolerant } from "./tolerant.ts";

export const templateKinds = ["EMAIL", "TEXT"] as const;
export type TemplateKind = (typeof templateKinds)[number];

export const template = z.object({
  id: f.id,
  kind: ours(z.enum(templateKinds)),
  name: f.text,
  subject: f.text,
  content: f.text,
  createdAt: f.when,
  updatedAt: f.when,
  version: f.version,
});
/** Our host's list has no content, so a hundred long templates still load. */
const listedTemplate = z.object({ ...template.shape, content: f.textOrNone });
export type Template = Read<typeof template>;

export const templateForm = z.object({
  name: f.required("Template name is required", 100, "Template name is too long"),
  subject: f.required("Subject is required", 200, "Subject is too long"),
  content: z.string("Content is required").check(
    z.refine((value) => value.trim() !== "", { error: "Content is required", abort: true }),
    z.maxLength(100_000, { error: "Content is too long", abort: true }),
    f.noNul,
  ),
});

export const MAX_TEXT = 2_000;
const { name, subject, content } = templateForm.shape;
const kind = z.optional(z.enum(templateKinds));
// Without aborting, so `rulesOfKind` reports the subject together with all other errors.
const fields = {
  name: z.string("Template name is required").check(z.trim(), withChecks(name)),
  subject: z.string("Subject is required").check(z.trim(), f.atMost(200, "Subject is too long"), f.noNul),
  content: z.string("Content is required").check(withChecks(content)),
  kind,
};

function withChecks(schema: z.ZodMiniType<string>) {
  return z.check<string>(({ value, issues }) => {
    for (const { message } of schema.safeParse(value).error?.issues ?? [])
      issues.push({ code: "custom", message, input: value, continue: true });
  });
}

export const anyTemplateForm = z.object(fields).check(...rulesOfKind());
export type TemplateForm = z.infer<typeof anyTemplateForm>;

type Readable = z.infer<typeof readable>;
const readable = z.object({ subject: z.string(), content: z.string(), kind });

function rulesOfKind() {
  const when = ({ value }: { value: unknown }) => readable.safeParse(value).success;
  const rule = (path: "subject" | "content", error: string, isMet: (form: Readable) => boolean) =>
    z.refine<Readable>(isMet, { path: [path], error, when });
  return [
    rule("subject", "Subject is required", (form) => form.kind === "TEXT" || isSubject(form.subject)),
    rule(
      "content",
      "Content is too long",
      ({ kind, content }) => kind !== "TEXT" || content.length <= MAX_TEXT,
    ),
  ] as const;
}

function isSubject(text: string): boolean {
  return subject.safeParse(text.slice(0, 200)).success;
}

/** Other hosts send it in braces, or as {id, name}. */
const placeholder = tolerant(z.string(), (value) => {
  const [piece] = piecesOf(z.parse(z.string(), typeof value === "string" ? value : Object(value).name));
  return piece?.name ?? piece?.text ?? "";
});

export const templates = {
  "templates.list": { answer: z.array(listedTemplate) },
  "templates.placeholders": { answer: z.array(placeholder) },
  "templates.get": { answer: template },
  /** The placeholders are filled in for a contact. */
  "templates.filled": { query: z.object({ contactId: f.sentId }), answer: z.object({ content: f.text }) },
  "templates.create": { body: anyTemplateForm, answer: f.createdInData },
  "templates.update": {
    body: z.object({ ...fields, ...f.editedVersion }).check(...rulesOfKind()),
    conflict: f.changed(template),
  },
} satisfies Schemas;
