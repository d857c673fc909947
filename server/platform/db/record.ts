import { and, eq, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable, PgUpdateSetSource } from "drizzle-orm/pg-core";
import { HttpError, notFound } from "#server/platform/errors.ts";
import type { Db } from "./client.ts";

type Records = PgTable & { organizationId: AnyPgColumn; id: AnyPgColumn; version: AnyPgColumn };
type Owner = { organizationId: string };

/** So many records of a kind that is listed whole may an organization make; a list shows twice as many. */
export const MOST = 500;
export const MOST_LISTED = 2 * MOST;

/** Throws a 422 where an organization has enough of them: a list without pages must stay one that can be read. */
export async function checkQuota(
  db: Db,
  table: PgTable & { organizationId: AnyPgColumn },
  { organizationId }: Owner,
  what: string,
  most = MOST,
): Promise<void> {
  if ((await db.$count(table, eq(table.organizationId, organizationId))) < most) return;
  throw new HttpError(
    422,
    `There are ${most} ${what} already. Delete some that nobody needs, then try again.`,
  );
}

/**
 * One record of an organization; with a version (the one that an edit began with), only while it still has that one.
 * The update's own where clause decides, so of two editors one wins, however close they come.
 */
export function byId(
  table: Records,
  { organizationId }: Owner,
  id: string,
  version?: number,
): SQL | undefined {
  const same = and(eq(table.organizationId, organizationId), eq(table.id, id));
  return version === undefined ? same : and(same, eq(table.version, version));
}

/** Changes one record as its form says. Throws a 409 where somebody else did since `version`, a 404 without one. */
export async function updateRecord<T extends Records>(
  db: Db,
  table: T,
  owner: Owner,
  id: string,
  { version, ...values }: PgUpdateSetSource<T> & { version?: number },
  answer?: (row: T["$inferSelect"]) => object,
): Promise<void> {
  const changed = await db
    .update<Records>(table)
    .set({ ...values, ...nextVersion(table) })
    .where(byId(table, owner, id, version))
    .returning({ id: table.id });
  if (changed.length === 0) throw await refusal(db, table, owner, id, answer);
}

/** Throws a 404 where there is nothing to delete. */
export async function deleteRecord(db: Db, table: Records, owner: Owner, id: string): Promise<void> {
  const gone = await db
    .delete(table)
    .where(byId(table, owner, id))
    .returning({ id: table.id });
  if (gone.length === 0) throw notFound();
}

/** What every update sets besides. */
export function nextVersion(table: Records) {
  return { version: sql`${table.version} + 1`, updatedAt: sql`now()` };
}

/**
 * Why a change of it found nothing: the record has another version by now, which goes along (as `answer` makes it; what the
 * row's conflict does not name stays here), or is not there.
 */
export async function refusal<T extends Records>(
  db: Db,
  table: T,
  owner: Owner,
  id: string,
  answer: (row: T["$inferSelect"]) => object = (row) => row as object,
): Promise<HttpError> {
  const [present] = await db
    .select()
    .from(table as Records)
    .where(byId(table, owner, id));
  if (!present) return notFound();
  return new HttpError(409, "Changed by someone else", undefined, { current: answer(present) });
}

/** Whether a column holds one of these ids, however many they are. */
export function anyOf(column: AnyPgColumn, ids: string[]): SQL {
  return sql`${column} = any(${sql.param(ids)}::uuid[])`;
}
