import { and, asc, eq, sql } from "drizzle-orm";
import type { Db } from "../db/client.ts";
import { newId } from "../db/id.ts";
import { contacts } from "../db/schema.ts";
import { patternsOf, searchText } from "../db/search.ts";

// So many addresses hardly contain one and the same other.
const MOST = 1000;

type Visitor = { organizationId: string; name: string; email: string; phoneNumber: string | null };

/**
 * The contact with the visitor's email, however it is written: the oldest of several. Nobody has proved who they are, so
 * nothing of it is changed. Else a new one. Wants the store's lock, so that two visits at once make one contact.
 */
export async function contactOfVisitor(db: Db, visitor: Visitor): Promise<string> {
  const { organizationId, name, email } = visitor;
  // Row-level security keeps LIKE from the trigram index; the function that it does not hold finds the few candidates.
  const pattern = patternsOf(email)?.join("") ?? "";
  const [known] = await db
    .select({ id: contacts.id })
    .from(contacts)
    .where(
      and(
        eq(contacts.organizationId, organizationId),
        sql`${contacts.id} in (select id from matching_page('contacts', array[${pattern}], 'oldest', ${MOST}, 0))`,
        sql`lower(${contacts.email}) = lower(${email})`,
      ),
    )
    .orderBy(asc(contacts.createdAt), asc(contacts.id))
    .limit(1);
  if (known) return known.id;

  const id = newId();
  const form = { ...namesOf(name), email, phoneNumber: visitor.phoneNumber ?? "" };
  await db.insert(contacts).values({ organizationId, id, ...form, search: searchText(form) });
  return id;
}

/** "Anna Maria van Dijk" → "Anna", "Maria van Dijk". A person of one name has no last one. */
function namesOf(name: string): { firstName: string; lastName: string } {
  const [firstName = name, ...rest] = name.split(/\s+/);
  return { firstName, lastName: rest.join(" ") };
}
