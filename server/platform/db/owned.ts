import { and, eq, getTableColumns, is, type SQL, sql, Table } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";

// Why queries don't name the store themselves: docs/decisions/0028-owned-tables.md

/**
 * Stands for the store's id until a statement is sent. The database refuses it in the system's scope. Drizzle
 * lists it in the message of a failed query.
 */
const STORE = Object.freeze({ toString: () => "the store's id" });

/** Limits a table of a raw statement to the store: `from contacts c where ${owned("c")}`. */
export function owned(table?: string | Table): SQL {
  const id = sql.param(STORE);
  if (table === undefined) return sql`organization_id = ${id}`;
  return sql`${typeof table === "string" ? sql.identifier(table) : table}.organization_id = ${id}`;
}

export function withStoreId(values: unknown[] | undefined, organizationId: () => string) {
  return values?.map((value) => (value === STORE ? organizationId() : value));
}

/** Limits each owned table of a query to the store. */
export class StoreDialect extends PgDialect {
  override buildSelectQuery(config: Parameters<PgDialect["buildSelectQuery"]>[0]): SQL {
    return super.buildSelectQuery({ ...limited(config), joins: config.joins?.map(limitedJoin) ?? [] });
  }

  override buildUpdateQuery(config: Parameters<PgDialect["buildUpdateQuery"]>[0]): SQL {
    const where = ofStore(config.from, config.where);
    return super.buildUpdateQuery({ ...limited({ ...config, where }), joins: config.joins.map(limitedJoin) });
  }

  override buildDeleteQuery(config: Parameters<PgDialect["buildDeleteQuery"]>[0]): SQL {
    return super.buildDeleteQuery(limited(config));
  }
}

function limited<C extends { table: unknown; where?: SQL }>(config: C): C {
  return { ...config, where: ofStore(config.table, config.where) };
}

function limitedJoin<J extends { table: unknown; on: SQL | undefined }>(join: J): J {
  return { ...join, on: ofStore(join.table, join.on) };
}

function ofStore(table: unknown, condition: SQL | undefined): SQL | undefined {
  const column = is(table, Table) && getTableColumns(table).organizationId;
  // In parentheses, because a raw condition may contain an `or`.
  return column ? and(eq(column, STORE), condition && sql`(${condition})`) : condition;
}
