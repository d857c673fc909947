import * as z from "zod/mini";
import { consentStates } from "./consent.ts";
import { contactPage, listedContact } from "./contacts.ts";
import {
  amount,
  atMost,
  changed,
  created,
  createdBy,
  editedVersion,
  figure,
  flag,
  id,
  page,
  required,
  sentId,
  text,
  textOrNull,
  version,
  when,
  wholeNumber,
} from "./fields.ts";
import type { Schemas } from "./row.ts";
import { readSaleSegment } from "./sale-segments.ts";
import { amountText, between, coming, not, own, past, period, segmentsOf, words } from "./segment-parts.ts";
import {
  contactSources,
  MOST_ASKED_TAGS,
  type SegmentSubject,
  saleSorts,
  segmentSorts,
  segmentSubjects,
} from "./segment-terms.ts";
import type { Read } from "./tolerant.ts";

/** Which sales are meant: those of a category, of a time; all where neither is said. */
const which = { categoryId: z.optional(sentId), period: z.optional(period) };

/**
 * What can be asked of a contact. `not` turns each around, and then those of whom nothing is known fit as well.
 * Sums are of what was paid, less what was given back.
 */
const condition = z.discriminatedUnion("field", [
  z.object({ field: z.literal("name"), ...not, ...words }),
  z.object({ field: z.literal("email"), ...not, ...words }),
  z.object({ field: z.literal("phoneNumber"), ...not, ...words }),
  // Within so many days from today on, in a month (0: this one), or known at all.
  ...(["birthday", "anniversary"] as const).map((field) =>
    z.object({
      field: z.literal(field),
      ...not,
      within: z.optional(wholeNumber(0, 366)),
      month: z.optional(wholeNumber(0, 12)),
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
    count: wholeNumber(0, 100_000),
    ...which,
  }),
  z.object({ field: z.literal("firstSale"), ...not, period }),
  z.object({ field: z.literal("lastSale"), ...not, period }),
  z.object({ field: z.literal("appointment"), ...not, period: z.union([past, coming, between]) }),
  // The last that was kept, as far as anybody said otherwise; and those that nobody came to.
  z.object({ field: z.literal("lastAppointment"), ...not, period }),
  z.object({ field: z.literal("noShow"), ...not, period: z.optional(period) }),
  z.object({ field: z.literal("mailed"), ...not, period: z.optional(period) }),
  z.object({ field: z.literal("consent"), ...not, is: z.enum(consentStates) }),
  // Any of them; any at all where none is named.
  z.object({
    field: z.literal("tags"),
    ...not,
    tagIds: z.optional(z.array(sentId).check(z.minLength(1), z.maxLength(MOST_ASKED_TAGS))),
  }),
  own,
]);
export type SegmentCondition = z.output<typeof condition>;
const language = segmentsOf(condition);
/** All of its groups must fit, and of each group any one condition. None at all: everybody. */
export type Segment = SegmentCondition[][];
export const readSegment = language.read;
export const segmentText = language.text;

/** `spent`: what they spent in the time, and on what, that the segment's first condition about it names; null without one. */
const found = z.object({ ...listedContact.shape, spent: z.nullable(amount) });

/** How to save one, for its maker alone or for everybody. */
const savedSegmentFields = z.object({
  name: required("A name is required", 60),
  of: z.enum(segmentSubjects),
  segment: z.string().check(atMost(4_000)),
  sort: z.optional(z.enum([...segmentSorts, ...saleSorts])),
  isShared: z.boolean(),
});
const isOfSubject = z.refine<{ of: SegmentSubject; segment: string }>(
  ({ of, segment }) => (of === "sales" ? readSaleSegment : readSegment)(segment) !== null,
  { error: "must be a segment", path: ["segment"] },
);

/** What its maker types of it. */
export const savedSegmentName = z.object({
  name: savedSegmentFields.shape.name,
  whose: z.enum(["me", "everybody"]),
});

/** One that was saved. `mayChange`: its maker, and of everybody's the owner and admins too. */
const savedSegment = z.object({
  id,
  name: text,
  of: z.enum(segmentSubjects),
  segment: text,
  sort: textOrNull,
  isShared: flag,
  isMine: flag,
  mayChange: flag,
  createdBy,
  version,
  createdAt: when,
  updatedAt: when,
});
export type SavedSegment = Read<typeof savedSegment>;

export const segments = {
  "segments.list": { answer: z.array(savedSegment) },
  "segments.create": { body: savedSegmentFields.check(isOfSubject), answer: created },
  "segments.update": {
    body: z.object({ ...savedSegmentFields.shape, ...editedVersion }).check(isOfSubject),
    conflict: changed(savedSegment),
  },
  "contacts.segment": {
    query: z.object({
      ...contactPage.shape,
      where: z.optional(segmentText),
      sort: z.optional(z.enum(segmentSorts)),
    }),
    answer: z.array(found),
  },
  /** `isExact`: false where counting took too long, and `count` is what the database takes it for. */
  "contacts.count": {
    query: z.object({ where: z.optional(segmentText), search: page.shape.search }),
    answer: z.object({ count: figure, of: figure, isExact: flag }),
  },
} satisfies Schemas;
