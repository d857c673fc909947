import { yearlyKeys } from "./yearly-fields.ts";

export const segmentSubjects = ["contacts", "sales"] as const;
export type SegmentSubject = (typeof segmentSubjects)[number];

export const MOST_CONDITIONS = 20;

export const BULK_STEP = 200;
export const MOST_ASKED_TAGS = 20;

/** `visitor`: by booking online. */
export const contactSources = ["person", "import", "visitor"] as const;

export const periodUnits = ["days", "weeks", "months", "years"] as const;
export type PeriodUnit = (typeof periodUnits)[number];

/** Of the calendar, as the store's time zone has it. */
export const namedPeriods = {
  thisMonth: "this month",
  lastMonth: "last month",
  thisYear: "this year",
  lastYear: "last year",
};
export type NamedPeriod = keyof typeof namedPeriods;

export const segmentSorts = [
  "createdAt:desc",
  "createdAt:asc",
  "name:asc",
  "name:desc",
  ...yearlyKeys.flatMap((key) => [`${key}:asc`, `${key}:desc`] as const),
  "spent:desc",
  "spent:asc",
  "recentSale:desc",
  "recentSale:asc",
] as const;
export type SegmentSort = (typeof segmentSorts)[number];

export const saleSorts = [
  "createdAt:desc",
  "createdAt:asc",
  "customer:asc",
  "customer:desc",
  "cost:desc",
  "cost:asc",
  "category:asc",
  "category:desc",
] as const;
export type SaleSort = (typeof saleSorts)[number];
export type AnySort = SegmentSort | SaleSort;
