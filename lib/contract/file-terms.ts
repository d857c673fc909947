// The words of a note's files, without zod: first views know them.

/** What a file may be; its own bytes decide. */
export const fileTypes = ["image/jpeg", "image/png", "image/webp", "image/gif", "application/pdf"] as const;
export type FileType = (typeof fileTypes)[number];

export const MOST_FILE_BYTES = 8_000_000;
/** Of one note. */
export const MOST_FILES = 10;

/** A file comes in parts, each as base64, so that no request is large. */
export const FILE_PART_BYTES = 300_000;
