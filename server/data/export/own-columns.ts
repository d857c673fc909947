import type pg from "pg";
import type { OwnKind } from "#lib/contract/field-terms.ts";
import { columnNames } from "#lib/own-columns.ts";
import type { Field } from "./field.ts";
import type { Exported } from "./lists.ts";

type Own = { id: string; label: string; group: string; kind: OwnKind };

export async function columnsOf(
  client: pg.ClientBase,
  { table, fields = [], ownAt }: Pick<Exported, "table" | "fields" | "ownAt">,
): Promise<Field[]> {
  if (ownAt === undefined) return fields;
  const { rows } =
    await client.query<Own>(`select id, name as label, group_name as "group", kind from own_fields
    where organization_id = (select current_organization()) and not is_archived and "of" = '${table === "purchases" ? "sales" : "contacts"}' order by position, id`);
  const names = columnNames(rows);
  const at = fields.findIndex(([header]) => header === ownAt);
  return fields.toSpliced(at, 0, ...rows.map((field) => columnOf(field, names.get(field.id) ?? field.label)));
}

/** The id is a uuid from the database, so quoting it is safe. */
function columnOf({ id, kind }: Own, header: string): Field {
  const value = `t.fields ->> '${id}'`;
  if (kind === "money") return [header, value, "amount"];
  if (kind === "date") return [header, value, "day"];
  if (kind === "yesNo") return [header, `case ${value} when 'true' then 'Yes' when 'false' then 'No' end`];
  if (kind !== "choice" && kind !== "choices") return [header, value];
  return [
    header,
    `(select string_agg(o.one ->> 'text', '; ' order by o.at) from own_fields f,
      jsonb_array_elements(f.options) with ordinality as o(one, at)
      where f.organization_id = t.organization_id and f.id = '${id}' and t.fields -> '${id}' ? (o.one ->> 'id'))`,
  ];
}
