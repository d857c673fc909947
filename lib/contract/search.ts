import * as z from "zod/mini";
import { campaignStates } from "./campaign-terms.ts";
import * as f from "./fields.ts";
import { mailStates } from "./mails.ts";
import { ticket } from "./repair-settings.ts";
import { repairStates } from "./repair-terms.ts";
import type { Schemas } from "./row.ts";
import type { Read } from "./tolerant.ts";

export const FOUND = 5;

const found = { id: f.id, contact: f.reference, createdAt: f.when };

const foundRecords = z.object({
  repairs: z.array(
    z.object({ id: f.id, ...ticket, name: f.text, contact: f.reference, state: z.enum(repairStates) }),
  ),
  sales: z.array(z.object({ ...found, invoiceNumber: f.textOrNull, cost: f.amount })),
  notes: z.array(z.object({ ...found, excerpt: f.text })),
  mails: z.array(z.object({ ...found, toName: f.text, subject: f.textOrNull, state: z.enum(mailStates) })),
  tasks: z.array(z.object({ ...found, what: f.text, dueDay: f.text, isDone: f.flag })),
  campaigns: z.array(z.object({ id: f.id, name: f.text, state: z.enum(campaignStates) })),
});
export type FoundRecords = Read<typeof foundRecords>;

export const search = {
  "search.records": {
    query: z.object({
      search: z
        .string("search is missing")
        .check(z.trim(), z.minLength(1, "search is missing"), z.maxLength(200), f.noNul),
    }),
    answer: foundRecords,
  },
} satisfies Schemas;
