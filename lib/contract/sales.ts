import * as z from "zod/mini";
import {
  amount,
  atMost,
  changed,
  createdBy,
  editedVersion,
  id,
  optionalText,
  page,
  reference,
  requiredDate,
  sentId,
  text,
  textOrNull,
  version,
  when,
} from "./fields.ts";
import type { Schemas } from "./row.ts";
import { ours, type Read } from "./tolerant.ts";

/** What Home shows of a sale. `item` is its category's name. */
export const recentPurchase = z.object({
  id,
  cost: amount,
  createdAt: when,
  invoiceNumber: textOrNull,
  contact: reference,
  productCategory: reference,
  contactId: ours(z.nullable(id)),
  item: ours(text),
});

export const sale = z.object({ ...recentPurchase.shape, createdBy, version, updatedAt: ours(when) });
export type Sale = Read<typeof sale>;

const LONGEST = 40;
// "$1,240.50" is what people paste; "12,40" could mean two things and is refused.
const NUMBER = /^\$?\s*(-?)\$?(\d{1,3}(?:,\d{3})+|\d*)(\.\d*)?$/;

/** An amount as a number or as text; leaves as a number or a numeric string ("1240.50"), never through a float. */
const cost = z.pipe(
  z.union([z.number(), z.string().check(atMost(LONGEST, "Cost must be a number"))], "Cost must be a number"),
  z.pipe(
    z.transform((value: number | string) =>
      typeof value === "number"
        ? value
        : value
            .trim()
            .replace(NUMBER, (_, ...part) => `${part[0]}${part[1].replaceAll(",", "")}${part[2] ?? ""}`),
    ),
    z.union([z.number(), z.string()]).check(
      z.refine((value) => isNumeric(value), { error: "Cost must be a number", abort: true }),
      z.refine((value) => Number(value) >= 0, "Cost must be greater than or equal to 0"),
    ),
  ),
);

function isNumeric(value: number | string): boolean {
  const written = typeof value === "number" || /^-?(\d+(\.\d*)?|\.\d+)$/.test(value);
  return written && Math.abs(Number(value)) < 1e10;
}

const chosen = z.object({ id: sentId, name: z.string() }, "Required");

export const saleForm = z.object({
  cost,
  createdAt: requiredDate,
  invoiceNumber: optionalText(100),
  contact: chosen,
  productCategory: chosen,
});
export type SaleForm = z.infer<typeof saleForm>;

export const sales = {
  "sales.list": { query: page, answer: z.array(sale) },
  "sales.ofContact": { answer: z.array(sale) },
  "sales.create": { body: saleForm },
  "sales.update": { body: z.object({ ...saleForm.shape, ...editedVersion }), conflict: changed(sale) },
} satisfies Schemas;
