import * as z from "zod/mini";
import { bookingStates } from "./bookings.ts";
import {
  amount,
  atMost,
  createdBy,
  figure,
  flag,
  id,
  option,
  page,
  reference,
  text,
  textOrNull,
  when,
} from "./fields.ts";
import { attached } from "./files.ts";
import { messageShape } from "./inbox.ts";
import { entry as journalEntry } from "./journal.ts";
import { mailKinds, mailStates } from "./mails.ts";
import { answered } from "./questions.ts";
import { ticket } from "./repair-settings.ts";
import { repairStates } from "./repair-terms.ts";
import type { Schemas } from "./row.ts";
import { timelineKinds } from "./timeline-terms.ts";
import type { Read } from "./tolerant.ts";

const { actor, action, reason, changes } = journalEntry.shape;

/** Details are under the name of its `kind`. `at` has microseconds, because pages end at it. */
const timelineEntry = z.object({
  id,
  kind: z.enum([...timelineKinds, "refund", "letter"]),
  at: when,
  note: z.optional(
    z.object({
      content: text,
      createdBy,
      pinnedAt: z.nullable(when),
      pinnedBy: textOrNull,
      mentions: z.array(option),
      files: z.array(attached),
      version: z.int(),
    }),
  ),
  sale: z.optional(z.object({ category: text, invoiceNumber: textOrNull, amount, createdBy })),
  /** `isWhole`: refunded completely. */
  refund: z.optional(
    z.object({
      category: text,
      invoiceNumber: textOrNull,
      amount,
      reason: textOrNull,
      isWhole: flag,
      createdBy,
    }),
  ),
  /** A step. `total`: of the repair. */
  repair: z.optional(
    z.object({
      ...ticket,
      name: text,
      state: z.enum(repairStates),
      isFirst: flag,
      by: text,
      workshop: textOrNull,
      to: textOrNull,
      total: amount,
    }),
  ),
  appointment: z.optional(
    z.object({
      title: text,
      endsAt: when,
      status: z.enum(bookingStates),
      person: z.nullable(option),
      createdBy,
      answers: z.array(answered),
    }),
  ),
  /** `automation` and `campaign` are names. */
  mail: z.optional(
    z.object({
      kind: z.enum(mailKinds),
      subject: textOrNull,
      state: z.enum(mailStates),
      reason: textOrNull,
      automation: textOrNull,
      campaign: reference,
    }),
  ),
  /** Private email appears only to its owner. */
  letter: z.optional(z.object(messageShape)),
  /** `about`: a tag, or a relation to `other`; otherwise the contact itself. */
  change: z.optional(
    z.object({
      actor,
      action,
      reason,
      changes,
      about: z.optional(z.object({ kind: z.enum(["tagging", "relation"]), name: text, other: textOrNull })),
    }),
  ),
});
export type TimelineEntry = Read<typeof timelineEntry>;

/** Refunds lower `total`, and `year`: twelve calendar months in the store's time zone, this month included. */
const saleTotals = z.object({
  count: figure,
  total: amount,
  year: amount,
  first: z.nullable(when),
  last: z.nullable(z.object({ amount, at: when })),
});
export type SaleTotals = Read<typeof saleTotals>;

const repairTotals = z.object({ count: figure, total: amount });
export type RepairTotals = Read<typeof repairTotals>;

/** "2026-11-20T09:12:00.123456Z~" and an entry's id. */
const before = z
  .string()
  .check(
    atMost(64),
    z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z~[\da-f-]{36}$/, "must be an entry's place"),
  );

export const timeline = {
  "timeline.ofContact": {
    query: z.object({
      kind: z.optional(z.enum(timelineKinds, "must be a kind of entry")),
      search: page.shape.search,
      before: z.optional(before),
    }),
    answer: z.array(timelineEntry),
  },
  "timeline.head": {
    answer: z.object({
      counts: z.array(z.object({ kind: z.enum(timelineKinds), count: figure })),
      pinned: z.array(timelineEntry),
      next: z.array(timelineEntry),
      sales: saleTotals,
      /** Handed over. */
      repairs: repairTotals,
    }),
  },
} satisfies Schemas;
