import { yearlyKeys } from "./yearly-fields.ts";

// Terms of segments. No schemas here, so screens that only show one load no zod.

export const segmentSubjects = ["contacts", "sales"] as const;
export type SegmentSubject = (typeof segmentSubjects)[number];

export const MOST_CONDITIONS = 20;

/** Contacts per step of a bulk action. */
export const BULK_STEP = 200;
export const MOST_ASKED_TAGS = 20;

/** How a contact was added: by a colleague, by an import, or by a visitor's booking. */
export const contactSources = ["person", "import", "visitor"] as const;

export const periodUnits = ["days", "weeks", "months", "years"] as const;
export type PeriodUnit = (typeof periodUnits)[number];

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
