/** What is counted for one answer has an end: five years. */
export const MOST_REPORT_DAYS = 1830;
