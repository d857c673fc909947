import * as z from "zod/mini";
import { history } from "./automations.ts";
import { campaignStates } from "./campaign-terms.ts";
import {
  amount,
  atMost,
  changed,
  created,
  createdBy,
  editedVersion,
  figure,
  id,
  isDate,
  page,
  reference,
  required,
  sentId,
  text,
  textOrNull,
  version,
  when,
} from "./fields.ts";
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
  id,
  name: text,
  state: z.enum(campaignStates),
  template: reference,
  where: text,
  chosen: z.nullable(figure),
  wall: textOrNull,
  startsAt: z.nullable(when),
  subject: textOrNull,
  startedAt: z.nullable(when),
  finishedAt: z.nullable(when),
  audience: figure,
  waitsFor: textOrNull,
  quietUntil: z.nullable(when),
  createdBy,
  createdAt: when,
  updatedAt: when,
  version,
});
export type Campaign = Read<typeof campaign>;

export const campaignName = required("Name is required", 100, "Name is too long");

/** `isChosen`: to individually chosen contacts. Unchanged if absent. */
const campaignForm = z.object({
  name: campaignName,
  templateId: z.nullish(sentId),
  where: segmentText,
  isChosen: z.optional(z.boolean()),
});

const WALL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;

const wall = z.string("must be a time").check(
  atMost(16, "must be a time like 2026-12-01T09:00"),
  z.refine((value) => WALL.test(value) && isDate(value), "must be a time like 2026-12-01T09:00"),
);

const counted = z.array(z.object({ reason: text, count: figure }));
const recipient = z.object({ id, name: text, email: text, skipped: textOrNull });

export const campaigns = {
  "campaigns.list": {
    query: z.object({
      ...page.shape,
      state: z.optional(z.enum(campaignStates, "must be a campaign's state")),
    }),
    answer: z.array(campaign),
  },
  "campaigns.get": { answer: campaign },
  "campaigns.create": { body: campaignForm, answer: created },
  "campaigns.update": {
    body: z.object({ ...campaignForm.shape, ...editedVersion }),
    conflict: changed(campaign),
  },
  "campaigns.schedule": {
    body: z.object({ at: z.nullish(wall), ...editedVersion }),
    conflict: changed(campaign),
  },
  /**
   * `skipped` counts by reason. `contacts`: 50 of those that `show` selects. `campaignId`: that campaign's
   * chosen contacts. `perDay`: the mailbox's daily limit.
   */
  "campaigns.outlook": {
    query: z.object({
      where: z.optional(segmentText),
      campaignId: z.optional(sentId),
      show: z.optional(z.enum(["reached", "skipped"], "must be reached or skipped")),
      page: page.shape.page,
    }),
    answer: z.object({
      total: figure,
      reached: figure,
      skipped: counted,
      contacts: z.array(recipient),
      perDay: z.nullable(figure),
    }),
  },
  "campaigns.mails": {
    query: z.object({
      state: z.optional(z.enum(mailStates, "must be a mail's state")),
      before: z.optional(z.string().check(z.maxLength(64))),
    }),
    answer: history,
  },
  /** `cameBack`: recipients who bought within 30 days, and their revenue. */
  "campaigns.report": {
    answer: z.object({
      counts: z.partialRecord(z.enum(mailStates), z.number()),
      skipped: counted,
      failed: counted,
      unsubscribed: figure,
      cameBack: z.object({ contacts: figure, spent: amount }),
    }),
  },
} satisfies Schemas;
