import { and, eq, inArray, ne, sql } from "drizzle-orm";
import type { OwnValues } from "#lib/contract/field-terms.ts";
import { MINUTE } from "#lib/time/zone.ts";
import { contactToStore, saleToStore, searchedTexts } from "#server/platform/db/built-in.ts";
import type { Db } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/db/id.ts";
import { nextVersion } from "#server/platform/db/record.ts";
import { rebuildSaleSearch } from "#server/platform/db/sale-search.ts";
import { contacts, notes, productCategories, purchases, refunds } from "#server/platform/db/schema.ts";
import { bookings } from "#server/platform/db/schema-calendar.ts";
import { fold, ownLine, saleSearch, searchLine, searchText } from "#server/platform/db/search.ts";
import { lockFields } from "#server/records/fields/fields.ts";
import { cut } from "./cut.ts";
import { bookingKey, partyOf } from "./dealings.ts";
import type { Category, Context, Judged } from "./judged.ts";
import { nameOf } from "./match.ts";
import { writeTags } from "./tags.ts";

type Written = { added: number; updated: number; notes: number };
type Work = Context & { createdBy: string | null; file: string; now: Date };

/** Raises no events, so automations don't greet the contacts. */
export async function write(db: Db, work: Work, rows: Judged[]): Promise<Written> {
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
  if (kind === "categories") return writeCategories(db, work, rows);
  return writeBookings(db, work, rows);
}

async function writeContacts(db: Db, work: Work, rows: Judged[]): Promise<Written> {
  const { organizationId } = work;
  const fresh = rows.filter(({ state }) => state === "new").map((row) => ({ ...row, id: newId() }));
  const changed = rows.filter(({ state }) => state === "update");
  const still = await stillThere(db, [...fresh, ...changed]);
  if (fresh.length > 0) {
    await db.insert(contacts).values(
      fresh.map(({ id, values, saidNo }) => {
        const person = contactToStore(values);
        const said = saidNo ?? (values.consent ? consentOf(work, values.consent) : {});
        const fields = still(values.own);
        return { organizationId, id, ...person, ...said, fields, search: searchText(person) };
      }),
    );
  }
  for (const { known, changes } of changed) {
    if (!known || Object.keys(changes).length === 0) continue;
    const { consent, own, ...rest } = changes;
    const fields = { ...rest, ...(own && { own: still(own) }) };
    if (Object.keys(fields).length > 0) await updateContact(db, known, fields);
    if (consent)
      await db
        .update(contacts)
        .set({ ...consentOf(work, consent), ...nextVersion(contacts) })
        .where(and(eq(contacts.id, known.id), ne(contacts.consent, "withdrawn")));
  }
  await writeTags(db, organizationId, [
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

/** Drops values of fields deleted since the check, and locks the others. */
async function stillThere(db: Db, rows: Judged[]) {
  const ids = new Set(rows.flatMap(({ values }) => Object.keys(values.own)));
  const there = await lockFields(db, [...ids]);
  return (own: OwnValues) => Object.fromEntries(Object.entries(own).filter(([id]) => there.has(id)));
}

function consentOf({ createdBy, file, now }: Work, consent: NonNullable<Judged["values"]["consent"]>) {
  return {
    consent,
    consentAt: now,
    consentSource: "import" as const,
    consentBy: createdBy,
    consentSaid: cut(file, 300),
  };
}

type Person = NonNullable<Judged["known"]>;
type Fields = Omit<Judged["changes"], "consent">;

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

async function writeNotes(
  db: Db,
  { organizationId, createdBy, now }: Work,
  list: { contactId: string; content: string; at: string | null }[],
): Promise<void> {
  if (list.length === 0) return;
  await db.insert(notes).values(
    list.map(({ contactId, content, at }) => {
      const moment = at ? new Date(at) : now;
      const times = { createdAt: moment, updatedAt: moment };
      return {
        organizationId,
        id: newId(),
        contactId,
        content,
        search: searchLine(content),
        createdBy,
        ...times,
      };
    }),
  );
}

async function writeSales(db: Db, work: Work, rows: Judged[]): Promise<Written> {
  const { organizationId, createdBy } = work;
  const categories = await withCategories(db, work, rows);
  const still = await stillThere(db, rows);
  const sold = rows.filter(({ state }) => state === "new").map((row) => ({ ...row, id: newId() }));
  if (sold.length > 0) {
    await db.insert(purchases).values(
      sold.map((row) => {
        const { values, recordKey } = row;
        const category = row.category ?? categories.get(fold(row.newCategory ?? ""));
        const { id: contactId, name, line } = partyOf(row);
        const plain = saleToStore(values, undefined);
        const productCategoryName = category?.name ?? row.newCategory ?? "";
        return {
          organizationId,
          id: row.id,
          cost: values.cost ?? "0",
          createdAt: new Date(values.date ?? work.now),
          ...plain,
          externalNumber: recordKey,
          contactId,
          contactName: name,
          productCategoryId: category?.id ?? null,
          productCategoryName,
          search: saleSearch(line, productCategoryName, ...searchedTexts(plain)),
          createdBy,
          fields: still(values.own),
        };
      }),
    );
  }
  const own = sold.flatMap(({ id: purchaseId, values: { refunded: amount, date } }) =>
    amount ? [{ purchaseId, amount, createdAt: new Date(date ?? work.now) }] : [],
  );
  const later = await stillFitting(
    db,
    rows.flatMap(({ state, refund }) => (state === "update" && refund ? [refund] : [])),
  );
  const refunded = [...own, ...later.map((refund) => ({ ...refund, createdAt: work.now }))];
  if (refunded.length > 0)
    await db
      .insert(refunds)
      .values(refunded.map((refund) => ({ organizationId, id: newId(), createdBy, ...refund })));
  const written = sold.flatMap(({ known, note, values }) =>
    known && note ? [{ contactId: known.id, content: note, at: values.date }] : [],
  );
  await writeNotes(db, work, written);
  return { added: sold.length, updated: later.length, notes: written.length };
}

type Refund = NonNullable<Judged["refund"]>;

/** Locks the sales, so that simultaneous refunds don't exceed the amount. */
async function stillFitting(db: Db, later: Refund[]): Promise<Refund[]> {
  if (later.length === 0) return [];
  const { id, cost, refunded } = purchases;
  const ids = later.map(({ purchaseId }) => purchaseId);
  const sales = await db
    .select({ id, left: sql<number>`(${cost} - ${refunded})::float8` })
    .from(purchases)
    .where(inArray(id, ids))
    .orderBy(id)
    .for("no key update");
  const left = new Map(sales.map((sale) => [sale.id, sale.left]));
  return later.filter(({ purchaseId, amount }) => Number(amount) <= (left.get(purchaseId) ?? 0));
}

async function withCategories(
  db: Db,
  { organizationId }: Work,
  rows: Judged[],
): Promise<Map<string, Category>> {
  const wanted = new Map(
    rows.flatMap(({ newCategory }) => (newCategory ? [[fold(newCategory), newCategory]] : [])),
  );
  const made = new Map<string, Category>();
  for (const [key, name] of wanted) made.set(key, { id: newId(), name, description: null, isOwn: true });
  if (made.size > 0) {
    await db
      .insert(productCategories)
      .values([...made.values()].map(({ id, name }) => ({ organizationId, id, name })));
  }
  return made;
}

async function writeCategories(db: Db, { organizationId }: Work, rows: Judged[]): Promise<Written> {
  const fresh = rows.filter(({ state }) => state === "new");
  const changed = rows.filter(({ state }) => state === "update");
  if (fresh.length > 0) {
    await db.insert(productCategories).values(
      fresh.map(({ values }) => {
        return {
          organizationId,
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

/** Imported appointments belong to no staff member, send no email and aren't written to calendars. */
async function writeBookings(
  db: Db,
  { organizationId, createdBy, store, now }: Work,
  rows: Judged[],
): Promise<Written> {
  if (rows.length === 0) return { added: 0, updated: 0, notes: 0 };
  await db.insert(bookings).values(
    rows.map((row) => {
      const { values, known, recordKey } = row;
      const startsAt = new Date(values.date ?? now);
      const { id, name } = partyOf(row);
      return {
        organizationId,
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
