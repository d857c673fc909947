import * as z from "zod/mini";
import { campaignName } from "./campaigns.ts";
import { atMost, figure, flag, page, sentId, text, textOrNull } from "./fields.ts";
import type { Schemas } from "./row.ts";
import { BULK_STEP } from "./segment-terms.ts";
import { segmentText } from "./segments.ts";
import { tagName } from "./tags.ts";

const ids = z.array(sentId).check(z.minLength(1), z.maxLength(BULK_STEP));

/**
 * The contacts of a bulk action: chosen ones, or those of a segment and search minus some, in steps. `after`
 * is the last contact of the previous step.
 */
const whom = z.union([
  z.strictObject({ ids }),
  z.strictObject({
    where: z.optional(segmentText),
    search: page.shape.search,
    but: z.optional(z.array(sentId).check(z.maxLength(BULK_STEP))),
    after: z.optional(sentId),
  }),
]);

const what = z.discriminatedUnion("do", [
  z.strictObject({ do: z.literal("tag"), name: tagName }),
  z.strictObject({ do: z.literal("untag"), tagId: sentId }),
  z.strictObject({ do: z.literal("delete") }),
  z.strictObject({ do: z.literal("addToCampaign"), campaignId: sentId }),
  z.strictObject({ do: z.literal("newCampaign"), name: campaignName }),
  z.strictObject({ do: z.literal("removeFromCampaign"), campaignId: sentId }),
]);

/** Token from the previous step. All steps are one change and are undone together. */
const work = z.string().check(atMost(100));

export const bulk = {
  /**
   * `done`: contacts changed; `left`: contacts that couldn't change; `next`: token for the next step, or null
   * at the end. `campaignId`: the created campaign.
   */
  "contacts.bulk": {
    body: z.object({ what, whom, work: z.optional(work) }),
    answer: z.object({ done: figure, left: figure, next: textOrNull, work: text, campaignId: textOrNull }),
  },
  /**
   * `isDone` is false while more steps are needed. `kept`: contacts that were edited since and stay as they
   * are.
   */
  "contacts.undoBulk": {
    body: z.object({ work }),
    answer: z.object({ isDone: flag, kept: figure }),
  },
} satisfies Schemas;
