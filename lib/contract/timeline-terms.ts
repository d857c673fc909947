/** What a timeline is narrowed to; `sale` brings refunds along. */
export const timelineKinds = ["note", "sale", "appointment", "mail", "change"] as const;
export type TimelineKind = (typeof timelineKinds)[number];

/** So many entries come at a time. */
export const TIMELINE_PAGE = 50;

/** So many notes of a contact may be pinned. */
export const MOST_PINNED = 10;
