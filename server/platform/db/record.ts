import { and, count, eq, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable, PgUpdateSetSource } from "drizzle-orm/pg-core";
import { HttpError, notFound } from "#server/platform/errors.ts";
import type { Db, SystemDb } from "./client.ts";
import { isId } from "./id.ts";

type Owned = PgTable & { organizationId: AnyPgColumn; id: AnyPgColumn };
type Records = Owned & { version: AnyPgColumn };

type Answer<T extends PgTable> = (row: T["$inferSelect"]) => object | Promise<object>;

/** Per store and unpaged kind. */
export const MAX_RECORDS = 500;
export const MAX_LISTED = 2 * MAX_RECORDS;

export async function countRows(db: SystemDb, table: PgTable, where?: SQL): Promise<number> {
  const [row] = await db.select({ count: count() }).from(table).where(where);
  return row?.count ?? 0;
}

export async function checkQuota(
  db: Db,
  table: PgTable & { organizationId: AnyPgColumn },
  what: string,
  most = MAX_RECORDS,
): Promise<void> {
  if ((await countRows(db, table)) < most) return;
  throw new HttpError(422, `There are ${most} ${what} already. Delete some, then try again.`);
}

/** With a version, the where clause decides which of two edits wins. */
export function byId(table: Owned, id: string): SQL | undefined;
export function byId(table: Records, id: string, version?: number): SQL | undefined;
export function byId(table: Owned & Partial<Records>, id: string, version?: number): SQL | undefined {
  const same = eq(table.id, id);
  return version === undefined || !table.version ? same : and(same, eq(table.version, version));
}

export async function findRecord<T extends Owned>(
  db: Db,
  table: T,
  id: string,
): Promise<T["$inferSelect"] | undefined> {
  const [found] = await db
    .select()
    .from(table as Owned)
    .where(byId(table, id));
  return found;
}

export async function getRecord<T extends Owned>(db: Db, table: T, id: string): Promise<T["$inferSelect"]> {
  const found = await findRecord(db, table, id);
  if (!found) throw notFound();
  return found;
}

/** Throws a 404 if the store has no such record. */
export async function checkRecord(db: Db, table: Owned, id: string, where?: SQL): Promise<void> {
  if (!isId(id) || (await countRows(db, table, and(byId(table, id), where))) === 0) throw notFound();
}

/** Other transactions wait before they change it. */
export async function lockRecord<T extends Owned>(
  db: Db,
  table: T,
  id: string,
  lock: "update" | "no key update" | "share" = "update",
): Promise<T["$inferSelect"]> {
  const [found] = await db
    .select()
    .from(table as Owned)
    .where(byId(table, id))
    .for(lock);
  if (!found) throw notFound();
  return found;
}

/** Without a new version: nobody edits these columns. */
export async function patchRecord<T extends Owned>(
  db: Db,
  table: T,
  id: string,
  values: PgUpdateSetSource<T>,
): Promise<void> {
  await db.update<Owned>(table).set(values).where(byId(table, id));
}

/** Throws a 409 if the record changed since `version`. */
export async function updateRecord<T extends Records>(
  db: Db,
  table: T,
  id: string,
  { version, ...values }: PgUpdateSetSource<T> & { version?: number },
  answer?: Answer<T>,
): Promise<void> {
  const changed = await db
    .update<Records>(table)
    .set({ ...values, ...nextVersion(table) })
    .where(byId(table, id, version))
    .returning({ id: table.id });
  if (changed.length === 0) throw await explainRefusal(db, table, id, answer);
}

export async function deleteRecord(db: Db, table: Records, id: string): Promise<void> {
  const gone = await db.delete(table).where(byId(table, id)).returning({ id: table.id });
  if (gone.length === 0) throw notFound();
}

export function nextVersion(table: Records) {
  return { version: sql`${table.version} + 1`, updatedAt: sql`now()` };
}

export async function explainRefusal<T extends Records>(
  db: Db,
  table: T,
  id: string,
  answer: Answer<T> = (row) => row as object,
): Promise<HttpError> {
  const [present] = await db
    .select()
    .from(table as Records)
    .where(byId(table, id));
  if (!present) return notFound();
  return new HttpError(409, "Changed by someone else", undefined, { current: await answer(present) });
}

export function anyOf(column: AnyPgColumn, of: readonly (string | { id: string })[]): SQL {
  return sql`${column} = any(${uuids(of.map((one) => (typeof one === "string" ? one : one.id)))})`;
}

export function uuids(ids: readonly string[]): SQL {
  return sql`${sql.param(ids)}::uuid[]`;
}

export function texts(words: readonly string[]): SQL {
  return sql`${sql.param(words)}::text[]`;
}
