import { type SQL, sql } from "drizzle-orm";
import { owned } from "#server/platform/db/owned.ts";
import { type Table, tables } from "#server/platform/db/tables.ts";

function contactLinks({ references }: Table) {
  const links = references.flatMap((reference) => {
    const parent = tables.find(({ name }) => name === reference.to);
    return parent?.whose === "contact" && reference.column !== "id" ? [{ ...reference, parent }] : [];
  });
  const direct = links.filter(({ to }) => to === "contacts");
  return direct.length > 0 ? direct : links;
}

/** How many records are between a table's rows and the contact. */
export function distanceOf(table: Table): number {
  if (table.name === "contacts") return 0;
  return 1 + Math.max(0, ...contactLinks(table).map(({ parent }) => distanceOf(parent)));
}

export function rowsOf(
  table: Table,
  isContact: (column: SQL) => SQL,
  ofParent = (parent: Table): SQL => rowsOf(parent, isContact),
): SQL {
  const conditions = contactLinks(table).map(({ column, to, parent }) =>
    to === "contacts"
      ? isContact(sql`${sql.identifier(column)}`)
      : sql`${sql.identifier(column)} in (select id from ${owned(parent.table)}
          where ${ofParent(parent)})`,
  );
  return sql`(${sql.join(conditions, sql` or `)})`;
}
