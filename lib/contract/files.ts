import * as z from "zod/mini";
import * as f from "./fields.ts";
import { FILE_PART_BYTES, fileTypes, MOST_FILE_BYTES, THUMB } from "./file-terms.ts";
import type { Schemas } from "./row.ts";
import type { Read } from "./tolerant.ts";

/** As displayed; null for files that aren't images. */
const facts = z.object({
  type: z.enum(fileTypes),
  bytes: z.int(),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
});

export const attached = z.object({ id: f.id, name: f.text, ...facts.shape });
export type Attached = Read<typeof attached>;

/** Of a repair. */
export const photo = z.object({ ...attached.shape, at: f.when, by: f.text });

export const toAttach = (most: number) =>
  z
    .array(z.object({ id: f.sentId, name: f.required("Required", 200) }))
    .check(z.maxLength(most, `${most} files at most`));

const begun = z.object({ bytes: z.int("Invalid input").check(z.minimum(0)) });
const filePart = z.object({
  ...f.filePart(FILE_PART_BYTES, MOST_FILE_BYTES),
  /** With the first part: a small JPEG of the photo’s middle, as base64. */
  thumb: z.optional(f.filePart(THUMB.mostBytes, 0).data),
});
/** After the last part. */
const taken = z.object({ file: z.nullable(facts) });

/** Of `repairs.reserve`. */
export const draftToken = z.string().check(f.atMost(200));

const { name: _, ...unnamed } = attached.shape;

const visitorDraft = z.object({ store: f.text, storeTimezone: f.text, until: f.when, count: z.int() });
export type VisitorDraft = Read<typeof visitorDraft>;

/** Of a repair that isn't saved. */
export const draftPhotos = {
  "repairs.photoLink": { body: z.object({ draft: draftToken }), answer: z.object({ token: f.text }) },
  "repairs.draftPhotos": { query: z.object({ draft: draftToken }), answer: z.array(z.object(unnamed)) },
  "visitor.draft": { answer: visitorDraft },
  "visitor.addPhoto": { body: begun, answer: f.created },
  "visitor.sendPhoto": { body: z.object({ id: f.sentId, ...filePart.shape }), answer: taken },
} satisfies Schemas;

export const files = {
  "files.create": { body: z.object({ ...begun.shape, draft: z.optional(draftToken) }), answer: f.created },
  "files.upload": { body: filePart, answer: taken },
  /** `thumb`: its small picture, or the whole file if it has none. */
  "files.read": {
    query: z.object({
      download: z.optional(z.literal("1", "must be 1")),
      thumb: z.optional(z.literal("1", "must be 1")),
    }),
  },
} satisfies Schemas;
