import { sql } from "drizzle-orm";
import { afterPage, matches, newest, normalized, own, type Source } from "./source.ts";

const [at, id] = [sql`created_at`, sql`id`];
// The first line of `search` is the contact's name.
const ofItsOwn = sql`substr(search, strpos(search, E'\\n'))`;

export const sales: Source = {
  kind: "sale",
  of: "sale",
  branch: (
    place,
  ) => sql`select 'sale' as kind, id, created_at as at, jsonb_build_object('category', product_category_name,
      'invoiceNumber', invoice_number, 'amount', cost::text, 'createdBy', created_by) as detail
    from purchases where ${own(place)} ${afterPage(place, at, id)} ${matches(place, ofItsOwn)} ${newest(place, at, id)}`,
  count: (place) => sql`select count(*) from purchases where ${own(place)}`,
};

const [refundAt, refundId] = [sql`r.created_at`, sql`r.id`];
// The partial index contains only sales with refunds.
const refunded = sql`refunds r join purchases p on p.organization_id = r.organization_id and p.id = r.purchase_id
  and p.refunded <> 0`;

export const refunds: Source = {
  kind: "refund",
  of: "sale",
  branch: (place) => sql`select 'refund' as kind, r.id, r.created_at as at, jsonb_build_object(
      'category', p.product_category_name, 'invoiceNumber', p.invoice_number, 'amount', r.amount::text,
      'reason', r.reason, 'isWhole', r.amount >= p.cost, 'createdBy', r.created_by) as detail
    from ${refunded} where ${own(place, sql`p.`)} ${afterPage(place, refundAt, refundId)}
      ${matches(place, normalized(sql`concat_ws(' ', r.reason, p.invoice_number, p.product_category_name)`))}
    ${newest(place, refundAt, refundId)}`,
  count: (place) => sql`select count(*) from ${refunded} where ${own(place, sql`p.`)}`,
};
