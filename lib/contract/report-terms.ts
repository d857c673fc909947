export const MOST_REPORT_DAYS = 1830;
