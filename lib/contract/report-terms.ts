/** Longest period of a report: five years. */
export const MOST_REPORT_DAYS = 1830;
