import { textKeys } from "#lib/contract/contact-field-sets.ts";
import { contactKeys } from "#lib/contract/contact-fields.ts";
import { addressField, addressKey, MAX_ADDRESSES } from "#lib/contract/contacts.ts";
import type { OwnValues } from "#lib/contract/field-terms.ts";
import type { ImportField } from "#lib/contract/import-terms.ts";
import type { Doubt, DoubtKind, Reading } from "#lib/contract/imports.ts";
import { formatDay, readDay } from "#lib/dates.ts";
import { erasedAmong, refusalsInTrash, WAS_ERASED } from "#server/connections/mail/may-email.ts";
import { unsubscribedAmong } from "#server/connections/mail/suppressions.ts";
import type { Db } from "#server/platform/db/client.ts";
import { fold } from "#server/platform/db/search.ts";
import { breathe } from "#server/platform/machine.ts";
import { compareRepairs } from "./compare-repairs.ts";
import {
  type ComparedRow,
  type Context,
  categoriesOf,
  isCategoryTooMany,
  isSameValue,
  numbered,
  placeOf,
  type Row,
  type Seen,
  TOO_MANY,
} from "./compared-row.ts";
import {
  createdBy,
  emailOrPhone,
  emailsOf,
  isOnlyNamed,
  isSameName,
  type Known,
  knownBy,
  knownEmails,
  nameKey,
  nameOf,
  personKeys,
  reachesOf,
} from "./match.ts";
import { compareContactRecords, compareNotes } from "./records-of-contacts.ts";
import { type ReadRow, ruleOf, type Values } from "./row-values.ts";
import { compareTags } from "./tags.ts";
import { readRow } from "./values.ts";

const BATCH_SIZE = 25;
const TRIES = 4;

/** Without `seen`, a row keeps its stored key and isn't compared with earlier rows. */
export async function compareRows(
  db: Db,
  context: Context,
  rows: Row[],
  seen?: Seen,
): Promise<ComparedRow[]> {
  const compared: ComparedRow[] = [];
  for (const row of rows) {
    compared.push(readForComparison(row, context));
    if (compared.length % BATCH_SIZE === 0) await breathe();
  }
  const { kind } = context.reading;
  if (kind === "contacts") await compareContacts(db, context, compared, seen);
  else if (kind === "categories") await compareCategories(db, context, compared, seen);
  else await compareContactRecords(db, context, compared, seen);
  if (kind === "repairs") {
    await respectRefusals(db, compared);
    await compareRepairs(db, context, compared, seen);
  }
  await refuseErased(db, context, compared);
  for (const row of compared) {
    if (row.isLeftOut || row.isErased || row.doubts.some((doubt) => ruleOf(context.reading, doubt) === "out"))
      row.state = "out";
    else if (row.doubts.length > 0) row.state = "doubt";
  }
  return compared;
}

/** A file doesn't bring back an erased person, unless they are a contact again. */
async function refuseErased(db: Db, context: Context, rows: ComparedRow[]): Promise<void> {
  const strangers = rows
    .filter(({ known }) => !known)
    .map((row) => ({ row, reaches: reachesOf(row.values) }));
  const erased = await erasedAmong(
    db,
    context.secret,
    strangers.flatMap(({ reaches }) => reaches),
  );
  for (const { row, reaches } of strangers) {
    if (!reaches.some((one) => erased.has(one))) continue;
    row.isErased = true;
    row.doubts = [{ field: emailOrPhone(row.values)?.field ?? "email", kind: "erased", reason: WAS_ERASED }];
  }
}

function readForComparison(row: Row, context: Context): ComparedRow {
  const none = { known: null, category: null, newCategories: [], changes: {}, note: "", keys: [] };
  return { ...row, ...readByRules(row, context), ...none, state: "new" };
}

const NEVER_KEPT: DoubtKind[] = ["missing", "unreadable"];

function readByRules(
  row: Pick<Row, "cells" | "mended">,
  { reading, facts, store }: Pick<Context, "reading" | "facts" | "store">,
): ReadRow {
  let mended = row.mended;
  let read = readRow(row.cells, facts, reading, mended, store);
  const emptied: ReadRow["emptied"] = {};
  for (let turn = 0; turn < TRIES; turn++) {
    const more: Record<string, string> = {};
    for (const doubt of read.doubts) {
      const how = ruleOf(reading, doubt);
      if (how === "empty") {
        more[doubt.field] = "";
        emptied[doubt.field] = read.shown[doubt.field] ?? "";
      }
      if (how === "suggestion" && doubt.suggestion !== undefined) more[doubt.field] = doubt.suggestion;
    }
    if (Object.keys(more).length === 0) break;
    mended = { ...mended, ...more };
    read = readRow(row.cells, facts, reading, mended, store);
  }
  const doubts = read.doubts.filter(
    (doubt) => ruleOf(reading, doubt) !== "kept" || NEVER_KEPT.includes(doubt.kind),
  );
  return { ...read, doubts, emptied };
}

/** A file never overrides a refusal, not even that of a deleted contact. */
async function respectRefusals(
  db: Db,
  rows: (ReadRow & Pick<ComparedRow, "saidNo">)[],
  known?: Awaited<ReturnType<typeof knownBy>>,
): Promise<void> {
  const { same } =
    known ??
    (await knownBy(
      db,
      rows.map(({ values }) => values),
    ));
  const people = rows.map((row) => ({ row, contact: same(row.values) }));
  const strangers = people.flatMap(({ row, contact }) =>
    contact ? [] : [{ row, reaches: reachesOf(row.values) }],
  );
  const refusals = await refusalsInTrash(
    db,
    strangers.flatMap(({ reaches }) => reaches),
  );
  const saidNo = new Map(
    strangers.flatMap(({ row, reaches }) => {
      const [refusal] = reaches.flatMap((one) => refusals.get(one) ?? []);
      return refusal ? [[row.values, refusal] as const] : [];
    }),
  );
  const consenting = people.filter(({ row }) => row.values.consent === "given");
  const emailsOfBoth = ({ row, contact }: (typeof people)[number]) => [
    ...emailsOf(row.values),
    ...(contact ? knownEmails(contact) : []),
  ];
  const unsubscribed = await unsubscribedAmong(
    db,
    consenting.flatMap(emailsOfBoth).map((email) => ({ email })),
  );
  for (const person of consenting) {
    const { row, contact } = person;
    const isBarred = emailsOfBoth(person).some((email) => unsubscribed.has(email));
    if (contact?.consent !== "withdrawn" && !isBarred && !saidNo.has(row.values)) continue;
    row.values.consent = null;
    row.shown.consent = "Stays “no”";
  }
  for (const { row } of people) row.saidNo = saidNo.get(row.values);
}

async function compareContacts(db: Db, context: Context, rows: ComparedRow[], seen?: Seen): Promise<void> {
  const known = await knownBy(
    db,
    rows.map(({ values }) => values),
  );
  await respectRefusals(db, rows, known);
  const { writtenBy } = context;
  const own = writtenBy ? await createdBy(db, writtenBy, known.found) : undefined;
  const duplicates = new Map<ComparedRow, Doubt>();
  for (const row of rows) {
    row.keys = personKeys(row.values);
    if (seen) row.recordKey = placedName(row, seen);
    const duplicate = row.isLeftOut ? undefined : duplicateOf(row, seen);
    const isMeant = duplicate && ruleOf(context.reading, { field: duplicate.field, kind: "twin" }) === "new";
    if (duplicate && !isMeant)
      duplicates.set(row, {
        field: duplicate.field,
        kind: "twin",
        reason: `Row ${duplicate.number} has it too`,
      });
    row.note = row.values.content;
    const { place } = placeOf(row.recordKey);
    const same = known.same(row.values, own, place);
    row.known =
      matchByEmail(row, same, context.reading) ?? matchByName(row, known.namesakes(row.values, own), context);
    if (!row.known) continue;
    row.changes = changesOf(row.known, row.values, context.reading.known);
    limitAddresses(row, row.known.more.length);
    if (context.reading.known === "skip") row.note = "";
  }
  await compareNotes(db, rows);
  if (context.reading.known !== "skip") await compareTags(db, rows);
  for (const row of rows) {
    const isNews = row.note || row.newTags?.length || Object.keys(row.changes).length > 0;
    if (row.known) row.state = isNews ? "update" : "same";
    const duplicate = row.state === "same" ? undefined : duplicates.get(row);
    if (duplicate) row.doubts.push(duplicate);
  }
}

function limitAddresses({ changes, ...row }: ComparedRow, known: number): void {
  const rest = changes.addresses?.splice(Math.max(0, MAX_ADDRESSES - known)) ?? [];
  row.note = [row.note, ...rest.map(({ address }) => address)].filter(Boolean).join("\n");
}

function placedName({ values, isLeftOut }: ComparedRow, seen: Seen): string | null {
  const name = nameKey(values);
  return isLeftOut || !name || !isOnlyNamed(values) ? null : numbered(`name ${name}`, seen);
}

function matchByName(row: ComparedRow, found: Known[], { reading }: Context): Known | null {
  const [only] = found;
  if (!only || row.doubts.length > 0) return null;
  if (found.length > 1) {
    if (ruleOf(reading, { field: "firstName", kind: "several" }) !== "name")
      row.doubts.push({
        field: "firstName",
        kind: "several",
        reason: `${found.length} contacts have this name`,
      });
    return null;
  }
  const how = ruleOf(reading, { field: "firstName", kind: "shared" });
  if (how === "new") return null;
  const known = emailOrPhone(only)?.text || formatDay(readDay(only.birthday));
  if (how !== "known") row.doubts.push({ field: "firstName", kind: "shared", reason: `Here with ${known}` });
  return only;
}

function matchByEmail(row: ComparedRow, known: Known | undefined, reading: Reading): Known | null {
  const isByEmail = known && emailsOf(row.values).some((email) => knownEmails(known).includes(email));
  if (!known || !isByEmail || isSameName(known, row.values)) return known ?? null;
  const how = ruleOf(reading, { field: "email", kind: "shared" });
  if (how === "known") return known;
  if (how === "new") return null;
  const name = nameOf(known);
  row.doubts.push({ field: "email", kind: "shared", reason: `${name} has this email` });
  return known;
}

function duplicateOf(row: ComparedRow, seen?: Seen): { field: ImportField; number: number } | undefined {
  if (!seen) return undefined;
  for (const key of row.keys) {
    const number = seen.persons.get(key);
    if (number !== undefined && number !== row.number)
      return { field: key.split(" ")[0] as ImportField, number };
  }
  if (row.doubts.length === 0) for (const key of row.keys) seen.persons.set(key, row.number);
  return undefined;
}

function changesOf(known: Known, values: Values, policy: Reading["known"]): ComparedRow["changes"] {
  if (policy === "skip") return {};
  const changes: ComparedRow["changes"] = {};
  const own = ownChangesOf(known, values, policy);
  if (Object.keys(own).length > 0) changes.own = own;
  if (values.consent && known.consent !== values.consent) changes.consent = values.consent;
  if (values.texts && !known.noTextsAt) changes.texts = values.texts;
  const further = [...values.addresses];
  const keptOut: typeof further = [];
  for (const field of contactKeys) {
    const said = values[field];
    const has = known[field] ?? "";
    if (!said || isSameValue(field, said, has) || known.more.includes(addressKey(said))) continue;
    const isOut = policy === "fill" && has !== "";
    if (!isOut) changes[field] = said;
    if (!textKeys.some((key) => key === field)) continue;
    (isOut ? keptOut : further).push({ kind: "OTHER", address: isOut ? said : has });
  }
  const first = textKeys.map((field) => addressKey(changes[field] ?? known[field]));
  const there = new Set(["", ...first, ...known.more]);
  const isNew = ({ address }: (typeof further)[number]) => there.size < there.add(addressKey(address)).size;
  const addresses = further.filter(isNew);
  const fields = new Set(addresses.map(({ address }) => addressField(address)));
  addresses.push(...keptOut.filter((one) => fields.has(addressField(one.address)) && isNew(one)));
  if (addresses.length > 0) changes.addresses = addresses;
  return changes;
}

function ownChangesOf(known: Known, { own }: Values, policy: Reading["known"]): OwnValues {
  const there = known.fields;
  const news = Object.entries(own).filter(
    ([id, value]) =>
      !(policy === "fill" && id in there) && JSON.stringify(there[id]) !== JSON.stringify(value),
  );
  return Object.fromEntries(news);
}

async function compareCategories(db: Db, context: Context, rows: ComparedRow[], seen?: Seen): Promise<void> {
  const categories = await categoriesOf(db);
  const made = seen?.categories ?? new Set<string>();
  for (const row of rows) {
    const { category, description } = row.values;
    row.keys = category ? [`category ${fold(category)}`] : [];
    const duplicate = row.isLeftOut ? undefined : duplicateOf(row, seen);
    if (duplicate)
      row.doubts.push({ field: "category", kind: "twin", reason: `Row ${duplicate.number} has it too` });
    row.category = categories.get(fold(category)) ?? null;
    if (!row.category) {
      if (category && isCategoryTooMany(made, category, categories)) {
        row.doubts.push({ field: "category", kind: "unreadable", reason: TOO_MANY });
      }
      continue;
    }
    const isFilled = Boolean(row.category.description);
    const { known } = context.reading;
    const isNews = description && description !== row.category.description && row.category.isOwn;
    row.state = isNews && (known === "update" || (known === "fill" && !isFilled)) ? "update" : "same";
  }
}
