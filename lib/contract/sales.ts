import * as z from "zod/mini";
import { amount, id, noNul, option, page, requiredDate, text, when } from "./fields.ts";
import type { Schemas } from "./row.ts";

export const sale = z.object({
  id,
  cost: amount,
  createdAt: when,
  invoiceNumber: text,
  contact: z.optional(z.nullable(option)),
  productCategory: z.optional(z.nullable(option)),
  contactId: z.optional(z.nullable(id)),
  item: z.optional(text),
});
export type Sale = z.infer<typeof sale>;

const cost = z
  .union([z.number(), z.string().check(z.regex(/^\s*-?(\d+\.?\d*|\.\d+)\s*$/))], "Cost must be a number")
  .check(
    z.refine((value) => Number.isFinite(Number(value)) && Math.abs(Number(value)) < 1e10, {
      error: "Cost must be a number",
      abort: true,
    }),
    z.refine((value) => Number(value) >= 0, "Cost must be greater than or equal to 0"),
  );

const chosen = z.object({ id, name: z.string() }, "Required");

export const saleForm = z.object({
  cost,
  createdAt: requiredDate,
  invoiceNumber: z.nullish(z.string().check(z.trim(), z.maxLength(100, "Invalid input"), noNul)),
  contact: chosen,
  productCategory: chosen,
});
export type SaleForm = z.infer<typeof saleForm>;

export const sales = {
  "sales.list": { query: page, answer: z.array(sale) },
  "sales.ofContact": { answer: z.array(sale) },
  "sales.create": { body: saleForm },
  "sales.update": { body: saleForm },
} satisfies Schemas;
