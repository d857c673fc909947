import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  customType,
  type ExtraConfigColumn,
  foreignKey,
  integer,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import type { ConsentSource, ConsentState } from "#lib/contract/consent.ts";
import { storeId } from "./owned.ts";

export const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });
export const now = sql`now()`;
export const times = () => ({
  createdAt: instant("created_at").notNull().default(now),
  updatedAt: instant("updated_at").notNull().default(now),
});

export const version = () => ({ version: integer("version").notNull().default(1) });

/** A store's database fills it in. */
export const organizationId = () =>
  uuid("organization_id")
    .notNull()
    .$defaultFn(() => storeId);

export function refersTo<K extends string>(
  table: Record<"organizationId" | K, ExtraConfigColumn>,
  column: K,
  to: Record<"organizationId" | "id", AnyPgColumn>,
) {
  return foreignKey({
    columns: [table.organizationId, table[column]],
    foreignColumns: [to.organizationId, to.id],
  });
}

export const createdBy = () => text("created_by");

export const consent = () => ({
  consent: text("consent").$type<ConsentState>().notNull().default("unknown"),
  consentAt: instant("consent_at"),
  consentSource: text("consent_source").$type<ConsentSource>(),
  consentBy: text("consent_by"),
  consentSaid: text("consent_said"),
});

/** Columns of a table under their own names, for `select` and `returning`. */
export function pick<Of, Name extends keyof Of>(of: Of, ...names: Name[]): Pick<Of, Name> {
  return Object.fromEntries(names.map((name) => [name, of[name]])) as Pick<Of, Name>;
}
