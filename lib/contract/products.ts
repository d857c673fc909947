import * as z from "zod/mini";
import {
  changed,
  clearableText,
  created,
  editedVersion,
  id,
  option,
  page,
  required,
  sentId,
  text,
  textOrNull,
  version,
  when,
} from "./fields.ts";
import type { Schemas } from "./row.ts";
import type { Read } from "./tolerant.ts";

/** Shared ones have no organizationId and can't change. */
export const product = z.object({
  id,
  name: text,
  description: textOrNull,
  organizationId: z.optional(id),
  createdAt: when,
  updatedAt: when,
  version,
});
export type Product = Read<typeof product>;

export const productForm = z.object({
  name: required("Product name is required", 100),
  description: clearableText(1000),
});
export type ProductForm = z.infer<typeof productForm>;

export const products = {
  "products.list": { answer: z.array(product) },
  "products.options": { query: page, answer: z.array(option) },
  "products.create": { body: productForm, answer: created },
  "products.update": {
    body: z.object({ id: sentId, ...productForm.shape, ...editedVersion }),
    conflict: changed(product),
  },
} satisfies Schemas;
