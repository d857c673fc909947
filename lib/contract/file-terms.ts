/** Decided by the file's bytes. */
export const fileTypes = ["image/jpeg", "image/png", "image/webp", "image/gif", "application/pdf"] as const;
export type FileType = (typeof fileTypes)[number];

export const MOST_FILE_BYTES = 8_000_000;
export const MOST_FILES = 10;
export const MOST_PHOTOS = 12;

export const pictureTypes = fileTypes.filter((type) => type.startsWith("image/"));

/** Base64 parts keep requests small. */
export const FILE_PART_BYTES = 300_000;

/** Longest side of a repair's photo, in pixels. */
export const PHOTO_PIXELS = 1600;
export const PHOTO_LINK_MINUTES = 10;

export const THUMB = { width: 192, height: 144, mostBytes: 30_000 };
