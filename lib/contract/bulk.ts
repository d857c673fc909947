import * as z from "zod/mini";
import { campaignName } from "./campaigns.ts";
import * as f from "./fields.ts";
import type { Schemas } from "./row.ts";
import { BULK_STEP } from "./segment-terms.ts";
import { segmentText } from "./segments.ts";
import { tagName } from "./tags.ts";

const ids = z.array(f.sentId).check(z.minLength(1), z.maxLength(BULK_STEP));

/** Chosen contacts, or those of a segment and search minus some. `after`: the previous step's last contact. */
const whom = z.union([
  z.strictObject({ ids }),
  z.strictObject({
    where: z.optional(segmentText),
    search: f.page.shape.search,
    but: z.optional(z.array(f.sentId).check(z.maxLength(BULK_STEP))),
    after: z.optional(f.sentId),
  }),
]);

const what = z.discriminatedUnion("do", [
  z.strictObject({ do: z.literal("tag"), name: tagName }),
  z.strictObject({ do: z.literal("untag"), tagId: f.sentId }),
  z.strictObject({ do: z.literal("delete") }),
  z.strictObject({ do: z.literal("addToCampaign"), campaignId: f.sentId }),
  z.strictObject({ do: z.literal("newCampaign"), name: campaignName }),
  z.strictObject({ do: z.literal("removeFromCampaign"), campaignId: f.sentId }),
]);

/** Joins the steps of one change, so one undo covers them. */
const work = z.string().check(f.atMost(100));

export const bulk = {
  /** `left`: contacts that couldn't change. `next`: token of the next step, null at the end. */
  "contacts.bulk": {
    body: z.object({ what, whom, work: z.optional(work) }),
    answer: z.object({
      done: f.figure,
      left: f.figure,
      next: f.textOrNull,
      work: f.text,
      campaignId: f.textOrNull,
    }),
  },
  /** `isDone` is false while steps remain. `kept`: contacts edited since, left unchanged. */
  "contacts.undoBulk": { body: z.object({ work }), answer: z.object({ isDone: f.flag, kept: f.figure }) },
} satisfies Schemas;
