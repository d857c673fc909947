import * as z from "zod/mini";
import { consentStates } from "./consent.ts";
import { contactPage, listedContact } from "./contacts.ts";
import { MOST_OPTIONS } from "./field-terms.ts";
import {
  amount,
  atMost,
  changed,
  created,
  createdBy,
  day,
  editedVersion,
  figure,
  flag,
  id,
  noNul,
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
import { MOST_ASKED_TAGS, MOST_CONDITIONS, periodUnits, segmentSorts } from "./segment-terms.ts";
import type { Read } from "./tolerant.ts";

/** A whole number of days, weeks, months or years, back from or ahead of the store's today. */
const amountOfTime = { count: wholeNumber(1, 3650), unit: z.enum(periodUnits) };
const past = z.strictObject({ last: z.object(amountOfTime) });
const coming = z.strictObject({ next: z.object(amountOfTime) });
/** Days of the store's calendar, both included; either may be open. */
const between = z.strictObject({ from: z.optional(day), to: z.optional(day) });

const period = z.union([past, between]);
const not = { not: z.optional(z.boolean()) };
/** What is written somewhere in it; without, that there is something. */
const words = { contains: z.optional(z.string().check(z.trim(), atMost(100), noNul)) };
const amountText = z.string().check(atMost(20), z.regex(/^\d{1,12}(\.\d{1,3})?$/, "Must be an amount"));
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
  z.object({ field: z.literal("mailed"), ...not, period: z.optional(period) }),
  z.object({ field: z.literal("consent"), ...not, is: z.enum(consentStates) }),
  // Any of them; any at all where none is named.
  z.object({
    field: z.literal("tags"),
    ...not,
    tagIds: z.optional(z.array(sentId).check(z.minLength(1), z.maxLength(MOST_ASKED_TAGS))),
  }),
  // One of the store's own fields, by what its kind can be asked; that there is a value where nothing is asked.
  z.object({
    field: z.literal("own"),
    ...not,
    fieldId: sentId,
    ...words,
    is: z.optional(z.enum(["over", "under"])),
    amount: z.optional(z.string().check(atMost(20), z.regex(/^-?\d{1,12}(\.\d{1,3})?$/, "Must be a number"))),
    period: z.optional(z.union([past, coming, between])),
    optionIds: z.optional(
      z.array(z.string().check(atMost(40))).check(z.minLength(1), z.maxLength(MOST_OPTIONS)),
    ),
    yes: z.optional(z.boolean()),
  }),
]);
export type SegmentCondition = z.output<typeof condition>;
export type Period = z.output<typeof past> | z.output<typeof coming> | z.output<typeof between>;

/** All of its groups must fit, and of each group any one condition. None at all: everybody. */
const segment = z.array(z.array(condition).check(z.minLength(1), z.maxLength(MOST_CONDITIONS))).check(
  z.maxLength(MOST_CONDITIONS),
  z.refine((groups) => groups.flat().length <= MOST_CONDITIONS, `At most ${MOST_CONDITIONS} conditions`),
);
export type Segment = z.output<typeof segment>;

/** A segment as an address carries it, in JSON; null where that is none. */
export function readSegment(written: string): Segment | null {
  try {
    const { success, data } = segment.safeParse(JSON.parse(written || "[]"));
    return success ? data : null;
  } catch {
    return null;
  }
}

/** A segment as JSON. */
export const segmentText = z.string().check(
  atMost(4_000),
  z.refine((written) => readSegment(written) !== null, "must be a segment"),
);

/** `spent`: what they spent in the time, and on what, that the segment's first condition about it names; null without one. */
const found = z.object({ ...listedContact.shape, spent: z.nullable(amount) });

/** How to save one, for its maker alone or for everybody. */
const savedSegmentForm = z.object({
  name: required("A name is required", 60),
  segment: segmentText,
  sort: z.optional(z.enum(segmentSorts)),
  isShared: z.boolean(),
});

/** What its maker types of it. */
export const savedSegmentName = z.object({
  name: savedSegmentForm.shape.name,
  whose: z.enum(["me", "everybody"]),
});

/** One that was saved. `mayChange`: its maker, and of everybody's the owner and admins too. */
const savedSegment = z.object({
  id,
  name: text,
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
  "segments.create": { body: savedSegmentForm, answer: created },
  "segments.update": {
    body: z.object({ ...savedSegmentForm.shape, ...editedVersion }),
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
