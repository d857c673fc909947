import { sql } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";
import type { ConsentSource, ConsentState } from "#lib/contract/consent.ts";
import { storeId } from "./owned.ts";

export const bytea = pg.customType<{ data: Buffer }>({ dataType: () => "bytea" });
export const instant = (name: string) =>
  pg.timestamp(name, { withTimezone: true, precision: 3, mode: "date" });
export const now = sql`now()`;
export const times = () => ({
  createdAt: instant("created_at").notNull().default(now),
  updatedAt: instant("updated_at").notNull().default(now),
});

/** Of records that people edit. */
export const edited = () => ({ version: pg.integer("version").notNull().default(1), ...times() });

export const organizationId = () =>
  pg
    .uuid("organization_id")
    .notNull()
    .$defaultFn(() => storeId);

export function refersTo<K extends string>(
  table: Record<"organizationId" | K, pg.ExtraConfigColumn>,
  column: K,
  to: Record<"organizationId" | "id", pg.AnyPgColumn>,
) {
  return pg.foreignKey({
    columns: [table.organizationId, table[column]],
    foreignColumns: [to.organizationId, to.id],
  });
}

type StoreTable = Record<"organizationId", pg.ExtraConfigColumn>;
type Indexed = Parameters<ReturnType<typeof pg.index>["on"]>[number];

/** The store's id precedes the columns of its indexes. */
export function index(name: string, table: StoreTable, ...columns: Indexed[]) {
  return pg.index(name).on(table.organizationId, ...columns);
}

export function uniqueIndex(name: string, table: StoreTable, ...columns: Indexed[]) {
  return pg.uniqueIndex(name).on(table.organizationId, ...columns);
}

export const createdBy = () => pg.text("created_by");

export const consent = () => ({
  consent: pg.text("consent").$type<ConsentState>().notNull().default("unknown"),
  consentAt: instant("consent_at"),
  consentSource: pg.text("consent_source").$type<ConsentSource>(),
  consentBy: pg.text("consent_by"),
  consentSaid: pg.text("consent_said"),
});

/** Columns of a table under their own names, for `select` and `returning`. */
export function pick<Of, Name extends keyof Of>(of: Of, ...names: Name[]): Pick<Of, Name> {
  return Object.fromEntries(names.map((name) => [name, of[name]])) as Pick<Of, Name>;
}
