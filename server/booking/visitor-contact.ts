import { and, asc, eq } from "drizzle-orm";
import { consentOfDeleted } from "#server/connections/mail/erased.ts";
import type { Db } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/db/id.ts";
import { contacts } from "#server/platform/db/schema.ts";
import { searchText } from "#server/platform/db/search.ts";

type Visitor = { organizationId: string; name: string; email: string; phoneNumber: string | null };

/**
 * The oldest contact with the visitor's email, unchanged because the visitor isn't verified; else a new one.
 * Requires the store's lock, so two visits create one contact.
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

export async function insertContact(
  db: Db,
  secret: Buffer,
  { organizationId, name, email, phoneNumber }: Visitor,
): Promise<string> {
  const id = newId();
  const form = { ...namesOf(name), email, phoneNumber: phoneNumber ?? "" };
  const consent = await consentOfDeleted(db, { secret, organizationId }, form);
  await db.insert(contacts).values({ organizationId, id, ...form, ...consent, search: searchText(form) });
  return id;
}

/** "Anna Maria van Dijk" → "Anna", "Maria van Dijk". A single name has no last name. */
function namesOf(name: string): { firstName: string; lastName: string } {
  const [firstName = name, ...rest] = name.split(/\s+/);
  return { firstName, lastName: rest.join(" ") };
}
