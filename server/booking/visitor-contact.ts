import { and, asc, eq } from "drizzle-orm";
import { consentOfGone } from "#server/connections/mail/erased.ts";
import type { Db } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/db/id.ts";
import { contacts } from "#server/platform/db/schema.ts";
import { searchText } from "#server/platform/db/search.ts";

type Visitor = { organizationId: string; name: string; email: string; phoneNumber: string | null };

/**
 * The contact with the visitor's email, however it is written: the oldest of several. Nobody has proved who they are, so
 * nothing of it is changed. Else a new one. Wants the store's lock, so that two visits at once make one contact.
 */
export async function contactOfVisitor(db: Db, secret: Buffer, visitor: Visitor): Promise<string> {
  const { organizationId, email } = visitor;
  const [known] = await db
    .select({ id: contacts.id })
    .from(contacts)
    .where(and(eq(contacts.organizationId, organizationId), eq(contacts.emailKey, email.toLowerCase())))
    .orderBy(asc(contacts.createdAt), asc(contacts.id))
    .limit(1);
  if (known) return known.id;

  return insertContact(db, secret, visitor);
}

/** A contact of whom a name is known, in one word or several. */
export async function insertContact(
  db: Db,
  secret: Buffer,
  { organizationId, name, email, phoneNumber }: Visitor,
): Promise<string> {
  const id = newId();
  const form = { ...namesOf(name), email, phoneNumber: phoneNumber ?? "" };
  const consent = await consentOfGone(db, { secret, organizationId }, form);
  await db.insert(contacts).values({ organizationId, id, ...form, ...consent, search: searchText(form) });
  return id;
}

/** "Anna Maria van Dijk" → "Anna", "Maria van Dijk". A person of one name has no last one. */
function namesOf(name: string): { firstName: string; lastName: string } {
  const [firstName = name, ...rest] = name.split(/\s+/);
  return { firstName, lastName: rest.join(" ") };
}
