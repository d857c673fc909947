import { and, asc, eq, getTableColumns, lte, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable, PgUpdateSetSource } from "drizzle-orm/pg-core";
import { log, traceOf } from "#server/platform/log.ts";
import { type Actor, actingAs, currentActor } from "./actor.ts";
import type { Database, Db } from "./client.ts";

type Claim<T extends PgTable> = {
  /** The time from which a row is due. A claim moves it to the end of the lease. */
  due: AnyPgColumn;
  key: AnyPgColumn[];
  now: Date;
  leaseMs: number;
  most: number;
  only?: SQL | undefined;
  set?: PgUpdateSetSource<T>;
};

/**
 * Claims the rows that are due longest. Other hosts skip them until the lease ends, so `work` must store its outcome
 * only if the row still has its lease. Throws the first failure after all have ended.
 */
export async function claimDue<T extends PgTable>(
  database: Database,
  table: T,
  { due, key, now, leaseMs, most, only, set }: Claim<T>,
  work: (row: T["$inferSelect"]) => Promise<unknown>,
): Promise<number> {
  const [property = ""] = Object.entries(getTableColumns(table)).find(([, column]) => column === due) ?? [];
  const claimed = await database.system((db) => {
    const next = db
      .select(Object.fromEntries(key.map((column) => [column.name, column])))
      .from(table as PgTable)
      .where(and(lte(due, now), only))
      .orderBy(asc(due))
      .limit(most)
      .for("update", { skipLocked: true });
    // Evaluated once: a plan that repeats a subquery would skip the rows it locked and claim more.
    const chosen = db.$with("chosen").as(next);
    return db
      .with(chosen)
      .update(table as PgTable)
      .set({ ...set, [property]: new Date(now.getTime() + leaseMs) })
      .where(sql`(${sql.join(key, sql`, `)}) in (select * from ${chosen})`)
      .returning();
  });
  const settled = await Promise.allSettled(claimed.map((row) => work(row as T["$inferSelect"])));
  const failed = settled.find((each) => each.status === "rejected");
  if (failed) throw failed.reason;
  return claimed.length;
}

type Records = PgTable & { organizationId: AnyPgColumn; id: AnyPgColumn };
type Known = { organizationId: string; id: string };
type Run<T extends PgTable> = {
  kind: string;
  due: AnyPgColumn;
  isDue: SQL | undefined;
  most?: number;
  actor?: (row: Known) => Actor;
  /** Stored when the work fails, so that the row waits and doesn't block others. */
  retry: PgUpdateSetSource<T>;
};

/** In one transaction with the row's next time, so it happens once. Returns how often `work` was true. */
export async function runDue<T extends Records>(
  database: Database,
  table: T,
  { kind, due, isDue, most, actor = currentActor, retry }: Run<T>,
  work: (db: Db, row: T["$inferSelect"]) => Promise<boolean>,
): Promise<number> {
  const rows = await database.system((db) => {
    const all = db
      .select({ organizationId: table.organizationId, id: table.id })
      .from(table as Records)
      .where(isDue)
      .orderBy(asc(due));
    return most ? all.limit(most) : all;
  });
  let count = 0;
  for (const row of rows as Known[]) {
    const { organizationId, id } = row;
    const still = and(eq(table.id, id), isDue);
    const inside = <R>(step: (db: Db) => Promise<R>) =>
      actingAs(actor(row), () => database.tenant(organizationId, step));
    try {
      const isDone = await inside(async (db) => {
        const [claimed] = await db
          .select()
          .from(table as Records)
          .where(still)
          .for("no key update", { skipLocked: true });
        return claimed !== undefined && work(db, claimed as T["$inferSelect"]);
      });
      if (isDone) count += 1;
    } catch (error) {
      log(`${kind} failed`, { [kind]: id, organization: organizationId, ...traceOf(error) });
      await inside((db) =>
        db
          .update(table as Records)
          .set(retry)
          .where(still),
      ).catch((again) => log(`${kind} not put off`, { [kind]: id, ...traceOf(again) }));
    }
  }
  return count;
}
