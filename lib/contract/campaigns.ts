import * as z from "zod/mini";
import { history, mailsBefore, recipient } from "./automations.ts";
import { campaignStates } from "./campaign-terms.ts";
import * as f from "./fields.ts";
import { mailStates } from "./mails.ts";
import type { Schemas } from "./row.ts";
import { segmentText } from "./segments.ts";
import type { Read } from "./tolerant.ts";

/**
 * `where`: conditions, or `chosen`: number of individually chosen contacts. `wall` is `startsAt` in local
 * time; both are null for an immediate start. After the start, `subject` is fixed and `template` null.
 * `waitsFor`: why no email leaves now. `quietUntil`: when quiet hours end.
 */
const campaign = z.object({
  id: f.id,
  name: f.text,
  state: z.enum(campaignStates),
  template: f.reference,
  where: f.text,
  chosen: z.nullable(f.figure),
  wall: f.textOrNull,
  startsAt: z.nullable(f.when),
  subject: f.textOrNull,
  startedAt: z.nullable(f.when),
  finishedAt: z.nullable(f.when),
  audience: f.figure,
  waitsFor: f.textOrNull,
  quietUntil: z.nullable(f.when),
  createdBy: f.createdBy,
  createdAt: f.when,
  updatedAt: f.when,
  version: f.version,
});
export type Campaign = Read<typeof campaign>;

export const campaignName = f.required("Name is required", 100, "Name is too long");

/** `isChosen`: to individually chosen contacts. Unchanged if absent. */
const campaignForm = z.object({
  name: campaignName,
  templateId: z.nullish(f.sentId),
  where: segmentText,
  isChosen: z.optional(z.boolean()),
});

const WALL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;

const wall = z.string("must be a time").check(
  f.atMost(16, "must be a time like 2026-12-01T09:00"),
  z.refine((value) => WALL.test(value) && f.isDate(value), "must be a time like 2026-12-01T09:00"),
);

const counted = z.array(z.object({ reason: f.text, count: f.figure }));

export const campaigns = {
  "campaigns.list": {
    query: z.object({
      ...f.page.shape,
      state: z.optional(z.enum(campaignStates, "must be a campaign's state")),
    }),
    answer: z.array(campaign),
  },
  "campaigns.get": { answer: campaign },
  "campaigns.create": { body: campaignForm, answer: f.created },
  "campaigns.update": {
    body: z.object({ ...campaignForm.shape, ...f.editedVersion }),
    conflict: f.changed(campaign),
  },
  "campaigns.schedule": {
    body: z.object({ at: z.nullish(wall), ...f.editedVersion }),
    conflict: f.changed(campaign),
  },
  /**
   * `skipped` counts by reason. `contacts`: 50 of those that `show` selects. `campaignId`: that campaign's
   * chosen contacts. `perDay`: the mailbox's daily limit.
   */
  "campaigns.outlook": {
    query: z.object({
      where: z.optional(segmentText),
      campaignId: z.optional(f.sentId),
      show: z.optional(z.enum(["reached", "skipped"], "must be reached or skipped")),
      page: f.page.shape.page,
    }),
    answer: z.object({
      total: f.figure,
      reached: f.figure,
      skipped: counted,
      contacts: z.array(recipient),
      perDay: z.nullable(f.figure),
    }),
  },
  "campaigns.mails": { query: mailsBefore, answer: history },
  /** `cameBack`: recipients who bought within 30 days, and their revenue. */
  "campaigns.report": {
    answer: z.object({
      counts: z.partialRecord(z.enum(mailStates), z.number()),
      skipped: counted,
      failed: counted,
      unsubscribed: f.figure,
      cameBack: z.object({ contacts: f.figure, spent: f.amount }),
    }),
  },
} satisfies Schemas;
