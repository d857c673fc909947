import type { Discount, Tax } from "#lib/contract/sale-totals.ts";
import { type ItemCell, type PaymentCell, writeItems, writePayments } from "#lib/sale-cells.ts";
import type { Field } from "./field.ts";

const discount = (of: "t" | "i") => `case when ${of}.percent_off is not null
  then json_build_object('kind', 'percent', 'value', ${of}.percent_off::text)
  when ${of}.amount_off is not null then json_build_object('kind', 'amount', 'value', ${of}.amount_off::text) end`;

const itemsOf = (what: string) => `(select ${what} from sale_items i
  where i.organization_id = t.organization_id and i.purchase_id = t.id)`;

/** A sale without stored items is one piece of its category. */
const items = `case when t.has_items or t.tax_rate is not null then json_build_object(
  'items', coalesce(${itemsOf(`json_agg(json_build_object('category', i.product_category_name,
      'description', coalesce(i.description, ''), 'quantity', i.quantity, 'price', i.price::text,
      'discount', ${discount("i")}) order by i.position)`)},
    json_build_array(json_build_object('category', t.product_category_name, 'description', '', 'quantity', 1,
      'price', (case when t.tax_is_included then t.cost else t.cost - t.tax end)::text))),
  'discount', ${discount("t")},
  'tax', case when t.tax_rate is not null
    then json_build_object('rate', t.tax_rate::text, 'isIncluded', t.tax_is_included) end) end`;

const payments = `case when not t.is_paid_at_once then coalesce((
  select json_agg(json_build_object('amount', p.amount::text, 'method', p.method,
    'at', to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by p.created_at, p.id)
  from sale_payments p where p.organization_id = t.organization_id and p.purchase_id = t.id), '[]') end`;

const methods = `coalesce(t.method, (select string_agg(distinct p.method, ', ') from sale_payments p
  where p.organization_id = t.organization_id and p.purchase_id = t.id))`;

const off = `nullif(${itemsOf("sum(i.price * i.quantity)")} - t.cost
  + case when t.tax_is_included then 0 else t.tax end, 0)`;

/** Everything about how a sale adds up and is paid. */
export const saleColumns: Field[] = [
  ["Paid", "case when t.is_paid_at_once then t.cost else t.paid end", "amount"],
  ["Open", "case when t.is_paid_at_once then 0 else greatest(t.cost - t.refunded - t.paid, 0) end", "amount"],
  ["Method", methods],
  ["Payments", payments, "payments"],
  ["Items", items, "items"],
  ["Discount", off, "amount"],
  ["Tax", "case when t.tax_rate is not null then t.tax end", "amount"],
];

type Items = { items: ItemCell[]; discount: Discount | null; tax: Tax | null };

export function itemsCell(json: string): string {
  return writeItems(JSON.parse(json) as Items);
}

export function paymentsCell(json: string): string {
  return writePayments(JSON.parse(json) as PaymentCell[]);
}
