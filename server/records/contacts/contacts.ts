import { and, eq, inArray, ne, notInArray, sql } from "drizzle-orm";
import { textKeys } from "#lib/contract/contact-field-sets.ts";
import { addressKey, type ContactForm } from "#lib/contract/contacts.ts";
import { doneStates, ticketNumber } from "#lib/contract/repair-terms.ts";
import { lockStore } from "#server/booking/book.ts";
import { endOfferMails } from "#server/booking/offers.ts";
import {
  consentOfDeleted,
  copyRefusals,
  inheritRefusal,
  noTextsOfDeleted,
} from "#server/connections/mail/may-email.ts";
import { suppressionsOf } from "#server/connections/mail/suppressions.ts";
import { raiseEvent } from "#server/outreach/automations/events.ts";
import type { SignedIn } from "#server/platform/auth/session.ts";
import { contactToStore, daysToSend } from "#server/platform/db/built-in.ts";
import type { Db } from "#server/platform/db/client.ts";
import { pick } from "#server/platform/db/columns.ts";
import { newId } from "#server/platform/db/id.ts";
import { isFirstPage, optionalPaging, paging } from "#server/platform/db/paging.ts";
import { checkContact, contactName } from "#server/platform/db/parties.ts";
import { anyOf, updateRecord } from "#server/platform/db/record.ts";
import { rebuildSaleSearch } from "#server/platform/db/sale-search.ts";
import { purchases, contacts as table } from "#server/platform/db/schema.ts";
import { waitlistEntries } from "#server/platform/db/schema-calendar.ts";
import { repairs } from "#server/platform/db/schema-repairs.ts";
import { patternsOf, searchText } from "#server/platform/db/search.ts";
import { getStore } from "#server/platform/db/store.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/handler.ts";
import { changedValues, newValues } from "#server/records/fields/fields.ts";
import { addAddresses, addressesByContact, addressesOf, fillFirst } from "./addresses.ts";
import {
  consentOf,
  contactOptions,
  type Found,
  firstContacts,
  matchingContacts,
  newestContacts,
  oneContact,
  type Said,
} from "./contact-page.ts";
import { tagsOf } from "./tags.ts";

/** Sales keep the contact's name. Returns the number of deleted contacts. */
export async function deleteContacts(db: Db, ids: string[]): Promise<number> {
  await lockStore(db);
  // Sorted by id to prevent deadlocks.
  const going = await db
    .select({ id: table.id })
    .from(table)
    .where(anyOf(table.id, ids))
    .orderBy(table.id)
    .for("update");
  const known = going.map(({ id }) => id);
  if (known.length === 0) return 0;
  await checkNothingHere(db, known);
  await endOfferMails(db, anyOf(waitlistEntries.contactId, known));
  const sold = await db
    .update(purchases)
    .set({ contactId: null })
    .where(anyOf(purchases.contactId, known))
    .returning({ id: purchases.id });
  await rebuildSaleSearch(db, anyOf(purchases.id, sold));
  const called = db.select({ name: contactName }).from(table).where(eq(table.id, repairs.contactId));
  await db
    .update(repairs)
    .set({ contactName: sql`(${called})` })
    .where(anyOf(repairs.contactId, known));
  await copyRefusals(db, known);
  await db.delete(table).where(anyOf(table.id, known));
  return known.length;
}

/** The locks above make a concurrent intake wait. */
async function checkNothingHere(db: Db, contactIds: string[]): Promise<void> {
  const [open] = await db
    .select({ prefix: repairs.prefix, number: repairs.number })
    .from(repairs)
    .where(and(anyOf(repairs.contactId, contactIds), notInArray(repairs.state, [...doneStates])))
    .orderBy(repairs.number)
    .limit(1);
  if (open) throw new HttpError(409, `${ticketNumber(open)} is still here.`);
}

export const contacts = {
  "contacts.list": async ({ query, read }) => {
    const patterns = patternsOf(query.search ?? "");
    if (!patterns) return [];
    const asked = { patterns, ...paging(query) };
    const page = (db: Db) => {
      if (query.sort === "createdAt:asc") return matchingContacts.oldest(db).execute(asked);
      if (patterns.length > 0) return matchingContacts.newest(db).execute(asked);
      return (isFirstPage(asked) ? firstContacts(db) : newestContacts(db)).execute(asked);
    };
    const more = query.with;
    if (!more) return (await read(page)).map(answer);
    return read(async (db) => withDetails(db, (await page(db)).map(answer), more));
  },

  "contacts.options": async ({ query, read }) => {
    const patterns = patternsOf(query.search ?? "");
    if (!patterns) return [];
    const asked = { patterns, ...optionalPaging(query) };
    const named = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
      `${firstName} ${lastName}`.trim();
    // Only names: with all data, ten thousand contacts would be megabytes.
    if (query.page === undefined && query.limit === undefined) {
      const rows = await read((db) => contactOptions.names(db).execute(asked));
      return rows.map((row) => ({ id: row.id, name: named(row) }));
    }
    const rows = await read((db) => contactOptions.page(db).execute(asked));
    return rows.map((row) => ({
      ...{ id: row.id, name: named(row) },
      ...pick(answer(row), ...textKeys, "recentSale"),
    }));
  },

  "contacts.get": async ({ params, read }) => {
    return read(async (db) => {
      const id = await checkContact(db, params.id);
      const [[found], [said], tags, addresses] = await Promise.all([
        oneContact(db).execute({ id }),
        consentOf(db).execute({ ids: [id] }),
        tagsOf(db, [id]).then((all) => all.get(id) ?? []),
        addressesOf(db, id),
      ]);
      if (!found || !said) throw notFound();
      const suppressions = await suppressionsOf(db).execute({
        address: found.email.toLowerCase(),
      });
      const { id: _, ...one } = said;
      const noTexts = one.noTextsAt && { at: one.noTextsAt, by: one.noTextsBy ?? "" };
      return { ...answer(found), suppressions, consent: strictestConsent(one), noTexts, tags, addresses };
    });
  },

  "contacts.create": async ({ host, body, tenant }) => {
    const id = newId();
    const mails = await tenant(async (db) => {
      const consent = await consentOfDeleted(db, host.secret, body);
      const noTexts = (await noTextsOfDeleted(db, [body])).get(body);
      const own = await newValues(db, "contacts", body.fields);
      await db.insert(table).values({ id, ...columns(body), ...own, ...consent, ...noTexts });
      await addAddresses(db, host.secret, id, body.addresses);
      const of = { recordId: id, contactId: id };
      return raiseEvent(db, { kind: "contact", ...of }, host.clock());
    });
    if (mails > 0) host.wake();
    return { id };
  },

  "contacts.update": async ({ host, params: { id }, body, tenant }) => {
    const contactName = `${body.firstName} ${body.lastName}`.trim();
    await tenant(async (db) => {
      const own = await changedValues(db, "contacts", body.fields);
      const [before] = await db
        .select(pick(table, ...textKeys))
        .from(table)
        .where(eq(table.id, id));
      await updateRecord(db, table, id, { ...columns(body), ...own, version: body.version }, current);
      for (const key of textKeys)
        if (addressKey(body[key]) !== addressKey(before?.[key] ?? ""))
          await (body[key] ? inheritRefusal(db, host.secret, id, body[key]) : fillFirst(db, host.secret, id));
      await addAddresses(db, host.secret, id, body.addresses);
      await db
        .update(purchases)
        .set({ contactName })
        .where(and(eq(purchases.contactId, id), ne(purchases.contactName, contactName)));
      await rebuildSaleSearch(db, eq(purchases.contactId, id));
    });
    return { id };
  },

  "contacts.delete": async ({ user, params: { id }, tenant }) => {
    await tenant(async (db) => {
      await checkMayDelete(db, user);
      if ((await deleteContacts(db, [id])) === 0) throw notFound();
    });
  },
} satisfies Partial<Handlers>;

function strictestConsent({ unsubscribedAt, noTextsAt, noTextsBy, ...said }: Said) {
  if (!unsubscribedAt || said.state === "withdrawn") return said;
  return { state: "withdrawn", at: unsubscribedAt, source: "unsubscribe", by: null, said: null } as const;
}

export async function withDetails<C extends { id: string }>(db: Db, rows: C[], what: "tags" | "all") {
  const ids = rows.map(({ id }) => id);
  const tags = await tagsOf(db, ids);
  const tagged = rows.map((row) => ({ ...row, tags: tags.get(row.id) ?? [] }));
  if (what === "tags") return tagged;
  const said = await consentOf(db).execute({ ids });
  const consents = new Map(said.map(({ id, ...one }) => [id, strictestConsent(one)]));
  const own = await db
    .select({ id: table.id, fields: table.fields })
    .from(table)
    .where(inArray(table.id, ids));
  const fields = new Map(own.map((one) => [one.id, one.fields]));
  const more = await addressesByContact(db, ids);
  return tagged.map((row) => ({
    ...{ ...row, consent: consents.get(row.id), fields: fields.get(row.id) ?? {} },
    addresses: more(row.id),
  }));
}

export function answer<F extends Found>({ saleCost, saleDate, ...contact }: F) {
  return {
    ...contact,
    ...daysToSend(contact),
    recentSale: saleDate && { cost: saleCost, createdAt: saleDate },
  };
}

export function current(row: typeof table.$inferSelect) {
  return answer({ ...row, saleCost: null, saleDate: null });
}

function columns(form: ContactForm) {
  return { ...contactToStore(form), search: searchText(form) };
}

export async function checkMayDelete(db: Db, { role }: SignedIn): Promise<void> {
  if (role !== "USER") return;
  const { everybodyDeletesContacts } = await getStore(db);
  if (!everybodyDeletesContacts)
    throw new HttpError(403, "Only the owner and admins can delete contacts. Ask one of them.");
}
