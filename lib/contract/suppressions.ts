import * as z from "zod/mini";
import * as f from "./fields.ts";
import type { Schemas } from "./row.ts";
import type { Read } from "./tolerant.ts";

const MAX_COUNT = 200;

export const suppressionReasons = ["bounced", "unsubscribed", "erased"] as const;

/**
 * `bounced`: no such mailbox, so nothing is sent. `unsubscribed`: no automations and campaigns. `said`: the
 * server's message. `erased`: permanent.
 */
export const suppression = z.object({
  id: f.id,
  address: f.text,
  reason: z.enum(suppressionReasons),
  said: f.textOrNull,
  createdAt: f.when,
});
export type Suppression = Read<typeof suppression>;

/** `mail`: subject of the email that caused it. `liftedBy` is empty if the host lifted it. */
const listedSuppression = z.object({
  ...suppression.shape,
  contact: f.reference,
  mail: f.reference,
  liftedAt: z.nullable(f.when),
  liftedBy: f.textOrNull,
  liftedBecause: f.textOrNull,
});
export type ListedSuppression = Read<typeof listedSuppression>;

/** Only the person can undo an unsubscribe, so staff must say how they did. */
export const wishForm = z.object({
  liftedBecause: f.required("Please say how they asked for emails again", MAX_COUNT),
});

export const liftForm = z.object({ liftedBecause: f.optionalText(MAX_COUNT) });

export const suppressions = {
  "suppressions.list": { query: f.page, answer: z.array(listedSuppression) },
  "suppressions.lift": { body: liftForm },
} satisfies Schemas;
