import * as z from "zod/mini";
import * as f from "./fields.ts";
import type { Schemas } from "./row.ts";
import { LONGEST_TAG, TAG_COLORS } from "./tag-terms.ts";
import type { Read } from "./tolerant.ts";

export const tag = z.object({ id: f.id, name: f.text, color: f.figure });
export type Tag = Read<typeof tag>;

/** `merged`: ids of former tags, for conditions that still have them. */
const listedTag = z.object({ ...tag.shape, count: f.figure, merged: z.array(f.id), version: f.version });
export type ListedTag = Read<typeof listedTag>;

export const tagName = f
  .required("Give the tag a name", LONGEST_TAG, `At most ${LONGEST_TAG} characters`)
  .check(
    f.oneLine,
    z.refine((name) => !/[,;]/.test(name), "Tag names can’t contain commas"),
  );
const color = f.wholeNumber(1, TAG_COLORS);

export const tagForm = z.object({ name: tagName, color });

export const tags = {
  "tags.list": { answer: z.array(listedTag) },
  "tags.create": { body: z.object({ name: tagName, color: z.optional(color) }), answer: tag },
  "tags.update": {
    body: z.object({ ...tagForm.shape, ...f.editedVersion }),
    conflict: f.changed(z.object({ ...tag.shape, version: f.version })),
  },
  "tags.merge": { body: z.object({ into: f.sentId }), answer: tag },
  /** A new name creates the tag. */
  "contacts.addTag": { body: z.object({ name: tagName }), answer: tag },
  "contacts.removeTag": { body: z.object({ tagId: f.sentId }) },
} satisfies Schemas;
