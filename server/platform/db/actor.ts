import { AsyncLocalStorage } from "node:async_hooks";
import { sql } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type { ActorKind } from "#lib/contract/journal.ts";

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

export async function setActor(db: Connection, organizationId: string): Promise<void> {
  await db.execute(sql`select set_config('app.actor', ${JSON.stringify(currentActor())}, true),
    set_config('app.organization_id', ${organizationId}, true)`);
}

export async function asHost<T>(
  db: Connection,
  organizationId: string,
  work: () => PromiseLike<T>,
): Promise<T> {
  return asActor(db, organizationId, { kind: "job" }, work);
}

export async function asActor<T>(
  db: Connection,
  organizationId: string,
  actor: Actor,
  work: () => PromiseLike<T>,
): Promise<T> {
  await actingAs(actor, () => setActor(db, organizationId));
  const done = await work();
  await setActor(db, organizationId);
  return done;
}

/** The trash doesn't list changes with a reason. */
export async function setChangeReason(db: Connection, reason: "restore" | "revert" | "merge"): Promise<void> {
  await db.execute(sql`select set_config('app.reason', ${reason}, true)`);
}
