import { AsyncLocalStorage } from "node:async_hooks";
import { sql } from "drizzle-orm";
import type { ActorKind } from "#lib/contract/journal.ts";
import type { Db } from "./client.ts";

/**
 * Who acts, for the journal. A person and an automation need no name: the database knows it. Where several transactions
 * are one change (an import's), `change` is its id.
 */
type Actor = { kind: ActorKind; id?: string; name?: string; change?: string };

const acting = new AsyncLocalStorage<Actor>();

/** All that `work` changes, however deep inside, is this actor's. */
export function actingAs<T>(actor: Actor, work: () => T): T {
  return acting.run(actor, work);
}

/** What nobody asked for, the host did itself. */
export function currentActor(): Actor {
  return acting.getStore() ?? { kind: "job" };
}

/** For a transaction in system scope: what it changes of an organization is the actor's all the same. */
export async function tellActor(db: Db, organizationId: string): Promise<void> {
  await db.execute(sql`select set_config('app.actor', ${JSON.stringify(currentActor())}, true),
    set_config('app.organization_id', ${organizationId}, true)`);
}

/** In somebody's transaction: what `work` changes is upkeep, which nobody asked for. */
export async function asHost<T>(db: Db, organizationId: string, work: () => PromiseLike<T>): Promise<T> {
  return asAnother(db, organizationId, { kind: "job" }, work);
}

/** In somebody's transaction: what `work` changes is another one's doing. */
export async function asAnother<T>(
  db: Db,
  organizationId: string,
  actor: Actor,
  work: () => PromiseLike<T>,
): Promise<T> {
  await actingAs(actor, () => tellActor(db, organizationId));
  const done = await work();
  await tellActor(db, organizationId);
  return done;
}

/** Why the transaction changes what it does from here on: the trash lists nothing of it. */
export async function because(db: Db, reason: "restore" | "revert" | "merge"): Promise<void> {
  await db.execute(sql`select set_config('app.reason', ${reason}, true)`);
}
