import * as z from "zod/mini";
import * as f from "./fields.ts";
import { plainSaleFields } from "./plain-sale-fields.ts";
import type { Schemas } from "./row.ts";
import { payMethod } from "./sale-items.ts";
import { type SaleState, saleStates } from "./sale-states.ts";
import { sale } from "./sales.ts";
import { amountText, not, own, period, segmentSchema, words } from "./segment-parts.ts";
import { saleSorts } from "./segment-terms.ts";

/** The cost is before refunds. */
const condition = z.discriminatedUnion("field", [
  z.object({ field: z.literal("soldAt"), ...not, period }),
  z.object({ field: z.literal("cost"), ...not, is: z.enum(["over", "under"]), amount: amountText }),
  z.object({ field: z.literal("category"), ...not, categoryId: f.sentId }),
  z.object({
    field: z.literal("payment"),
    ...not,
    is: z.enum(Object.keys(saleStates) as [SaleState, ...SaleState[]]),
  }),
  z.object({ field: z.literal("open"), ...not, is: z.enum(["over", "under"]), amount: amountText }),
  z.object({ field: z.literal("refunded"), ...not }),
  z.object({ field: z.literal("discounted"), ...not }),
  // How any part of it was paid.
  z.object({ field: z.literal("method"), ...not, is: payMethod }),
  ...plainSaleFields.map(({ condition }) => z.object({ field: z.literal(condition), ...not, ...words })),
  z.object({ field: z.literal("customer"), ...not, ...words }),
  own,
]);
export type SaleCondition = z.output<typeof condition>;

const language = segmentSchema(condition);
export type SaleSegment = SaleCondition[][];
export const readSaleSegment = language.read;

const filter = z.object({ where: z.optional(language.text), search: f.page.shape.search });

export const saleSegments = {
  "sales.segment": {
    query: z.object({ ...f.page.shape, ...filter.shape, sort: z.optional(z.enum(saleSorts)) }),
    answer: z.array(sale),
  },
  "sales.open": { query: filter, answer: z.object({ partPaid: f.figure, open: f.figure, amount: f.amount }) },
  "sales.count": { query: filter, answer: z.object({ count: f.figure, of: f.figure, isExact: f.flag }) },
} satisfies Schemas;
