import * as z from "zod/mini";
import { consent } from "./consent.ts";
import { contact } from "./contacts.ts";
import { atMost, changed, figure, flag, id, option, sentId, text, textOrNull, when } from "./fields.ts";
import { storedValues } from "./own-values.ts";
import type { Schemas } from "./row.ts";
import type { Read } from "./tolerant.ts";

/** So many cards at most become one at once. */
export const MOST_CARDS = 20;

/** What two cards have in common; beside `name`, which is near, there is always another one. */
const sameThings = ["email", "phone", "name", "birthday", "anniversary", "digits", "local"] as const;
export type SameThing = (typeof sameThings)[number];

const card = z.object({ id, name: text, email: text, phoneNumber: text, createdAt: when });

/** Who may be meant by a name that is being typed for a new card. */
const near = {
  query: z.object({ firstName: z.string().check(atMost(100)), lastName: z.string().check(atMost(100)) }),
  answer: z.array(card),
};

/** Two cards that may be one person. */
const pair = z.object({ id, cards: z.array(card), same: z.array(z.enum(sameThings)) });
export type Pair = Read<typeof pair>;

/** A card with what hangs on it. `isUnsubscribed`: its address gets no mails of automations. */
const comparedCard = z.object({
  ...contact.shape,
  fields: storedValues,
  updatedAt: when,
  sales: figure,
  notes: figure,
  bookings: figure,
  mails: figure,
  wishes: figure,
  isUnsubscribed: flag,
  consent: z.pick(consent, { state: true, at: true, source: true }),
});
export type ComparedCard = Read<typeof comparedCard>;

/** What a card is made of, each taken whole from one of the cards. */
export const mergedFields = ["name", "email", "phoneNumber", "birthday", "anniversary"] as const;
export type MergedField = (typeof mergedFields)[number];

const several = (least: number, most: number) =>
  [z.minLength(least, `${least} cards at least`), z.maxLength(most, `${most} cards at most`)] as const;

const merging = z.object({
  /** With the version of each that was looked at. */
  cards: z.array(z.object({ id: sentId, version: z.int() })).check(
    ...several(2, MOST_CARDS),
    z.refine((cards) => new Set(cards.map((one) => one.id)).size === cards.length, "Each card once"),
  ),
  /** From which card each field comes. */
  from: z.object({
    name: sentId,
    email: sentId,
    phoneNumber: sentId,
    birthday: sentId,
    anniversary: sentId,
    /** Of the store's own fields, by id; of what is not named the newest value is kept. */
    fields: z.optional(z.record(z.string().check(z.maxLength(40)), sentId)),
  }),
});

/** A merge of the last 30 days: `id` is the change, `contact` the card that was kept, `cards` those that went into it. */
const merge = z.object({
  id,
  contact: option,
  cards: z.array(text),
  by: textOrNull,
  at: when,
  until: when,
});

export const duplicates = {
  /** The likeliest first; `isCut` where there are more than one answer holds. */
  "duplicates.list": { answer: z.object({ pairs: z.array(pair), isCut: flag }) },
  /** {ids} are the cards', with commas between. */
  "duplicates.cards": {
    query: z.object({ ids: z.string().check(z.maxLength(40 * MOST_CARDS)) }),
    answer: z.array(comparedCard),
  },
  "duplicates.near": near,
  "duplicates.dismiss": { body: z.object({ ids: z.array(sentId).check(...several(2, 2)) }) },
  "contacts.merge": {
    body: merging,
    answer: z.object({ id, change: id }),
    conflict: changed(contact),
  },
  "contacts.merges": { answer: z.array(merge) },
  /** `kept` is what somebody has changed since and stays as it is. */
  "contacts.unmerge": {
    answer: z.object({ id, kept: z.array(z.object({ kind: text, id, name: text })) }),
  },
} satisfies Schemas;
