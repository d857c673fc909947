import * as z from "zod/mini";
import * as f from "./fields.ts";
import type { Schemas } from "./row.ts";
import type { Read } from "./tolerant.ts";

/** Shared ones have no organizationId and can't change. */
export const product = z.object({
  id: f.id,
  name: f.text,
  description: f.textOrNull,
  organizationId: z.optional(f.id),
  createdAt: f.when,
  updatedAt: f.when,
  version: f.version,
});
export type Product = Read<typeof product>;

export const productForm = z.object({
  name: f.required("Product name is required", 100),
  description: f.clearableText(1000),
});
export type ProductForm = z.infer<typeof productForm>;

export const products = {
  "products.list": { answer: z.array(product) },
  "products.options": { query: f.page, answer: z.array(f.option) },
  "products.create": { body: productForm, answer: f.created },
  "products.update": {
    body: z.object({ id: f.sentId, ...productForm.shape, ...f.editedVersion }),
    conflict: f.changed(product),
  },
} satisfies Schemas;
