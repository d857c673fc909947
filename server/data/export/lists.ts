import { type BuiltInField, columnOf, headingOf } from "#lib/contract/built-in-fields.ts";
import { contactFields } from "#lib/contract/contact-fields.ts";
import { plainSaleFields } from "#lib/contract/plain-sale-fields.ts";
import { WALK_IN } from "#lib/contract/walk-in.ts";
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

function methodOf(row: "t" | "p"): string {
  return `coalesce((select o.method_names ->> ${row}.method from organizations o where o.id = ${row}.organization_id), ${row}.method)`;
}

const payments = `case when not t.is_paid_at_once then coalesce((
  select json_agg(json_build_object('amount', p.amount::text, 'method', ${methodOf("p")},
    'at', to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by p.created_at, p.id)
  from sale_payments p where p.organization_id = t.organization_id and p.purchase_id = t.id), '[]') end`;

const methods = `coalesce(${methodOf("t")}, (select string_agg(distinct ${methodOf("p")}, ', ') from sale_payments p
  where p.organization_id = t.organization_id and p.purchase_id = t.id))`;

const off = `nullif(${itemsOf("sum(i.price * i.quantity)")} - t.cost
  + case when t.tax_is_included then 0 else t.tax end, 0)`;

const saleColumns: Field[] = [
  ["Paid", "case when t.is_paid_at_once then t.cost else t.paid end", "amount"],
  ["Open", "case when t.is_paid_at_once then 0 else greatest(t.cost - t.refunded - t.paid, 0) end", "amount"],
  ["Method", methods],
  ["Payments", payments, "payments"],
  ["Items", items, "items"],
  ["Discount", off, "amount"],
  ["Tax", "case when t.tax_rate is not null then t.tax end", "amount"],
];

/** One exported file. `t`: the table's row. `records`: JSON of all fields. `fields`: columns that an import recognizes. */
export type Exported = {
  file: string;
  what: string;
  table: string;
  from?: string;
  joins?: string;
  own?: string;
  only?: string | undefined;
  order?: string;
  fields?: Field[];
  isList?: boolean;
  /** The store's own fields precede this column. */
  ownAt?: string;
  /** False for a second file of the same table. */
  isWhole?: boolean;
};

export function leftJoin(table: string, key: string): string {
  const [[own], alias] = [key.split("."), table.split(" ").at(-1)];
  return `left join ${table} on ${alias}.organization_id = ${own}.organization_id and ${alias}.id = ${key}`;
}
export const contact = leftJoin("contacts c", "t.contact_id");
export const user = leftJoin("users u", "t.user_id");
export const whole = (of: string) => `trim(${of}.first_name || ' ' || ${of}.last_name)`;
export const id: Field = ["ID", "t.id"];
/** The contact as it is now, else the copied name. */
const party: Field[] = [
  ["Contact Name", `coalesce(${whole("c")}, t.contact_name)`],
  ["Email", "c.email"],
  ["Phone Number", "c.phone_number"],
];
const builtIn = (field: BuiltInField): Field => [
  headingOf(field),
  `t.${columnOf(field)}`,
  field.kind === "date" ? "day" : "text",
];
const unlessWalkIn = `case when t.contact_id is null and t.contact_name = '${WALK_IN}' then '' else`;

/** Overrides the stored consent. */
const unsubscribed = `(select s.created_at from suppressions s where s.organization_id = t.organization_id
  and s.address = t.email_key and s.reason = 'unsubscribed' and s.lifted_at is null)`;

const booking: Omit<Exported, "file" | "what"> = {
  table: "bookings",
  joins: `${contact} ${user}`,
  isList: true,
  fields: [
    ["Date", "t.starts_at", "moment"],
    ["Minutes", "round(extract(epoch from t.ends_at - t.starts_at) / 60)"],
    ["Appointment Type", "t.title"],
    ["Contact Name", `coalesce(${whole("c")}, t.name)`],
    ["Email", "coalesce(c.email, t.email)"],
    ["Phone Number", "coalesce(nullif(c.phone_number, ''), t.phone_number)"],
    ["Note", "t.note"],
    ["With", whole("u")],
    ["State", "lower(t.status)"],
    ["Booked", "t.created_at", "moment"],
    ["Booked by", "t.created_by"],
    id,
  ],
};

export const lists: Exported[] = [
  {
    file: "contacts",
    what: "All contacts",
    table: "contacts",
    isList: true,
    ownAt: "Created how",
    fields: [
      ...contactFields.map(builtIn),
      [
        "Marketing Consent",
        `case when t.consent = 'withdrawn' or ${unsubscribed} is not null then 'No' when t.consent = 'given' then 'Yes' else '' end`,
      ],
      [
        "Marketing Consent at",
        `case when t.consent = 'withdrawn' then t.consent_at else coalesce(${unsubscribed}, t.consent_at) end`,
        "moment",
      ],
      [
        "Tags",
        `(select string_agg(g.name, ', ' order by g.name_key) from contact_tags ct
          join tags g on g.organization_id = ct.organization_id and g.id = ct.tag_id
          where ct.organization_id = t.organization_id and ct.contact_id = t.id)`,
      ],
      [
        "Created how",
        "case t.source when 'person' then 'by hand' when 'import' then 'by an import' when 'visitor' then 'by booking' end",
      ],
      ["Created", "t.created_at", "moment"],
      id,
    ],
  },
  {
    file: "sales",
    what: "All sales with their items, discounts, payments and refunds",
    table: "purchases",
    joins: contact,
    isList: true,
    ownAt: "Refunded",
    fields: [
      ["Contact Name", `${unlessWalkIn} coalesce(${whole("c")}, t.contact_name) end`],
      ["Sale Price", "t.cost", "amount"],
      ["Product Name", "t.product_category_name"],
      ["Sale Date", "t.created_at", "moment"],
      ...plainSaleFields.map(builtIn),
      ...party.slice(1),
      ["Refunded", "t.refunded", "amount"],
      ["Left after refunds", "t.cost - t.refunded", "amount"],
      ...saleColumns,
      ["Sold by", "t.sold_by"],
      ["Recorded by", "t.created_by"],
      id,
      ["Contact ID", "t.contact_id"],
    ],
  },
  {
    file: "refunds",
    what: "Refunds with their sale and date",
    table: "refunds",
    joins: "join purchases p on p.organization_id = t.organization_id and p.id = t.purchase_id",
    isList: true,
    fields: [
      ["Contact Name", "p.contact_name"],
      ["Refunded", "t.amount", "amount"],
      ["Refund Date", "t.created_at", "moment"],
      ["Invoice Number", "p.invoice_number"],
      ["Reason", "t.reason"],
      ["Recorded by", "t.created_by"],
      id,
      ["Sale ID", "t.purchase_id"],
    ],
  },
  {
    file: "notes",
    what: "All notes",
    table: "notes",
    joins: contact,
    isList: true,
    fields: [
      ["Contact Name", whole("c")],
      ["Email", "c.email"],
      ["Phone Number", "c.phone_number"],
      ["Note", "t.content"],
      ["Date", "t.created_at", "moment"],
      ["Written by", "t.created_by"],
      id,
      ["Contact ID", "t.contact_id"],
      ["Repair ID", "t.repair_id"],
    ],
  },
  {
    file: "categories",
    what: "Categories, including those shared by all stores",
    table: "product_categories",
    from: `(select organization_id, id, name, description, created_at, updated_at, version from product_categories
      union all select null, id, name, description, created_at, updated_at, version from shared_categories)`,
    own: "t.organization_id is null or t.organization_id = (select current_organization())",
    isList: true,
    fields: [
      ["Category", "t.name"],
      ["Description", "t.description"],
      ["Shared", "case when t.organization_id is null then 'yes' else 'no' end"],
      id,
    ],
  },
  {
    file: "appointments",
    what: "Appointments without the cancelled ones",
    ...booking,
    only: "t.status <> 'CANCELLED'",
  },
  {
    file: "cancelled-appointments",
    what: "Cancelled appointments",
    ...booking,
    only: "t.status = 'CANCELLED'",
    isWhole: false,
  },
];
