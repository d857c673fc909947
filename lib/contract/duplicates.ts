import * as z from "zod/mini";
import { consent } from "./consent.ts";
import { type MergedKey, mergedContactFields } from "./contact-field-sets.ts";
import { addresses, contact } from "./contacts.ts";
import * as f from "./fields.ts";
import { storedValues } from "./own-values.ts";
import type { Schemas } from "./row.ts";
import type { Read } from "./tolerant.ts";
import { yearlyKeys } from "./yearly-fields.ts";

export const MOST_CARDS = 20;

/** A similar `name` alone isn't enough. */
const sameThings = ["email", "phone", "name", ...yearlyKeys, "digits", "local"] as const;
export type SameThing = (typeof sameThings)[number];

const card = z.object({ id: f.id, name: f.text, ...addresses, createdAt: f.when });

const near = {
  query: z.object({ firstName: z.string().check(f.atMost(100)), lastName: z.string().check(f.atMost(100)) }),
  answer: z.array(card),
};

const pair = z.object({ id: f.id, cards: z.array(card), same: z.array(z.enum(sameThings)) });
export type Pair = Read<typeof pair>;

/** `isUnsubscribed`: gets no automation emails. */
const comparedCard = z.object({
  ...contact.shape,
  fields: storedValues,
  updatedAt: f.when,
  sales: f.figure,
  notes: f.figure,
  bookings: f.figure,
  mails: f.figure,
  wishes: f.figure,
  isUnsubscribed: f.flag,
  consent: z.pick(consent, { state: true, at: true, source: true }),
});
export type ComparedCard = Read<typeof comparedCard>;

export const mergedFields = mergedContactFields.map(({ key }) => key);

const several = (least: number, most: number) =>
  [z.minLength(least, `${least} contacts at least`), z.maxLength(most, `${most} contacts at most`)] as const;

const merging = z.object({
  cards: z.array(z.object({ id: f.sentId, version: z.int() })).check(
    ...several(2, MOST_CARDS),
    z.refine(
      (cards) => new Set(cards.map((one) => one.id)).size === cards.length,
      "Choose each contact only once",
    ),
  ),
  from: z.object({
    ...(Object.fromEntries(mergedFields.map((key) => [key, f.sentId])) as Record<MergedKey, typeof f.sentId>),
    /** Own fields by id. The newest value wins for others. */
    fields: z.optional(z.record(z.string().check(z.maxLength(40)), f.sentId)),
  }),
});

const merge = z.object({
  id: f.id,
  contact: f.option,
  cards: z.array(f.text),
  by: f.textOrNull,
  at: f.when,
  until: f.when,
});

export const duplicates = {
  /** Most likely first. `isCut`: more exist. `isCounting`: pairs are from the previous count. */
  "duplicates.list": { answer: z.object({ pairs: z.array(pair), isCut: f.flag, isCounting: f.flag }) },
  "duplicates.cards": {
    query: z.object({ ids: z.string().check(z.maxLength(40 * MOST_CARDS)) }),
    answer: z.array(comparedCard),
  },
  "duplicates.near": near,
  "duplicates.dismiss": { body: z.object({ ids: z.array(f.sentId).check(...several(2, 2)) }) },
  "contacts.merge": {
    body: merging,
    answer: z.object({ id: f.id, change: f.id }),
    conflict: f.changed(contact),
  },
  "contacts.merges": { answer: z.array(merge) },
  /** `kept`: fields edited since, left unchanged. */
  "contacts.unmerge": {
    answer: z.object({ id: f.id, kept: z.array(z.object({ kind: f.text, id: f.id, name: f.text })) }),
  },
} satisfies Schemas;
