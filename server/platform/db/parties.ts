import { desc, eq, sql } from "drizzle-orm";
import type { TemplateKind } from "#lib/contract/templates.ts";
import { WALK_IN } from "#lib/contract/walk-in.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import { type Db, prepared } from "./client.ts";
import { isId } from "./id.ts";
import { literalLimit } from "./paging.ts";
import { lockRecord } from "./record.ts";
import { contacts, productCategories, purchases, templates, users } from "./schema.ts";
import { sharedCategories } from "./schema-auth.ts";
import { searchLine } from "./search.ts";

const { placeholder } = sql;

type Chosen = { id: string; name: string };
type Party = { id: string | null; name: string; line: string };
type Sale = typeof purchases.$inferSelect;

export const contactName = sql<string>`trim(${contacts.firstName} || ' ' || ${contacts.lastName})`;
export const personName = sql<string>`trim(${users.firstName} || ' ' || ${users.lastName})`;

export function latestSale(db: Db) {
  return db
    .select({ cost: purchases.cost, item: purchases.productCategoryName, createdAt: purchases.createdAt })
    .from(purchases)
    .where(eq(purchases.contactId, contacts.id))
    .orderBy(desc(purchases.createdAt), desc(purchases.id))
    .limit(literalLimit(1))
    .as("latest");
}

const contactItself = prepared((db) =>
  db
    .select({ id: contacts.id })
    .from(contacts)
    .where(eq(contacts.id, placeholder("id")))
    .prepare("contact_itself"),
);

/** A merged contact's id leads to the contact it was merged into. Throws a 404 for an unknown id. */
export async function checkContact(db: Db, asked: string): Promise<string> {
  const id = idOrNone(asked);
  const [itself] = await contactItself(db).execute({ id });
  // A partial index covers contacts with merged ones.
  const merged = sql`${contacts.merged} <> '{}' and ${contacts.merged} @> array[${id}::uuid]`;
  const one = () => db.select({ id: contacts.id }).from(contacts).where(merged).orderBy(contacts.id).limit(1);
  const found = itself ?? (await one())[0];
  if (!found) throw notFound();
  return found.id;
}

/** The 409 of a contact who asked for no texts. Nobody can ask for that until the commit. */
export async function checkTexts(db: Db, id: string): Promise<void> {
  const { firstName, noTextsAt } = await lockRecord(db, contacts, id, "share");
  if (noTextsAt) throw new HttpError(409, `${firstName || "This customer"} asked for no texts.`);
}

/** Nobody deletes the template until the commit. */
export async function lockTemplate(db: Db, id: string, wanted: TemplateKind): Promise<void> {
  const { kind } = await lockRecord(db, templates, id, "share");
  if (kind === wanted) return;
  throw new HttpError(
    400,
    wanted === "EMAIL"
      ? "This template is for texts. Choose one for email."
      : "This template is for email. Choose one for texts.",
  );
}

export const WALK_IN_PARTY: Party = { id: null, name: WALK_IN, line: searchLine(WALK_IN) };

/** 404 for an unknown contact, unless the stored sale has it. Locks the row, so that a rename updates the sale. */
export async function lockBuyer(db: Db, asked: Chosen | null, stored?: Sale): Promise<Party> {
  if (!asked) return WALK_IN_PARTY;
  const { id, name } = asked;
  const called = async (id: string) => {
    const [found] = await chosenContact(db).execute({ id: idOrNone(id) });
    return found && { id, name: `${found.firstName} ${found.lastName}`.trim(), line: found.line };
  };
  const chosen = await called(id);
  if (chosen) return chosen;
  if (stored?.contactId === null && stored.contactName.trim() === name.trim()) {
    return { id: null, name, line: searchLine(name) };
  }
  const kept = await called(await checkContact(db, id));
  if (!kept) throw notFound();
  return kept;
}

/** Like `lockBuyer`. Shared categories never change and need no lock. */
export async function lockCategory(
  db: Db,
  { id, name }: Chosen,
  stored?: Pick<Sale, "productCategoryId" | "productCategoryName">,
) {
  const asked = { id: idOrNone(id) };
  const [own] = await chosenCategory.own(db).execute(asked);
  const found = own ?? (await chosenCategory.shared(db).execute(asked))[0];
  if (found) return { id, name: found.name };
  if (stored?.productCategoryId === null && stored.productCategoryName === name) return { id: null, name };
  throw notFound();
}

const chosenContact = prepared((db) =>
  db
    .select({ firstName: contacts.firstName, lastName: contacts.lastName, line: contacts.search })
    .from(contacts)
    .where(eq(contacts.id, placeholder("id")))
    .for("share")
    .prepare("chosen_contact"),
);
const { id: categoryId, name: categoryName } = productCategories;
const chosenCategory = {
  own: prepared((db) =>
    db
      .select({ name: categoryName })
      .from(productCategories)
      .where(eq(categoryId, placeholder("id")))
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

function idOrNone(id: string): string {
  return isId(id) ? id : NO_ID;
}
