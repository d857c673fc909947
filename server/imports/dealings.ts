import { createHash } from "node:crypto";
import { and, eq, inArray } from "drizzle-orm";
import type { ImportField } from "#lib/contract/import-terms.ts";
import type { Reading } from "#lib/contract/imports.ts";
import type { Db } from "#server/db/client.ts";
import { notes, purchases } from "#server/db/schema.ts";
import { bookings } from "#server/db/schema-calendar.ts";
import { fold, searchLine } from "#server/db/search.ts";
import { isRoomFor, notesOf } from "#server/notes/notes.ts";
import {
  type Context,
  categoriesOf,
  isCategoryTooMany,
  type Judged,
  ruleOf,
  type Seen,
  TOO_MANY,
} from "./judged.ts";
import { knownBy, nameOf } from "./match.ts";

const OTHER = "Other";
const WALK_IN = "Walk-in";

/** Sales, notes and appointments: each is of somebody. */
export async function judgeDealings(db: Db, context: Context, rows: Judged[], seen?: Seen): Promise<void> {
  const { organizationId, reading } = context;
  const people = await knownBy(
    db,
    organizationId,
    rows.map(({ values }) => values),
  );
  const categories = reading.kind === "sales" ? await categoriesOf(db, organizationId) : new Map();
  const made = seen?.categories ?? new Set<string>();
  for (const row of rows) {
    const { values } = row;
    const found = people.whose(values);
    if (found.length === 1) row.known = found[0] ?? null;
    else judgeNobody(row, found.length, reading);
    row.note = reading.kind === "sales" ? values.content : "";
    if (reading.kind === "sales") {
      const name = values.category || OTHER;
      row.category = categories.get(fold(name)) ?? null;
      row.newCategory = row.category ? null : name;
      if (row.newCategory && isCategoryTooMany(made, name, categories)) {
        row.doubts.push({ field: "category", kind: "unreadable", reason: TOO_MANY });
      }
    }
    if (seen) row.recordKey = keyOf(row, reading, seen);
  }
  if (reading.kind === "notes") for (const row of rows) row.note = row.known ? row.values.content : "";
  await judgeNotes(db, context, rows);
  await markKnown(db, context, rows);
}

function judgeNobody(row: Judged, found: number, reading: Reading): void {
  const { email, phoneNumber, firstName } = row.values;
  const has = (field: ImportField) => reading.columns.includes(field);
  const name = has("name") ? "name" : "firstName";
  const field = email ? "email" : phoneNumber ? "phoneNumber" : has(name) || firstName ? name : "email";
  const kind = found > 1 ? "several" : "nobody";
  const isNamed = Boolean(nameOf(row.values));
  // A sale without a word of its buyer was made at the counter.
  if (reading.kind === "sales" && !email && !phoneNumber && !isNamed) return;
  if (reading.kind !== "notes" && ruleOf(reading, { field, kind }) === "name") return;
  const what = email ? "this email" : phoneNumber ? "this number" : "this name";
  const reason =
    found > 1
      ? `${found} contacts have ${what}`
      : email || phoneNumber || isNamed
        ? `Nobody has ${what}`
        : "Of nobody";
  row.doubts.push({ field, kind, reason });
}

/**
 * By what the record is known when the file comes again: its number, or all that it says; and the how manieth of these.
 * Of the file alone: whose it is here may be another contact by then, merged or added anew.
 */
function keyOf(row: Judged, { kind }: Reading, seen: Seen): string | null {
  const { values } = row;
  const whose = `${values.email} ${values.phoneNumber} ${nameOf(values)}`.trim().toLowerCase();
  const said =
    kind === "sales"
      ? [values.date, values.cost, values.category]
      : [values.date, values.content, values.title];
  const base =
    kind === "sales" && values.invoiceNumber
      ? values.invoiceNumber
      : createHash("sha256")
          .update(JSON.stringify([whose, ...said]))
          .digest("base64url");
  if (row.isLeftOut) return null;
  const count = (seen.records.get(base) ?? 0) + 1;
  seen.records.set(base, count);
  return count === 1 ? base : `${base} #${count}`;
}

/** What came with an import before is here. */
async function markKnown(db: Db, { organizationId, reading }: Context, rows: Judged[]): Promise<void> {
  const keys = rows.flatMap(({ recordKey }) => recordKey ?? []);
  if (reading.kind === "sales" && keys.length > 0) {
    const found = await db
      .select({ key: purchases.externalNumber, cost: purchases.cost, createdAt: purchases.createdAt })
      .from(purchases)
      .where(and(eq(purchases.organizationId, organizationId), inArray(purchases.externalNumber, keys)));
    const there = new Map(found.map((sale) => [sale.key, sale]));
    for (const row of rows) {
      const sale = there.get(row.recordKey);
      if (!sale) continue;
      row.state = "same";
      const { cost, date, invoiceNumber } = row.values;
      const isOther = Number(sale.cost) !== Number(cost) && sale.createdAt.toISOString() !== date;
      if (!isOther || !cost || !date) continue;
      const reason = `${invoiceNumber} is here, with another day and amount`;
      row.doubts.push({ field: "invoiceNumber", kind: "twin", reason });
    }
  }
  if (reading.kind === "appointments" && keys.length > 0) {
    const found = await db
      .select({ key: bookings.requestKey })
      .from(bookings)
      .where(
        and(eq(bookings.organizationId, organizationId), inArray(bookings.requestKey, keys.map(bookingKey))),
      );
    const there = new Set(found.map(({ key }) => key));
    for (const row of rows) if (row.recordKey && there.has(bookingKey(row.recordKey))) row.state = "same";
  }
  if (reading.kind !== "notes") return;
  for (const row of rows) if (row.known && !row.note && row.values.content) row.state = "same";
}

/** A note that a contact has in these words is not written again; one that has no room is doubtful. */
export async function judgeNotes(db: Db, { organizationId }: Context, rows: Judged[]): Promise<void> {
  const asked = rows.filter(({ known, note }) => known && note);
  if (asked.length === 0) return;
  const ids = [...new Set(asked.map(({ known }) => known?.id ?? ""))];
  const own = and(eq(notes.organizationId, organizationId), inArray(notes.contactId, ids));
  const found = await db
    .select({ contactId: notes.contactId, content: notes.content })
    .from(notes)
    .where(and(own, inArray(notes.content, [...new Set(asked.map(({ note }) => note))])));
  const there = new Set(found.map(({ contactId, content }) => `${contactId} ${content}`));
  const sizes = await notesOf(db, own);
  for (const row of asked) {
    const id = row.known?.id ?? "";
    if (there.has(`${id} ${row.note}`)) {
      row.note = "";
      continue;
    }
    there.add(`${id} ${row.note}`);
    const { count, characters } = sizes.get(id) ?? { count: 0, characters: 0 };
    if (isRoomFor({ count, characters }, row.note)) {
      sizes.set(id, { count: count + 1, characters: characters + row.note.length });
    } else
      row.doubts.push({ field: "content", kind: "unreadable", reason: "Has as many notes as can be shown" });
  }
}

export function bookingKey(recordKey: string): string {
  return `import ${recordKey}`;
}

/** Whose a sale or an appointment is: a contact, or the name alone. */
export function partyOf({ known, values }: Judged): { id: string | null; name: string; line: string } {
  if (known) return { id: known.id, name: nameOf(known), line: known.search };
  const name = nameOf(values) || values.email || WALK_IN;
  return { id: null, name, line: searchLine(name) };
}
