import { and, eq, sql } from "drizzle-orm";
import type { SignedIn } from "#server/platform/auth/session.ts";
import type { Db, Scopes, Work } from "#server/platform/db/client.ts";
import { contacts } from "#server/platform/db/schema.ts";

export function readAs<T>(read: Scopes["read"], { id }: Pick<SignedIn, "id">, work: Work<T>): Promise<T> {
  const actor = JSON.stringify({ kind: "person", id });
  return read((db) =>
    db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('app.actor', ${actor}, true)`);
      return work(tx);
    }),
  );
}

/** Messages of merged contacts keep their contact, so that a merge can be undone. */
export async function mergedIdsOf(db: Db, organizationId: string, id: string): Promise<string[]> {
  const [card] = await db
    .select({ merged: contacts.merged })
    .from(contacts)
    .where(and(eq(contacts.organizationId, organizationId), eq(contacts.id, id)));
  return [id, ...(card?.merged ?? [])];
}
