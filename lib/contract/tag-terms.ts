// Limits of tags. No schemas here, so screens that only show tags load no zod.

/** The colors of avatars. */
export const TAG_COLORS = 6;
/** Most tags of a contact. */
export const MOST_TAGS = 50;
/** Longest name of a tag. */
export const LONGEST_TAG = 40;
