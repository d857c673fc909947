export const TAG_COLORS = 6;
export const MOST_TAGS = 50;
export const LONGEST_TAG = 40;
