import * as z from "zod/mini";
import { consentStates } from "./consent.ts";
import { textFields } from "./contact-field-sets.ts";
import { contactPage, listedContact } from "./contacts.ts";
import * as f from "./fields.ts";
import type { Schemas } from "./row.ts";
import { readSaleSegment } from "./sale-segments.ts";
import {
  amountText,
  between,
  coming,
  named,
  not,
  own,
  past,
  period,
  segmentSchema,
  words,
} from "./segment-parts.ts";
import {
  contactSources,
  MOST_ASKED_TAGS,
  type SegmentSubject,
  saleSorts,
  segmentSorts,
  segmentSubjects,
} from "./segment-terms.ts";
import type { Read } from "./tolerant.ts";
import { yearlyKeys } from "./yearly-fields.ts";

/** All sales if neither is set. */
const which = { categoryId: z.optional(f.sentId), period: z.optional(period) };

/** `not` also matches contacts without a value. Sums are after refunds. */
const condition = z.discriminatedUnion("field", [
  z.object({ field: z.literal("name"), ...not, ...words }),
  ...textFields.map(({ key }) => z.object({ field: z.literal(key), ...not, ...words })),
  // Within days from today, in a month (0: this one), or known at all.
  ...yearlyKeys.map((field) =>
    z.object({
      field: z.literal(field),
      ...not,
      within: z.optional(f.wholeNumber(0, 366)),
      month: z.optional(f.wholeNumber(0, 12)),
    }),
  ),
  z.object({ field: z.literal("added"), ...not, period }),
  z.object({ field: z.literal("source"), ...not, is: z.enum(contactSources) }),
  z.object({
    field: z.literal("spent"),
    ...not,
    is: z.enum(["over", "under"]),
    amount: amountText,
    ...which,
  }),
  z.object({
    field: z.literal("sales"),
    ...not,
    is: z.enum(["atLeast", "atMost"]),
    count: f.wholeNumber(0, 100_000),
    ...which,
  }),
  z.object({ field: z.literal("firstSale"), ...not, period }),
  z.object({ field: z.literal("lastSale"), ...not, period }),
  z.object({ field: z.literal("appointment"), ...not, period: z.union([past, coming, named, between]) }),
  // The last kept appointment, no-shows excluded; then no-shows.
  z.object({ field: z.literal("lastAppointment"), ...not, period }),
  z.object({ field: z.literal("noShow"), ...not, period: z.optional(period) }),
  // In the store, or ready for more than READY_LONG_DAYS.
  z.object({ field: z.literal("repair"), ...not, is: z.enum(["here", "readyLong"]) }),
  z.object({ field: z.literal("mailed"), ...not, period: z.optional(period) }),
  z.object({ field: z.literal("consent"), ...not, is: z.enum(consentStates) }),
  // No tags: any tag.
  z.object({
    field: z.literal("tags"),
    ...not,
    tagIds: z.optional(z.array(f.sentId).check(z.minLength(1), z.maxLength(MOST_ASKED_TAGS))),
  }),
  own,
]);
export type SegmentCondition = z.output<typeof condition>;
const language = segmentSchema(condition);
/** Every group must match, by at least one of its conditions. No groups: everyone. */
export type Segment = SegmentCondition[][];
export const readSegment = language.read;
export const segmentText = language.text;

/** `spent`: if the segment has a condition on spending. */
const found = z.object({ ...listedContact.shape, spent: z.nullable(f.amount) });

const savedSegmentFields = z.object({
  name: f.required("A name is required", 60),
  of: z.enum(segmentSubjects),
  segment: z.string().check(f.atMost(4_000)),
  sort: z.optional(z.enum([...segmentSorts, ...saleSorts])),
  isShared: z.boolean(),
});
const isOfSubject = z.refine<{ of: SegmentSubject; segment: string }>(
  ({ of, segment }) => (of === "sales" ? readSaleSegment : readSegment)(segment) !== null,
  { error: "must be a segment", path: ["segment"] },
);

export const savedSegmentName = z.object({
  name: savedSegmentFields.shape.name,
  whose: z.enum(["me", "everybody"]),
});

/** `mayChange`: its creator; for shared ones also owner and admins. */
const savedSegment = z.object({
  id: f.id,
  name: f.text,
  of: z.enum(segmentSubjects),
  segment: f.text,
  sort: f.textOrNull,
  isShared: f.flag,
  isMine: f.flag,
  mayChange: f.flag,
  createdBy: f.createdBy,
  version: f.version,
  createdAt: f.when,
  updatedAt: f.when,
});
export type SavedSegment = Read<typeof savedSegment>;

export const segments = {
  "segments.list": { answer: z.array(savedSegment) },
  "segments.create": { body: savedSegmentFields.check(isOfSubject), answer: f.created },
  "segments.update": {
    body: z.object({ ...savedSegmentFields.shape, ...f.editedVersion }).check(isOfSubject),
    conflict: f.changed(savedSegment),
  },
  "contacts.segment": {
    query: z.object({
      ...contactPage.shape,
      where: z.optional(segmentText),
      sort: z.optional(z.enum(segmentSorts)),
    }),
    answer: z.array(found),
  },
  /** `isExact` is false if counting took too long. */
  "contacts.count": {
    query: z.object({ where: z.optional(segmentText), search: f.page.shape.search }),
    answer: z.object({ count: f.figure, of: f.figure, isExact: f.flag }),
  },
} satisfies Schemas;
