export const MOST_REPORT_DAYS = 1830;

export const comparisons = ["year", "period"] as const;
export type Comparison = (typeof comparisons)[number];
