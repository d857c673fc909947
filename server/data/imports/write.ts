import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { textKeys } from "#lib/contract/contact-field-sets.ts";
import { addressField, addressKey } from "#lib/contract/contacts.ts";
import { MINUTE } from "#lib/time/zone.ts";
import {
  erasedAmong,
  inheritRefusal,
  noTextsOfDeleted,
  refusalsInTrash,
} from "#server/connections/mail/may-email.ts";
import { contactToStore } from "#server/platform/db/built-in.ts";
import type { Db } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/db/id.ts";
import { nextVersion } from "#server/platform/db/record.ts";
import { rebuildSaleSearch } from "#server/platform/db/sale-search.ts";
import { contacts, productCategories, purchases } from "#server/platform/db/schema.ts";
import { bookings } from "#server/platform/db/schema-calendar.ts";
import { contactAddresses } from "#server/platform/db/schema-records.ts";
import { ownLine, searchText } from "#server/platform/db/search.ts";
import type { ComparedRow } from "./compared-row.ts";
import { addressKeysOf, isOnlyNamed, isSameName, nameKey, nameOf, reachesOf } from "./match.ts";
import { bookingKey, partyOf } from "./records-of-contacts.ts";
import { cut, ruleOf } from "./row-values.ts";
import { writeTags } from "./tags.ts";
import { type OfCustomer, writeRepairs } from "./write-repairs.ts";
import {
  keptFieldsOf,
  type Work,
  type Written,
  withLockedBuyers,
  writeNotes,
  writeSales,
} from "./write-sales.ts";

/** Raises no events, so automations don't greet the contacts. */
export async function write(db: Db, work: Work, rows: ComparedRow[]): Promise<Written> {
  const { kind } = work.reading;
  if (kind === "contacts") return writeContacts(db, work, rows);
  if (kind === "sales") return writeSales(db, work, rows);
  if (kind === "notes") {
    const list = rows.map((row) => ({
      contactId: row.known?.id ?? "",
      content: row.values.content,
      at: row.values.date,
    }));
    await writeNotes(db, work, list);
    return { added: rows.length, updated: 0, notes: 0 };
  }
  if (kind === "categories") return writeCategories(db, rows);
  if (kind === "repairs") return writeOpenRepairs(db, work, rows);
  return writeBookings(db, work, rows);
}

async function writeContacts(db: Db, work: Work, rows: ComparedRow[]): Promise<Written> {
  const fresh = rows.filter(({ state }) => state === "new").map((row) => ({ ...row, id: newId() }));
  const changed = rows.filter(({ state }) => state === "update");
  const keptFields = await keptFieldsOf(db, [...fresh, ...changed]);
  await insertContacts(db, work, fresh, keptFields);
  for (const { known, changes } of changed) {
    if (!known || Object.keys(changes).length === 0) continue;
    const { consent, texts, own, addresses: _, ...rest } = changes;
    const fields = { ...rest, ...(own && { own: keptFields(own) }) };
    if (Object.keys(fields).length > 0) await updateContact(db, known, fields);
    if (consent)
      await db
        .update(contacts)
        .set({ ...consentOf(work, consent), ...nextVersion(contacts) })
        .where(and(eq(contacts.id, known.id), ne(contacts.consent, "withdrawn")));
    if (texts)
      await db
        .update(contacts)
        .set({ ...noTextsOf(work), ...nextVersion(contacts) })
        .where(and(eq(contacts.id, known.id), isNull(contacts.noTextsAt)));
  }
  await insertAddresses(
    db,
    changed.map(({ known, changes }) => ({ id: known?.id ?? "", addresses: changes.addresses ?? [] })),
  );
  await inheritRefusals(db, work.secret, changed);
  await writeTags(db, [
    ...fresh.map(({ id, values }) => ({ contactId: id, tags: values.tags })),
    ...changed.map(({ known, newTags = [] }) => ({ contactId: known?.id ?? "", tags: newTags })),
  ]);
  const written = [
    ...fresh.map(({ id, note }) => ({ contactId: id, content: note, at: null })),
    ...changed.map(({ known, note }) => ({ contactId: known?.id ?? "", content: note, at: null })),
  ].filter(({ content }) => content);
  await writeNotes(db, work, written);
  return { added: fresh.length, updated: changed.length, notes: written.length };
}

type Fresh = Pick<ComparedRow, "values" | "saidNo"> & { id: string };
type KeptFields = Awaited<ReturnType<typeof keptFieldsOf>>;

async function insertContacts(db: Db, work: Work, fresh: Fresh[], keptFields: KeptFields): Promise<void> {
  if (fresh.length === 0) return;
  const reaches = new Map(fresh.map((row) => [row, reachesOf(row.values)]));
  const noTexts = await noTextsOfDeleted(db, [...reaches.values()].flat());
  await db.insert(contacts).values(
    fresh.map((row) => {
      const { id, values, saidNo } = row;
      const person = contactToStore(values);
      const said = saidNo ?? (values.consent ? consentOf(work, values.consent) : {});
      const fields = keptFields(values.own);
      const refused =
        reaches.get(row)?.flatMap((one) => noTexts.get(one) ?? [])[0] ?? (values.texts && noTextsOf(work));
      return { id, ...person, ...said, ...refused, fields, search: searchText(person) };
    }),
  );
  await insertAddresses(
    db,
    fresh.map(({ id, values }) => ({ id, addresses: values.addresses })),
  );
}

type WithAddresses = Pick<ComparedRow["values"], "addresses"> & { id: string };

async function insertAddresses(db: Db, people: WithAddresses[]): Promise<void> {
  const more = people.flatMap(({ id: contactId, addresses }) =>
    addresses.map((one) => ({ id: newId(), contactId, ...one })),
  );
  if (more.length > 0) await db.insert(contactAddresses).values(more);
}

/** Rows of one new person share their contact. */
async function writeOpenRepairs(db: Db, work: Work, rows: ComparedRow[]): Promise<Written> {
  const fresh: Fresh[] = [];
  const complete = (await withLockedBuyers(db, rows)).map((row): OfCustomer => {
    const { known, values } = row;
    if (known) return { row, customer: { id: known.id, name: nameOf(known) } };
    const customer = freshOf(values, fresh, work) ?? { ...row, id: newId() };
    if (!fresh.includes(customer)) fresh.push(customer);
    return { row, customer: { id: customer.id, name: nameOf(customer.values) } };
  });
  await insertContacts(db, work, fresh, await keptFieldsOf(db, []));
  const notes = fresh.flatMap(({ id, values: { content } }) =>
    content ? [{ contactId: id, content, at: null }] : [],
  );
  await writeNotes(db, work, notes);
  return { ...(await writeRepairs(db, work, complete)), notes: notes.length };
}

function freshOf(values: Fresh["values"], fresh: Fresh[], { reading }: Work): Fresh | undefined {
  for (const field of textKeys) {
    const key = addressKey(values[field]);
    const having = key ? fresh.filter((one) => addressKeysOf(one.values).includes(key)) : [];
    if (having.length === 0) continue;
    const isKnown = ruleOf(reading, { field, kind: "shared" }) === "known";
    return having.find((one) => isSameName(one.values, values)) ?? (isKnown ? having[0] : undefined);
  }
  return isOnlyNamed(values) ? fresh.find((one) => nameKey(one.values) === nameKey(values)) : undefined;
}

async function inheritRefusals(db: Db, secret: Buffer, changed: ComparedRow[]): Promise<void> {
  const added = changed.flatMap(({ known, changes }) =>
    textKeys
      .map((key) => changes[key] ?? "")
      .concat(changes.addresses?.map(({ address }) => address) ?? [])
      .filter(Boolean)
      .map((address) => ({
        ...{ contactId: known?.id ?? "", address, email: "", phoneNumber: "" },
        [addressField(address)]: address,
      })),
  );
  const refused = [
    ...(await erasedAmong(db, secret, added)),
    ...(await refusalsInTrash(db, added)).keys(),
    ...(await noTextsOfDeleted(db, added)).keys(),
  ];
  for (const { contactId, address } of new Set(refused)) await inheritRefusal(db, secret, contactId, address);
}

function consentOf({ createdBy, file, now }: Work, consent: NonNullable<ComparedRow["values"]["consent"]>) {
  return {
    consent,
    consentAt: now,
    consentSource: "import" as const,
    consentBy: createdBy,
    consentSaid: cut(file, 300),
  };
}

function noTextsOf({ createdBy, now }: Work) {
  return { noTextsAt: now, noTextsBy: createdBy ?? "" };
}

type Person = NonNullable<ComparedRow["known"]>;
type Fields = Omit<ComparedRow["changes"], "consent" | "texts" | "addresses">;

async function updateContact(db: Db, known: Person, changes: Fields) {
  const { own, ...rest } = changes;
  const person = { ...known, ...rest };
  const search = searchText(person);
  await db
    .update(contacts)
    .set({
      ...contactToStore(rest),
      ...(own && { fields: sql`${contacts.fields} || ${JSON.stringify(own)}::jsonb` }),
      search,
      ...nextVersion(contacts),
    })
    .where(eq(contacts.id, known.id));
  if (search === ownLine(known.search)) return;
  const contactName = nameOf(person);
  await db
    .update(purchases)
    .set({ contactName })
    .where(and(eq(purchases.contactId, known.id), ne(purchases.contactName, contactName)));
  await rebuildSaleSearch(db, eq(purchases.contactId, known.id));
}

async function writeCategories(db: Db, rows: ComparedRow[]): Promise<Written> {
  const fresh = rows.filter(({ state }) => state === "new");
  const changed = rows.filter(({ state }) => state === "update");
  if (fresh.length > 0) {
    await db.insert(productCategories).values(
      fresh.map(({ values }) => {
        return {
          id: newId(),
          name: values.category,
          description: values.description || null,
        };
      }),
    );
  }
  for (const { category, values } of changed) {
    await db
      .update(productCategories)
      .set({ description: values.description, ...nextVersion(productCategories as never) })
      .where(eq(productCategories.id, category?.id ?? ""));
  }
  return { added: fresh.length, updated: changed.length, notes: 0 };
}

async function writeBookings(db: Db, { createdBy, store, now }: Work, rows: ComparedRow[]): Promise<Written> {
  if (rows.length === 0) return { added: 0, updated: 0, notes: 0 };
  await db.insert(bookings).values(
    rows.map((row) => {
      const { values, known, recordKey } = row;
      const startsAt = new Date(values.date ?? now);
      const { id, name } = partyOf(row);
      return {
        id: newId(),
        title: values.title || "Appointment",
        contactId: id,
        name,
        email: known?.email ?? values.email,
        phoneNumber: known?.phoneNumber || values.phoneNumber || null,
        note: values.content || null,
        timezone: store.timezone,
        startsAt,
        endsAt: new Date(startsAt.getTime() + values.minutes * MINUTE),
        isOverlap: true,
        createdBy,
        requestKey: bookingKey(recordKey ?? newId()),
        calendarState: "written" as const,
        createdAt: sql`least(${startsAt.toISOString()}::timestamptz, now())`,
      };
    }),
  );
  return { added: rows.length, updated: 0, notes: 0 };
}
