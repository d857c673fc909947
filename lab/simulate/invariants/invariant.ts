import { type SQL, sql } from "drizzle-orm";
import type { Store } from "../store.ts";
import type { World } from "../world.ts";

export type Look = { world: World; stores: Store[]; isEnd: boolean };

/** `check` returns the rows that break it, one line each. It knows nothing of the code that it checks. */
export type Invariant = { name: string; says: string; check: (look: Look) => Promise<string[]> };

/** All rows of all stores. */
export async function rowsOf<T extends Record<string, unknown>>(
  { world }: Pick<Look, "world">,
  query: SQL,
): Promise<T[]> {
  return world.opened.database.system(async (db) => (await db.execute(query)).rows as unknown as T[]);
}

export const lines = (rows: object[]) => rows.map((row) => JSON.stringify(row));
export { sql };
