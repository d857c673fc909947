import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { Body } from "#server/connections/providers/received.ts";
import type { SignedIn } from "#server/platform/auth/session.ts";
import { type Db, prepared, type Scopes, type Work } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/db/id.ts";
import { personName } from "#server/platform/db/parties.ts";
import { countRows } from "#server/platform/db/record.ts";
import { contacts, users } from "#server/platform/db/schema.ts";
import { letters, mailboxes } from "#server/platform/db/schema-mail.ts";
import type { Match, Owner } from "./match.ts";

export function readAs<T>(read: Scopes["read"], { id }: Pick<SignedIn, "id">, work: Work<T>): Promise<T> {
  const actor = JSON.stringify({ kind: "person", id });
  return read(work, actor);
}

const mergedInto = prepared((db) =>
  db
    .select({ merged: contacts.merged })
    .from(contacts)
    .where(eq(contacts.id, sql.placeholder("id")))
    .prepare("merged_into"),
);

/** Messages of merged contacts keep their contact, so that a merge can be undone. */
export async function mergedIdsOf(db: Db, id: string): Promise<string[]> {
  const [card] = await mergedInto(db).execute({ id });
  return [id, ...(card?.merged ?? [])];
}

type Sharing = Pick<typeof letters.$inferSelect, "shared" | "sharedBy">;

/** Visibility follows the thread, so sharing and storing both lock the mailbox's row. */
export async function storeMessages(db: Db, owner: Owner, found: { match: Match; body: Body }[]) {
  if (found.length === 0) return;
  const { userId } = owner;
  const sharingOf = await visibilityOf(
    db,
    owner,
    found.map(({ match }) => match.thread),
  );
  await db
    .insert(letters)
    .values(
      found.map(({ match: { envelope, ...match }, body }) => ({
        id: newId(envelope.at),
        userId,
        ...match,
        ...body,
        ...sharingOf(match.thread),
        fromAddress: envelope.from?.address ?? "",
        fromName: envelope.from?.name ?? "",
        to: envelope.to,
        cc: envelope.cc,
        subject: envelope.subject,
        at: new Date(envelope.at),
        messageId: envelope.messageId,
        inReplyTo: envelope.inReplyTo,
        refs: envelope.refs,
      })),
    )
    .onConflictDoNothing({
      target: [letters.organizationId, letters.userId, letters.hash, letters.contactId],
    });
  for (const contactId of new Set(found.map(({ match }) => match.contactId)))
    await forgetOldest(db, owner, contactId);
}

const MAX_STORED = 2_000;

async function forgetOldest(db: Db, { userId }: Owner, contactId: string): Promise<void> {
  const ofContact = and(eq(letters.contactId, contactId), eq(letters.userId, userId));
  if ((await countRows(db, letters, ofContact)) <= MAX_STORED) return;
  const older = db
    .select({ id: letters.id })
    .from(letters)
    .where(ofContact)
    .orderBy(desc(letters.at), desc(letters.id))
    .offset(MAX_STORED);
  await db.delete(letters).where(inArray(letters.id, older));
}

export async function visibilityOf(db: Db, { userId }: Pick<Owner, "userId">, threads: string[]) {
  const [box] = await db
    .select({ sharesAll: mailboxes.sharesAll, name: personName })
    .from(mailboxes)
    .innerJoin(users, eq(users.id, mailboxes.userId))
    .where(eq(mailboxes.userId, userId))
    .for("update", { of: mailboxes });
  const before = await db
    .select({ thread: letters.thread, shared: letters.shared, sharedBy: letters.sharedBy })
    .from(letters)
    .where(and(eq(letters.userId, userId), inArray(letters.thread, [...new Set(threads)])))
    .orderBy(letters.at);
  const known = new Map<string, Sharing>(before.map(({ thread, ...rest }) => [thread, rest]));
  const fallback: Sharing = box?.sharesAll
    ? { shared: "all", sharedBy: box.name }
    : { shared: "no", sharedBy: null };
  return (thread: string) => known.get(thread) ?? fallback;
}
