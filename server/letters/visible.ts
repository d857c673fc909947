import { and, eq, sql } from "drizzle-orm";
import type { SignedIn } from "#server/auth/session.ts";
import type { Db, Scopes, Work } from "#server/db/client.ts";
import { contacts } from "#server/db/schema.ts";

/** What `work` reads of people's mail is what this person may see: the database shows them no other. */
export function readAs<T>(read: Scopes["read"], { id }: Pick<SignedIn, "id">, work: Work<T>): Promise<T> {
  const actor = JSON.stringify({ kind: "person", id });
  return read((db) =>
    db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('app.actor', ${actor}, true)`);
      return work(tx);
    }),
  );
}

/** The contact's card, and those that went into it: their mail stays theirs, so that they can part again. */
export async function cardsOf(db: Db, organizationId: string, id: string): Promise<string[]> {
  const [card] = await db
    .select({ merged: contacts.merged })
    .from(contacts)
    .where(and(eq(contacts.organizationId, organizationId), eq(contacts.id, id)));
  return [id, ...(card?.merged ?? [])];
}
