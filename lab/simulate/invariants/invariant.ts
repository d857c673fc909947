import { type SQL, sql } from "drizzle-orm";
import type { Store } from "../store.ts";
import type { World } from "../world.ts";

/** `since`: the last transaction of the previous checks; 0 at the end of a run, which checks all rows again. */
export type Look = { world: World; stores: Store[]; isEnd: boolean; day: number; since: number };

/** `check` returns the rows that break it, one line each. It knows nothing of the code that it checks. */
export type Invariant = { name: string; says: string; check: (look: Look) => Promise<string[]> };

export async function rowsOf<T extends Record<string, unknown>>(
  { world }: Pick<Look, "world">,
  query: SQL,
): Promise<T[]> {
  return world.opened.database.system(async (db) => (await db.execute(query)).rows as unknown as T[]);
}

/** Two hosts' clocks differ by ten minutes at most. */
export const MARGIN = sql`interval '11 minutes'`;

/** Whether a row was written since the previous checks. */
export const isNew = ({ since }: Pick<Look, "since">, alias: string) =>
  sql`age(${sql.raw(alias)}.xmin) <= age(${String(since)}::text::xid)`;

export async function currentTransaction(look: Pick<Look, "world">): Promise<number> {
  const [row] = await rowsOf<{ id: string }>(look, sql`select pg_current_xact_id()::text as id`);
  return Number(row?.id);
}

export async function storeTables(look: Pick<Look, "world">): Promise<string[]> {
  const rows = await rowsOf<{ name: string }>(
    look,
    sql`select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id'
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`,
  );
  return rows.map(({ name }) => name);
}

export const storesInTurn = ({ stores, day, isEnd }: Look): Store[] =>
  stores.filter((_, i) => isEnd || day % stores.length === i);

export const lines = (rows: object[]) => rows.map((row) => JSON.stringify(row));
export { type SQL, sql };
