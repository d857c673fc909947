export const MOST_REPORT_DAYS = 1830;

/** A year earlier, or the time just before, of the same length. */
export const comparisons = ["year", "period"] as const;
export type Comparison = (typeof comparisons)[number];
