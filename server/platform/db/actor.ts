import { AsyncLocalStorage } from "node:async_hooks";
import { sql } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type { ActorKind } from "#lib/contract/journal.ts";
import { storeId } from "./owned.ts";

/** Who makes a change, for the journal. Transactions with the same `change` form one change. */
export type Actor = { kind: ActorKind; id?: string; name?: string; change?: string };

const acting = new AsyncLocalStorage<Actor>();

export function actingAs<T>(actor: Actor, work: () => T): T {
  return acting.run(actor, work);
}

export function currentActor(): Actor {
  return acting.getStore() ?? { kind: "job" };
}

type Connection = Pick<NodePgDatabase, "execute">;

export async function setActor(db: Connection): Promise<void> {
  await db.execute(sql`select set_config('app.actor', ${JSON.stringify(currentActor())}, true),
    set_config('app.organization_id', ${storeId}, true)`);
}

export function asHost<T>(db: Connection, work: () => PromiseLike<T>): Promise<T> {
  return asActor(db, { kind: "job" }, work);
}

export async function asActor<T>(db: Connection, actor: Actor, work: () => PromiseLike<T>): Promise<T> {
  await actingAs(actor, () => setActor(db));
  const done = await work();
  await setActor(db);
  return done;
}

/** The trash doesn't list changes with a reason. */
export async function setChangeReason(db: Connection, reason: "restore" | "revert" | "merge"): Promise<void> {
  await db.execute(sql`select set_config('app.reason', ${reason}, true)`);
}
