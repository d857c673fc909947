import { index, integer, numeric, text, uuid } from "drizzle-orm/pg-core";
import { createdBy, refersTo, times } from "./columns.ts";
import { purchases, records } from "./schema.ts";

/** `total`: its part of the sale's cost. Follows renames of its category. */
export const saleItems = records(
  "sale_items",
  {
    purchaseId: uuid("purchase_id").notNull(),
    position: integer("position").notNull(),
    productCategoryId: uuid("product_category_id"),
    productCategoryName: text("product_category_name").notNull(),
    description: text("description"),
    quantity: integer("quantity").notNull(),
    price: numeric("price").notNull(),
    percentOff: numeric("percent_off"),
    amountOff: numeric("amount_off"),
    total: numeric("total").notNull(),
    ...times(),
  },
  {
    whose: "contact",
    exported: true,
    whenErased: "Stays with its sale, without its description",
    kind: "item",
    quiet: ["position", "productCategoryName", "total"],
    references: { productCategoryId: ["product_categories", null] },
  },
  (table) => [
    index("sale_items_purchase").on(table.organizationId, table.purchaseId),
    index("sale_items_category").on(table.organizationId, table.productCategoryId),
    refersTo(table, "purchaseId", purchases).onDelete("cascade"),
  ],
);

/** Only of sales that were not paid in full at once. `createdById`: who may delete it. */
export const salePayments = records(
  "sale_payments",
  {
    purchaseId: uuid("purchase_id").notNull(),
    amount: numeric("amount").notNull(),
    method: text("method").notNull(),
    createdBy: createdBy(),
    createdById: uuid("created_by_id"),
    ...times(),
  },
  {
    whose: "contact",
    exported: true,
    whenErased: "Stays with its sale",
    kind: "payment",
  },
  (table) => [
    index("sale_payments_purchase").on(table.organizationId, table.purchaseId),
    index("sale_payments_created").on(table.organizationId, table.createdAt),
    refersTo(table, "purchaseId", purchases).onDelete("cascade"),
  ],
);
