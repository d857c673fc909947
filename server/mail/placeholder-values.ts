import { and, eq, sql } from "drizzle-orm";
import { type PlaceholderName, placeholderValues } from "#lib/contract/placeholders.ts";
import { type Db, prepared } from "#server/db/client.ts";
import { latestSale } from "#server/db/parties.ts";
import { contacts, organizations } from "#server/db/schema.ts";

/** What the placeholders of a mail to this contact stand for at this moment; null where there is no such contact. */
export async function valuesForContact(
  db: Db,
  organizationId: string,
  contactId: string,
): Promise<Record<PlaceholderName, string> | null> {
  const [found] = await facts(db).execute({ organizationId, contactId });
  if (!found) return null;
  const { storeName, item, soldOn, birthday, anniversary, ...contact } = found;
  return placeholderValues({
    contact: { ...contact, birthday: day(birthday), anniversary: day(anniversary) },
    lastPurchase: item === null ? null : { item, day: day(soldOn) },
    storeName,
  });
}

const { placeholder } = sql;

const facts = prepared((db) => {
  const latest = latestSale(db);
  return db
    .select({
      firstName: contacts.firstName,
      lastName: contacts.lastName,
      email: contacts.email,
      phoneNumber: contacts.phoneNumber,
      birthday: contacts.birthday,
      anniversary: contacts.anniversary,
      storeName: organizations.name,
      item: latest.item,
      soldOn: sql<string | null>`(${latest.createdAt} at time zone ${organizations.timezone})::date::text`,
    })
    .from(contacts)
    .innerJoin(organizations, eq(organizations.id, contacts.organizationId))
    .leftJoinLateral(latest, sql`true`)
    .where(
      and(
        eq(contacts.organizationId, placeholder("organizationId")),
        eq(contacts.id, placeholder("contactId")),
      ),
    )
    .prepare("placeholder_facts");
});

function day(stored: string | null) {
  const [year, month, day] = (stored ?? "").split("-").map(Number);
  return year && month && day ? { year, month, day } : null;
}
