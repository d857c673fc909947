/** `sale` includes refunds. */
export const timelineKinds = ["note", "sale", "repair", "appointment", "mail", "change"] as const;
export type TimelineKind = (typeof timelineKinds)[number];

export const TIMELINE_PAGE = 50;

export const MOST_PINNED = 10;
