import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { notFound } from "#server/platform/errors.ts";
import { type Db, prepared } from "./client.ts";
import { isId } from "./id.ts";
import { exactly } from "./paging.ts";
import { contacts, productCategories, purchases } from "./schema.ts";
import { sharedCategories } from "./schema-directory.ts";
import { searchLine } from "./search.ts";

const { placeholder } = sql;

/** A contact or category as a form sends it. */
type Chosen = { id: string; name: string };
type Sale = typeof purchases.$inferSelect;

/** A contact's whole name, which may be one word. */
export const contactName = sql<string>`trim(${contacts.firstName} || ' ' || ${contacts.lastName})`;

/** The newest sale of the contact beside it, to be joined laterally. */
export function latestSale(db: Db) {
  return db
    .select({ cost: purchases.cost, item: purchases.productCategoryName, createdAt: purchases.createdAt })
    .from(purchases)
    .where(and(eq(purchases.organizationId, contacts.organizationId), eq(purchases.contactId, contacts.id)))
    .orderBy(desc(purchases.createdAt), desc(purchases.id))
    .limit(exactly(1))
    .as("latest");
}

/** The contact's id, or that of the card that it was merged into: old links and open forms lead there. 404 for nobody of this organization. */
export async function checkContact(db: Db, organizationId: string, asked: string): Promise<string> {
  const id = idOrNone(asked);
  const one = (is: SQL) =>
    db
      .select({ id: contacts.id })
      .from(contacts)
      .where(and(eq(contacts.organizationId, organizationId), is))
      .orderBy(contacts.id)
      .limit(1);
  const [itself] = await one(eq(contacts.id, id));
  // The index holds those alone that others went into.
  const merged = sql`${contacts.merged} <> '{}' and ${contacts.merged} @> array[${id}::uuid]`;
  const found = itself ?? (await one(merged))[0];
  if (!found) throw notFound();
  return found.id;
}

/**
 * The chosen contact by its own name, with its line of the sale's search; 404 where there is none. A stored sale keeps
 * a contact that was deleted since: the form still sends the name. Of one that was merged since it is the card that was kept.
 * Locked until the sale is saved, so that no renaming passes it by.
 */
export async function buyer(db: Db, organizationId: string, { id, name }: Chosen, stored?: Sale) {
  const called = async (id: string) => {
    const [found] = await chosenContact(db).execute({ organizationId, id: idOrNone(id) });
    return found && { id, name: `${found.firstName} ${found.lastName}`.trim(), line: found.line };
  };
  const chosen = await called(id);
  if (chosen) return chosen;
  if (stored?.contactId === null && stored.contactName.trim() === name.trim()) {
    return { id: null, name, line: searchLine(name) };
  }
  const kept = await called(await checkContact(db, organizationId, id));
  if (!kept) throw notFound();
  return kept;
}

/** The same for the category. A shared one cannot be locked and need not be: nobody changes it. */
export async function category(db: Db, organizationId: string, { id, name }: Chosen, stored?: Sale) {
  const asked = { organizationId, id: idOrNone(id) };
  const [own] = await chosenCategory.own(db).execute(asked);
  const found = own ?? (await chosenCategory.shared(db).execute(asked))[0];
  if (found) return { id, name: found.name };
  if (stored?.productCategoryId === null && stored.productCategoryName === name) return { id: null, name };
  throw notFound();
}

/** Take {organizationId, id}. */
const chosenContact = prepared((db) =>
  db
    .select({ firstName: contacts.firstName, lastName: contacts.lastName, line: contacts.search })
    .from(contacts)
    .where(
      and(eq(contacts.organizationId, placeholder("organizationId")), eq(contacts.id, placeholder("id"))),
    )
    .for("share")
    .prepare("chosen_contact"),
);
const { organizationId: owner, id: categoryId, name: categoryName } = productCategories;
const chosenCategory = {
  own: prepared((db) =>
    db
      .select({ name: categoryName })
      .from(productCategories)
      .where(and(eq(owner, placeholder("organizationId")), eq(categoryId, placeholder("id"))))
      .for("share")
      .prepare("chosen_category"),
  ),
  shared: prepared((db) =>
    db
      .select({ name: sharedCategories.name })
      .from(sharedCategories)
      .where(eq(sharedCategories.id, placeholder("id")))
      .prepare("chosen_shared_category"),
  ),
};

const NO_ID = "00000000-0000-0000-0000-000000000000";

/** What is no id belongs to no record. */
function idOrNone(id: string): string {
  return isId(id) ? id : NO_ID;
}
