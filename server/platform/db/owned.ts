import { and, eq, getTableColumns, getTableName, is, type SQL, sql, Table } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";

// Why queries don't name the store themselves: docs/decisions/0028-owned-tables.md

/** Stands for the store's id until a statement is sent. The database refuses it in the system's scope. */
const STORE = Object.freeze({ toString: () => "the store's id" });

/** The id of the scope's store, for raw SQL. */
export const storeId = sql`${sql.param(STORE)}`;

/** The store's rows of a table, in raw SQL: `from ${owned("contacts", "c")}`. */
export function owned(table: Table | string, alias?: string): SQL {
  const name = nameOf(table);
  return sql`(select * from ${sql.identifier(name)} where ${isOwned()}) as ${sql.identifier(alias ?? name)}`;
}

/** Limits the target of a raw `update` or `delete`: `delete from wishes where ${isOwned()}`. */
export function isOwned(table?: Table | string): SQL {
  const condition = sql`organization_id = ${storeId}`;
  return table === undefined ? condition : sql`${sql.identifier(nameOf(table))}.${condition}`;
}

function nameOf(table: Table | string): string {
  return typeof table === "string" ? table : getTableName(table);
}

export function withStoreId(values: unknown[] | undefined, organizationId: () => string) {
  return values?.map((value) => (value === STORE ? organizationId() : value));
}

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

function ownerIn(table: Table) {
  const { organizationId, id } = getTableColumns(table);
  return getTableName(table) === "organizations" ? id : organizationId;
}

function ofStore(table: unknown, condition: SQL | undefined): SQL | undefined {
  const column = is(table, Table) && ownerIn(table);
  // In parentheses, because a raw condition may contain an `or`.
  return column ? and(eq(column, STORE), condition && sql`(${condition})`) : condition;
}
