// What a segment is made of. Free of schemas: screens that only show one need none.

/** What conditions are asked of. */
export const segmentSubjects = ["contacts", "sales"] as const;
export type SegmentSubject = (typeof segmentSubjects)[number];

/** How many conditions one segment may have. */
export const MOST_CONDITIONS = 20;

/** How many contacts one step of bulk work takes. */
export const BULK_STEP = 200;
/** How many tags one condition may name. */
export const MOST_ASKED_TAGS = 20;

/** How a contact came to the store, by who wrote the card: a colleague by hand, an import, or a visitor who booked. */
export const contactSources = ["person", "import", "visitor"] as const;

export const periodUnits = ["days", "weeks", "months", "years"] as const;
export type PeriodUnit = (typeof periodUnits)[number];

/** What the contacts of a segment can be sorted by: the first of each as it is most often wanted. */
export const segmentSorts = [
  "createdAt:desc",
  "createdAt:asc",
  "name:asc",
  "name:desc",
  "birthday:asc",
  "birthday:desc",
  "anniversary:asc",
  "anniversary:desc",
  "spent:desc",
  "spent:asc",
  "recentSale:desc",
  "recentSale:asc",
] as const;
export type SegmentSort = (typeof segmentSorts)[number];

/** What sales can be sorted by. */
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
