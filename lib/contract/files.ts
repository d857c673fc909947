import * as z from "zod/mini";
import * as f from "./fields.ts";
import { FILE_PART_BYTES, fileTypes, MOST_FILE_BYTES } from "./file-terms.ts";
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

export const toAttach = (most: number) =>
  z
    .array(z.object({ id: f.sentId, name: f.required("Required", 200) }))
    .check(z.maxLength(most, `${most} files at most`));

export const files = {
  "files.create": {
    body: z.object({ bytes: z.int("Invalid input").check(z.minimum(0)) }),
    answer: f.created,
  },
  "files.upload": {
    body: z.object(f.filePart(FILE_PART_BYTES, MOST_FILE_BYTES)),
    /** After the last part. */
    answer: z.object({ file: z.nullable(facts) }),
  },
  "files.read": { query: z.object({ download: z.optional(z.literal("1", "must be 1")) }) },
} satisfies Schemas;
