import { eq, sql } from "drizzle-orm";
import {
  addressField,
  addresses as addressFields,
  addressKey,
  MAX_ADDRESSES,
  type NewAddress,
} from "#lib/contract/contacts.ts";
import { inheritRefusal } from "#server/connections/mail/may-email.ts";
import type { Db } from "#server/platform/db/client.ts";
import { pick } from "#server/platform/db/columns.ts";
import { newId } from "#server/platform/db/id.ts";
import { owned } from "#server/platform/db/owned.ts";
import { checkContact } from "#server/platform/db/parties.ts";
import { anyOf, deleteRecord, getRecord, lockRecord, updateRecord } from "#server/platform/db/record.ts";
import { rebuildSaleSearch } from "#server/platform/db/sale-search.ts";
import { contacts, purchases } from "#server/platform/db/schema.ts";
import { contactAddresses as table } from "#server/platform/db/schema-records.ts";
import { searchText } from "#server/platform/db/search.ts";
import { HttpError } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/handler.ts";

export const addresses = {
  "addresses.create": async ({ host, body: { contactId: asked, ...body }, tenant }) => {
    const id = newId();
    await tenant(async (db) => {
      const contactId = await checkContact(db, asked);
      await lockAndCheck(db, contactId, body.address);
      await db.insert(table).values({ id, contactId, ...body });
      await inheritRefusal(db, host.secret, contactId, body.address);
      await fillFirst(db, host.secret, contactId);
    });
    return { id };
  },

  "addresses.update": async ({ host, params: { id }, body, tenant }) => {
    await tenant(async (db) => {
      const { contactId } = await getRecord(db, table, id);
      await lockAndCheck(db, contactId, body.address, id);
      await updateRecord(db, table, id, body);
      await inheritRefusal(db, host.secret, contactId, body.address);
    });
    return { id };
  },

  /** The former first one takes its place. */
  "addresses.makeFirst": async ({ host, params: { id }, tenant }) => {
    await tenant((db) => makeFirst(db, host.secret, id));
    return { id };
  },

  "addresses.delete": async ({ params: { id }, tenant }) => {
    await tenant((db) => deleteRecord(db, table, id));
  },
} satisfies Partial<Handlers>;

async function makeFirst(db: Db, secret: Buffer, id: string, replaces = true): Promise<void> {
  const { contactId } = await getRecord(db, table, id);
  const contact = await lockRecord(db, contacts, contactId);
  const { address } = await lockRecord(db, table, id);
  const field = addressField(address);
  const before = contact[field];
  if (before && !replaces) return;
  const values = { [field]: address, search: searchText({ ...contact, [field]: address }) };
  await updateRecord(db, contacts, contactId, values);
  await inheritRefusal(db, secret, contactId, address);
  await rebuildSaleSearch(db, eq(purchases.contactId, contactId));
  if (before) await updateRecord(db, table, id, { address: before });
  else await deleteRecord(db, table, id);
}

/** Without a first email or number, a further one becomes the first. Automations use only the first. */
export async function fillFirst(db: Db, secret: Buffer, contactId: string): Promise<void> {
  for (const { id } of await addressesOf(db, contactId)) await makeFirst(db, secret, id, false);
}

const blocked = sql<"bounced" | "unsubscribed" | "erased" | null>`(select reason from ${owned("suppressions")}
  where address = ${table.addressKey} and strpos(address, '@') > 0 and lifted_at is null order by reason limit 1)`;

export async function addressesOf(db: Db, contactId: string) {
  return (await addressesByContact(db, [contactId]))(contactId);
}

export async function addressesByContact(db: Db, contactIds: string[]) {
  const rows = await db
    .select({ ...pick(table, "id", "contactId", "kind", "address", "version"), blocked })
    .from(table)
    .where(anyOf(table.contactId, contactIds))
    .orderBy(table.id);
  const found = Map.groupBy(rows, (row) => row.contactId);
  return (id: string) => (found.get(id) ?? []).map(({ contactId, ...one }) => one);
}

export async function addAddresses(db: Db, secret: Buffer, contactId: string, added: NewAddress[] = []) {
  for (const one of added) {
    await lockAndCheck(db, contactId, one.address);
    await db.insert(table).values({ id: newId(), contactId, ...one });
    await inheritRefusal(db, secret, contactId, one.address);
  }
  if (added.length > 0) await fillFirst(db, secret, contactId);
}

async function lockAndCheck(db: Db, contactId: string, address: string, except?: string): Promise<void> {
  const contact = await lockRecord(db, contacts, contactId);
  const others = (await addressesOf(db, contactId)).filter(({ id }) => id !== except);
  if (others.length >= MAX_ADDRESSES)
    throw new HttpError(422, `A contact can have at most ${MAX_ADDRESSES} more emails and numbers.`);
  const known = [contact[addressField(address)], ...others.map((other) => other.address)];
  if (known.some((one) => addressKey(one) === addressKey(address)))
    throw new HttpError(409, "This contact already has this email or number.");
}

type Card = { [field in keyof typeof addressFields]: string };

export async function mergeAddresses(db: Db, kept: string, cards: Card[], first: Card) {
  const fields = Object.keys(addressFields) as (keyof Card)[];
  const known = new Set(fields.map((field) => addressKey(first[field])));
  const isNew = (address: string) => known.size < known.add(addressKey(address)).size;
  const repeated = (await addressesOf(db, kept)).filter(({ address }) => !isNew(address));
  if (repeated.length > 0) await db.delete(table).where(anyOf(table.id, repeated));
  const added = cards
    .flatMap((card) => fields.map((field) => card[field]))
    .filter((one) => one && isNew(one));
  if (added.length > 0)
    await db.insert(table).values(added.map((address) => ({ id: newId(), contactId: kept, address })));
}
