import * as z from "zod/mini";
import { campaignStates } from "./campaign-terms.ts";
import { amount, flag, id, noNul, reference, text, textOrNull, when } from "./fields.ts";
import { mailStates } from "./mails.ts";
import { ticket } from "./repair-settings.ts";
import { repairStates } from "./repair-terms.ts";
import type { Schemas } from "./row.ts";
import type { Read } from "./tolerant.ts";

export const FOUND = 5;

const found = { id, contact: reference, createdAt: when };

/** The text around the first match. */
const foundRecords = z.object({
  repairs: z.array(z.object({ id, ...ticket, name: text, contact: reference, state: z.enum(repairStates) })),
  sales: z.array(z.object({ ...found, invoiceNumber: textOrNull, cost: amount })),
  notes: z.array(z.object({ ...found, excerpt: text })),
  mails: z.array(z.object({ ...found, toName: text, subject: textOrNull, state: z.enum(mailStates) })),
  tasks: z.array(z.object({ ...found, what: text, dueDay: text, isDone: flag })),
  campaigns: z.array(z.object({ id, name: text, state: z.enum(campaignStates) })),
});
export type FoundRecords = Read<typeof foundRecords>;

export const search = {
  "search.records": {
    query: z.object({
      search: z
        .string("search is missing")
        .check(z.trim(), z.minLength(1, "search is missing"), z.maxLength(200), noNul),
    }),
    answer: foundRecords,
  },
} satisfies Schemas;
