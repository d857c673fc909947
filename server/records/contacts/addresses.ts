import { eq, sql } from "drizzle-orm";
import { addressField, addresses as addressFields } from "#lib/contract/contacts.ts";
import type { Db } from "#server/platform/db/client.ts";
import { pick } from "#server/platform/db/columns.ts";
import { newId } from "#server/platform/db/id.ts";
import { isOwned, owned } from "#server/platform/db/owned.ts";
import { checkContact } from "#server/platform/db/parties.ts";
import { deleteRecord, getRecord, lockRecord, updateRecord } from "#server/platform/db/record.ts";
import { rebuildSaleSearch } from "#server/platform/db/sale-search.ts";
import { contacts, purchases } from "#server/platform/db/schema.ts";
import { contactAddresses as table } from "#server/platform/db/schema-records.ts";
import { searchText } from "#server/platform/db/search.ts";
import { HttpError } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/handler.ts";

const MAX_ADDRESSES = 20;

export const addresses = {
  "addresses.create": async ({ user: { organizationId }, body: { contactId: asked, ...body }, tenant }) => {
    const id = newId();
    await tenant(async (db) => {
      const contactId = await checkContact(db, asked);
      await lockAndCheck(db, contactId, body.address);
      await db.insert(table).values({ organizationId, id, contactId, ...body });
    });
    return { id };
  },

  "addresses.update": async ({ params: { id }, body, tenant }) => {
    await tenant(async (db) => {
      const { contactId } = await getRecord(db, table, id);
      await lockAndCheck(db, contactId, body.address, id);
      await updateRecord(db, table, id, body);
    });
    return { id };
  },

  /** The former first one takes its place. */
  "addresses.makeFirst": async ({ params: { id }, tenant }) => {
    await tenant(async (db) => {
      const { contactId } = await getRecord(db, table, id);
      const contact = await lockRecord(db, contacts, contactId);
      const { address } = await lockRecord(db, table, id);
      const field = addressField(address);
      const before = contact[field];
      const values = { [field]: address, search: searchText({ ...contact, [field]: address }) };
      await updateRecord(db, contacts, contactId, values);
      await rebuildSaleSearch(db, eq(purchases.contactId, contactId));
      if (before) await updateRecord(db, table, id, { address: before });
      else await deleteRecord(db, table, id);
    });
    return { id };
  },

  "addresses.delete": async ({ params: { id }, tenant }) => {
    await tenant((db) => deleteRecord(db, table, id));
  },
} satisfies Partial<Handlers>;

export async function addressesOf(db: Db, contactId: string) {
  return db
    .select(pick(table, "id", "kind", "address", "version"))
    .from(table)
    .where(eq(table.contactId, contactId))
    .orderBy(table.id);
}

/** `except`: the one that changes. */
async function lockAndCheck(db: Db, contactId: string, address: string, except?: string): Promise<void> {
  const contact = await lockRecord(db, contacts, contactId);
  const others = (await addressesOf(db, contactId)).filter(({ id }) => id !== except);
  if (others.length >= MAX_ADDRESSES)
    throw new HttpError(422, `A contact can have at most ${MAX_ADDRESSES} more emails and numbers.`);
  const known = [contact[addressField(address)], ...others.map((other) => other.address)];
  if (known.some((one) => keyOf(one) === keyOf(address)))
    throw new HttpError(409, "This contact already has this email or number.");
}

const keyOf = (address: string) =>
  address.includes("@") ? address.toLowerCase() : address.replace(/[^0-9]/g, "");

type Card = { [field in keyof typeof addressFields]: string };

/** Keeps the first emails and numbers of all merged contacts, each once. */
export async function mergeAddresses(db: Db, organizationId: string, kept: string, cards: Card[]) {
  const fields = Object.keys(addressFields) as (keyof Card)[];
  const all = cards.flatMap((card) => fields.flatMap((field) => card[field] || []));
  if (all.length === 0) return;
  const values = all.map((address) => ({ organizationId, id: newId(), contactId: kept, address }));
  await db.insert(table).values(values);
  await db.execute(sql`
    delete from contact_addresses where ${isOwned()} and contact_id = ${kept}::uuid and (
      address_key in (select unnest(array[email_key, phone_key]) from ${owned("contacts")} where id = ${kept}::uuid)
      or id in (select id from (select id, row_number() over (partition by address_key order by id) as nth
        from ${owned("contact_addresses")} where contact_id = ${kept}::uuid) as alike where nth > 1))`);
}
