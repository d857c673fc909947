// What tags are limited to. Free of schemas: screens need none.

/** A tag's colours are those of avatars. */
export const TAG_COLORS = 6;
/** How many tags one contact may have. */
export const MOST_TAGS = 50;
/** How long a tag's name may be. */
export const LONGEST_TAG = 40;
