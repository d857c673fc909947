import * as z from "zod/mini";
import { isChoice, MOST_FIELDS, MOST_OPTIONS, ownKinds, ownSubjects } from "./field-terms.ts";
import {
  atMost,
  changed,
  editedVersion,
  figure,
  flag,
  id,
  noNul,
  oneLine,
  required,
  sentId,
  text,
  version,
} from "./fields.ts";
import type { Schemas } from "./row.ts";
import type { Read } from "./tolerant.ts";

/** The `id` survives a new text. `isArchived`: no longer offered. */
const option = z.object({ id: text, text, isArchived: flag });

/** `isWarning`: shown prominently (allergies). `isArchived`: no longer in forms. */
const ownField = z.object({
  id,
  of: z.enum(ownSubjects),
  label: text,
  group: text,
  kind: z.enum(ownKinds),
  options: z.array(option),
  isRequired: flag,
  isSearchable: flag,
  isWarning: flag,
  isArchived: flag,
  /** "cm", "left hand" */
  suffix: text,
  /** Name in templates. Renaming the field doesn't change it. */
  placeholder: text,
  version,
});
export type OwnField = Read<typeof ownField>;

const optionId = z.string().check(atMost(40), z.regex(/^[\w-]{1,40}$/, "Invalid input"));
const areApart = (values: readonly string[]) => new Set(values).size === values.length;

const described = {
  label: required("Name is required", 60, "At most 60 characters").check(oneLine),
  group: required("Group is required", 60, "At most 60 characters").check(oneLine),
  suffix: z.optional(z.string().check(z.trim(), atMost(30, "At most 30 characters"), oneLine, noNul)),
  options: z
    .array(
      z.object({
        id: optionId,
        text: z.string().check(z.trim(), atMost(100, "At most 100 characters"), oneLine, noNul),
      }),
    )
    .check(
      z.maxLength(MOST_OPTIONS, { error: `At most ${MOST_OPTIONS} options`, abort: true }),
      z.refine((options) => options.every((one) => one.text !== ""), "An option needs a word"),
      z.refine((options) => areApart(options.map((one) => one.text.toLowerCase())), "Each option once"),
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
    answer: z.object({ ids: z.array(id) }),
  },
  "fields.update": {
    body: z.object({ ...described, isArchived: z.optional(z.boolean()), ...editedVersion }),
    conflict: changed(ownField),
  },
  "fields.order": {
    body: z.object({
      fields: z
        .array(z.object({ id: sentId, group: described.group }))
        .check(z.maxLength(4 * MOST_FIELDS, "Invalid input")),
    }),
  },
  "fields.usage": { answer: z.object({ count: figure }) },
  /** `isArchived`: a record has a value. Deleting an archived field deletes its values. */
  "fields.delete": { answer: z.object({ count: figure, isArchived: flag }) },
} satisfies Schemas;
