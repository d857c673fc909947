import * as z from "zod/mini";
import { bookingStates } from "./bookings.ts";
import * as f from "./fields.ts";
import { attached, photo } from "./files.ts";
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
  id: f.id,
  kind: z.enum([...timelineKinds, "refund", "letter"]),
  at: f.when,
  note: z.optional(
    z.object({
      content: f.text,
      createdBy: f.createdBy,
      pinnedAt: z.nullable(f.when),
      pinnedBy: f.textOrNull,
      mentions: z.array(f.option),
      files: z.array(attached),
      ticket: z.optional(z.nullable(z.object(ticket))),
      version: z.int(),
    }),
  ),
  sale: z.optional(
    z.object({ category: f.text, invoiceNumber: f.textOrNull, amount: f.amount, createdBy: f.createdBy }),
  ),
  /** `isWhole`: refunded completely. */
  refund: z.optional(
    z.object({
      category: f.text,
      invoiceNumber: f.textOrNull,
      amount: f.amount,
      reason: f.textOrNull,
      isWhole: f.flag,
      createdBy: f.createdBy,
    }),
  ),
  /** A step, or the customer's approval. `total`: of the repair, or what was approved. */
  repair: z.optional(
    z.object({
      ...ticket,
      name: f.text,
      state: z.enum(repairStates),
      isFirst: f.flag,
      by: f.text,
      workshop: f.textOrNull,
      to: f.textOrNull,
      total: f.amount,
      photos: z.array(photo),
      isApproval: z.optional(f.flag),
    }),
  ),
  appointment: z.optional(
    z.object({
      title: f.text,
      endsAt: f.when,
      status: z.enum(bookingStates),
      person: z.nullable(f.option),
      createdBy: f.createdBy,
      answers: z.array(answered),
    }),
  ),
  /** `automation` and `campaign` are names. */
  mail: z.optional(
    z.object({
      kind: z.enum(mailKinds),
      subject: f.textOrNull,
      state: z.enum(mailStates),
      reason: f.textOrNull,
      automation: f.textOrNull,
      campaign: f.reference,
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
      about: z.optional(
        z.object({ kind: z.enum(["tagging", "relation"]), name: f.text, other: f.textOrNull }),
      ),
    }),
  ),
});
export type TimelineEntry = Read<typeof timelineEntry>;

/** Refunds lower `total`, and `year`: twelve calendar months in the store's time zone, this month included. */
const saleTotals = z.object({
  count: f.figure,
  total: f.amount,
  year: f.amount,
  first: z.nullable(f.when),
  last: z.nullable(z.object({ amount: f.amount, at: f.when })),
});
export type SaleTotals = Read<typeof saleTotals>;

const repairTotals = z.object({ count: f.figure, total: f.amount });
export type RepairTotals = Read<typeof repairTotals>;

/** "2026-11-20T09:12:00.123456Z~" and an entry's id. */
const before = z
  .string()
  .check(
    f.atMost(64),
    z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z~[\da-f-]{36}$/, "must be an entry's place"),
  );

export const timeline = {
  "timeline.ofContact": {
    query: z.object({
      kind: z.optional(z.enum(timelineKinds, "must be a kind of entry")),
      search: f.page.shape.search,
      before: z.optional(before),
    }),
    answer: z.array(timelineEntry),
  },
  "timeline.head": {
    answer: z.object({
      counts: z.array(z.object({ kind: z.enum(timelineKinds), count: f.figure })),
      pinned: z.array(timelineEntry),
      next: z.array(timelineEntry),
      sales: saleTotals,
      /** Handed over. */
      repairs: repairTotals,
    }),
  },
} satisfies Schemas;
