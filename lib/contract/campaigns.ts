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
 * `where` are the conditions of the recipients, as in contacts.segment. If `chosen` is a number, that many
 * contacts were chosen individually instead. `wall` is the start in the store's local time and `startsAt` the
 * same instant; both are null for an immediate start. After the start, `subject` is fixed, `template` is
 * null, and `audience` counts all recipients, also skipped ones. `waitsFor` says why no email leaves now.
 * `quietUntil`: quiet hours delay its emails until then. A scheduled campaign has it if it starts in quiet hours.
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

/** `isChosen`: sent to individually chosen contacts. Unchanged if absent. */
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
   * `reached` of `total` contacts receive it; `skipped` counts the others by reason. `contacts` are 50 of
   * those selected by `show`, by name. `campaignId`: the individually chosen contacts of that campaign.
   * `perDay`: daily limit of the store's mailbox, or null.
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
  /**
   * `counts` of its emails by state; `skipped` and `failed` by reason. `cameBack`: recipients who bought
   * within 30 days, and their revenue minus refunds.
   */
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
