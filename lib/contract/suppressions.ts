import * as z from "zod/mini";
import { id, optionalText, page, reference, required, text, textOrNull, when } from "./fields.ts";
import type { Schemas } from "./row.ts";
import type { Read } from "./tolerant.ts";

const MOST = 200;

const suppressionReasons = ["bounced", "unsubscribed", "erased"] as const;

/**
 * Why an address gets no emails, and since when: `bounced` (its server knows no such mailbox; nothing is sent), or
 * `unsubscribed` (automations send nothing). `said` is the server's words. `erased` is for good.
 */
export const suppression = z.object({
  id,
  address: text,
  reason: z.enum(suppressionReasons),
  said: textOrNull,
  createdAt: when,
});
export type Suppression = Read<typeof suppression>;

/**
 * `contact` has that address; `mail` is what it comes from, named by its subject. Without a name in `liftedBy` the host
 * lifted it itself, for the account was refused and not the address.
 */
const listedSuppression = z.object({
  ...suppression.shape,
  contact: reference,
  mail: reference,
  liftedAt: z.nullable(when),
  liftedBy: textOrNull,
  liftedBecause: textOrNull,
});
export type ListedSuppression = Read<typeof listedSuppression>;

/** An unsubscribe is its person's own wish: whoever lifts it says how that person took it back. */
export const wishForm = z.object({
  liftedBecause: required("Please say how they asked for emails again", MOST),
});

export const liftForm = z.object({ liftedBecause: optionalText(MOST) });

export const suppressions = {
  "suppressions.list": { query: page, answer: z.array(listedSuppression) },
  "suppressions.lift": { body: liftForm },
} satisfies Schemas;
