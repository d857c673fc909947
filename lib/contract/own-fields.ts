import * as z from "zod/mini";
import { isChoice, MOST_FIELDS, MOST_OPTIONS, ownKinds, ownSubjects } from "./field-terms.ts";
import * as f from "./fields.ts";
import type { Schemas } from "./row.ts";
import type { Read } from "./tolerant.ts";

/** `isArchived`: no longer offered. */
const option = z.object({ id: f.text, text: f.text, isArchived: f.flag });

/** `isWarning`: shown prominently (allergies). `isArchived`: no longer in forms. */
const ownField = z.object({
  id: f.id,
  of: z.enum(ownSubjects),
  label: f.text,
  group: f.text,
  kind: z.enum(ownKinds),
  options: z.array(option),
  isRequired: f.flag,
  isSearchable: f.flag,
  isWarning: f.flag,
  isArchived: f.flag,
  /** "cm", "left hand" */
  suffix: f.text,
  /** Name in templates. Renaming the field doesn't change it. */
  placeholder: f.text,
  version: f.version,
});
export type OwnField = Read<typeof ownField>;

const optionId = z.string().check(f.atMost(40), z.regex(/^[\w-]{1,40}$/, "Invalid input"));
const areApart = (values: readonly string[]) => new Set(values).size === values.length;

const described = {
  label: f.required("Name is required", 60, "At most 60 characters").check(f.oneLine),
  group: f.required("Group is required", 60, "At most 60 characters").check(f.oneLine),
  suffix: z.optional(z.string().check(z.trim(), f.atMost(30, "At most 30 characters"), f.oneLine, f.noNul)),
  options: z
    .array(
      z.object({
        id: optionId,
        text: z.string().check(z.trim(), f.atMost(100, "At most 100 characters"), f.oneLine, f.noNul),
      }),
    )
    .check(
      z.maxLength(MOST_OPTIONS, { error: `At most ${MOST_OPTIONS} options`, abort: true }),
      z.refine((options) => options.every((one) => one.text !== ""), "Enter a name for each option"),
      z.refine(
        (options) => areApart(options.map((one) => one.text.toLowerCase())),
        "Options must be different",
      ),
      z.refine((options) => areApart(options.map((one) => one.id)), "Invalid input"),
    ),
  isRequired: z.boolean(),
  isSearchable: z.boolean(),
  isWarning: z.boolean(),
};

const hasOptions = z.refine<{ kind: (typeof ownKinds)[number]; options: readonly unknown[] }>(
  ({ kind, options }) => !isChoice(kind) || options.length > 0,
  { error: "At least one option", path: ["options"] },
);
/** The kind can't change, because its values would be invalid. */
export const ownFieldForm = z
  .object({ ...described, kind: z.enum(ownKinds, "Required"), of: z.optional(z.enum(ownSubjects)) })
  .check(hasOptions);
export type OwnFieldForm = z.infer<typeof ownFieldForm>;

export const ownFields = {
  /** In order. A group's place is its first field's. */
  "fields.list": { answer: z.array(ownField) },
  "fields.create": {
    body: z.object({
      fields: z
        .array(ownFieldForm)
        .check(z.minLength(1, "Required"), z.maxLength(MOST_FIELDS, `${MOST_FIELDS} fields at most`)),
    }),
    answer: z.object({ ids: z.array(f.id) }),
  },
  "fields.update": {
    body: z.object({ ...described, isArchived: z.optional(z.boolean()), ...f.editedVersion }),
    conflict: f.changed(ownField),
  },
  "fields.order": {
    body: z.object({
      fields: z
        .array(z.object({ id: f.sentId, group: described.group }))
        .check(z.maxLength(4 * MOST_FIELDS, "Invalid input")),
    }),
  },
  "fields.usage": { answer: z.object({ count: f.figure }) },
  /** `isArchived`: a record has a value. Deleting an archived field deletes its values. */
  "fields.delete": { answer: z.object({ count: f.figure, isArchived: f.flag }) },
} satisfies Schemas;
