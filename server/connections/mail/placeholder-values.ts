import { and, eq, sql } from "drizzle-orm";
import { moneyOf } from "#lib/contract/money.ts";
import { ownPlaceholderValues, placeholderValues } from "#lib/contract/placeholders.ts";
import { type YearlyKey, yearlyKeys } from "#lib/contract/yearly-fields.ts";
import { dayOf } from "#lib/time/days.ts";
import { contactColumns } from "#server/platform/db/built-in.ts";
import { type Db, prepared } from "#server/platform/db/client.ts";
import { latestSale } from "#server/platform/db/parties.ts";
import { contacts, organizations } from "#server/platform/db/schema.ts";
import { ownFields } from "#server/platform/db/schema-fields.ts";

/** Null if the contact doesn't exist. */
export async function valuesForContact(
  db: Db,
  organizationId: string,
  contactId: string,
): Promise<{ [name: string]: string } | null> {
  const [found] = await facts(db).execute({ organizationId, contactId });
  if (!found) return null;
  const { storeName, currency, notation, fields, item, soldAt, timezone, ...contact } = found;
  const soldOn = soldAt && dayOf(Date.parse(soldAt), timezone);
  const own = Object.keys(fields).length > 0 ? await ownOf(db, organizationId) : [];
  const days = Object.fromEntries(yearlyKeys.map((key) => [key, day(contact[key])])) as YearlyDays;
  const values = placeholderValues({
    contact: { ...contact, ...days },
    lastPurchase: item === null ? null : { item, day: day(soldOn) },
    storeName,
  });
  return { ...ownPlaceholderValues(own, fields, moneyOf({ currency, notation })), ...values };
}

type YearlyDays = Record<YearlyKey, ReturnType<typeof day>>;

/** Without archived fields: no form shows their values. */
function ownOf(db: Db, organizationId: string) {
  const { id, placeholder, kind, options } = ownFields;
  return db
    .select({ id, placeholder, kind, options })
    .from(ownFields)
    .where(and(eq(ownFields.organizationId, organizationId), eq(ownFields.isArchived, false)));
}

const { placeholder } = sql;

const facts = prepared((db) => {
  const latest = latestSale(db);
  return db
    .select({
      ...contactColumns,
      storeName: organizations.name,
      currency: organizations.currency,
      notation: organizations.notation,
      fields: contacts.fields,
      item: latest.item,
      soldAt: sql<
        string | null
      >`to_char(${latest.createdAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
      timezone: organizations.timezone,
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
