import * as z from "zod/mini";
import { id, optionalText, page, reference, required, text, when } from "./fields.ts";
import type { Schemas } from "./row.ts";

const MOST = 200;

/**
 * Why an address gets no emails, and since when: `bounced` (its server knows no such mailbox; nothing is sent), or
 * `unsubscribed` (automations send nothing). `said` is the server's words. `erased` is for good.
 */
export const suppression = z.object({ id, address: text, reason: text, said: text, createdAt: when });
export type Suppression = z.infer<typeof suppression>;

/**
 * `contact` has that address; `mail` is what it comes from, named by its subject. Without a name in `liftedBy` the host
 * lifted it itself, for the account was refused and not the address.
 */
export const listedSuppression = z.object({
  ...suppression.shape,
  contact: reference,
  mail: reference,
  liftedAt: when,
  liftedBy: text,
  liftedBecause: text,
});
export type ListedSuppression = z.infer<typeof listedSuppression>;

/** An unsubscribe is its person's own wish: whoever lifts it says how that person took it back. */
export const wishForm = z.object({
  liftedBecause: required("Please say how they asked for emails again", MOST),
});

export const liftForm = z.object({ liftedBecause: optionalText(MOST) });

export const suppressions = {
  "suppressions.list": { query: page, answer: z.array(listedSuppression) },
  "suppressions.lift": { body: liftForm },
} satisfies Schemas;
