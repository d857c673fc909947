import * as z from "zod/mini";
import { campaignName } from "./campaigns.ts";
import { atMost, figure, flag, page, sentId, text, textOrNull } from "./fields.ts";
import type { Schemas } from "./row.ts";
import { BULK_STEP } from "./segment-terms.ts";
import { segmentText } from "./segments.ts";
import { tagName } from "./tags.ts";

const ids = z.array(sentId).check(z.minLength(1), z.maxLength(BULK_STEP));

/** Whom it is about: chosen ones, or whom a segment and a search find but for some, in steps: `after` whom the last one ended with. */
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
  // Draft campaigns of chosen contacts alone.
  z.strictObject({ do: z.literal("addToCampaign"), campaignId: sentId }),
  z.strictObject({ do: z.literal("newCampaign"), name: campaignName }),
  z.strictObject({ do: z.literal("removeFromCampaign"), campaignId: sentId }),
]);

/** What one step gave, to go on with: all steps of one work are one change, and are taken back as one. */
const work = z.string().check(atMost(100));

export const bulk = {
  /** `done`: how many it was done to, `left` how many could not take it, `next` where to go on; null at the end. `campaignId`: of a new one. */
  "contacts.bulk": {
    body: z.object({ what, whom, work: z.optional(work) }),
    answer: z.object({ done: figure, left: figure, next: textOrNull, work: text, campaignId: textOrNull }),
  },
  /** `isDone`: false while it still goes on, and is to be asked for again. `kept`: how many were changed since, and stay. */
  "contacts.undoBulk": {
    body: z.object({ work }),
    answer: z.object({ isDone: flag, kept: figure }),
  },
} satisfies Schemas;
