/** Filters of a timeline; `sale` includes refunds. */
export const timelineKinds = ["note", "sale", "appointment", "mail", "change"] as const;
export type TimelineKind = (typeof timelineKinds)[number];

/** Entries per page. */
export const TIMELINE_PAGE = 50;

/** Most pinned notes of a contact. */
export const MOST_PINNED = 10;
