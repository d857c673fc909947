import { and, inArray, or } from "drizzle-orm";
import { isPhone, textKeys } from "#lib/contract/contact-field-sets.ts";
import { addressKey, contactForm } from "#lib/contract/contacts.ts";
import { type ColumnField, personColumns } from "#lib/contract/import-terms.ts";
import type { DoubtKind, Reading } from "#lib/contract/imports.ts";
import { doneStates, ticketNumber } from "#lib/contract/repair-terms.ts";
import type { Db } from "#server/platform/db/client.ts";
import { pick } from "#server/platform/db/columns.ts";
import { repairs } from "#server/platform/db/schema-repairs.ts";
import { FIRST_NUMBER, lastNumber } from "#server/records/repairs/drafts.ts";
import { type ComparedRow, type Context, type Seen, TICKET } from "./compared-row.ts";
import { addressKeysOf, isSameName, nameOf } from "./match.ts";
import { addressName } from "./records-of-contacts.ts";
import { ruleOf } from "./row-values.ts";

type Here = Awaited<ReturnType<typeof repairsHere>>[number];
type Compared = {
  reading: Reading;
  isWriting: boolean;
  isUnattended: boolean;
  last: number;
  rows: Map<string, number>;
  customers: Map<string, string>;
  byNumber: Map<number, Here>;
};

export async function compareRepairs(
  db: Db,
  { reading, writtenBy, isUnattended }: Context,
  rows: ComparedRow[],
  seen?: Seen,
): Promise<void> {
  const here = await repairsHere(db, rows);
  const compared: Compared = {
    ...{ reading, isWriting: writtenBy !== null, isUnattended, last: await lastNumber(db) },
    ...{ rows: seen?.persons ?? new Map(), customers: seen?.customers ?? new Map() },
    ...{ byNumber: new Map(here.map((one) => [one.number, one])) },
  };
  for (const row of rows) {
    const { repair } = row.values;
    if (!repair) continue;
    if (doneStates.includes(repair.state))
      row.doubts.push({ field: "status", kind: "other", reason: "A finished repair?" });
    checkCustomer(row, compared);
    compareTicket(row, compared);
    keepCustomer(row, compared);
    if (seen && !repair.ticket && row.state === "new") compareContents(row, here, seen);
  }
}

function repairsHere(db: Db, rows: ComparedRow[]) {
  const { id, contactId, number, name } = repairs;
  const numbers = rows.flatMap(({ values }) => values.repair?.ticket?.number ?? []);
  const people = rows.flatMap(({ known }) => known?.id ?? []);
  const pieces = rows.flatMap(({ values }) => values.repair?.piece ?? []);
  return db
    .select(pick(repairs, "id", "number", "prefix", "name", "contactId", "contactName", "promisedDay"))
    .from(repairs)
    .where(or(inArray(number, numbers), and(inArray(contactId, people), inArray(name, pieces))))
    .orderBy(id);
}

const LARGEST_JUMP = 10_000;

/** Each number is given once, also the number of a deleted repair. */
function compareTicket(row: ComparedRow, compared: Compared): void {
  const { reading, isWriting, isUnattended, last, rows, byNumber } = compared;
  const { repair } = row.values;
  if (!repair?.ticket) return;
  const { number } = repair.ticket;
  const key = `${TICKET}${number}`;
  const isFar = isUnattended && number > last + LARGEST_JUMP;
  const [here, earlier = row.number] = [byNumber.get(number), rows.get(key)];
  const ask = (kind: "twin" | "number", reason: string) => {
    const how = ruleOf(reading, { field: "ticket", kind });
    if (how === "empty") {
      row.emptied = { ...row.emptied, ticket: row.shown.ticket ?? "" };
      row.shown.ticket = "";
      repair.ticket = null;
    } else if (how !== "kept" || kind === "twin" || isFar) row.doubts.push({ field: "ticket", kind, reason });
  };
  const isNumbered = isWriting && ruleOf(reading, { field: "ticket", kind: "twin" }) === "empty";
  if (earlier !== row.number) ask("twin", `Row ${earlier} has it, too`);
  else if (here && isSame(here, row) && !isNumbered) row.state = "same";
  else if (here) ask("twin", `${ticketNumber(here)} is ${here.name} of ${here.contactName}`);
  else if (number > last) ask("number", `The next number is ${last + 1}`);
  else if (number >= FIRST_NUMBER) ask("number", "Perhaps used before");
  if (!repair.ticket || row.isLeftOut) return;
  row.keys = [key];
  if (row.doubts.length === 0) rows.set(key, row.number);
}

function isSame(here: Here, { known, values }: ComparedRow): boolean {
  const isTheirs = known ? here.contactId === known.id : here.contactName === nameOf(values);
  return isTheirs && here.name === values.repair?.piece;
}

function compareContents(row: ComparedRow, here: Here[], seen: Seen): void {
  const same = here.find(
    (one) =>
      !seen.sales.has(one.id) &&
      isSame(one, row) &&
      row.known !== null &&
      one.promisedDay === row.values.repair?.promised,
  );
  if (!same || row.isLeftOut) return;
  seen.sales.add(same.id);
  row.state = "same";
}

const ABOUT_MATCH: DoubtKind[] = ["several", "shared"];

function checkCustomer(row: ComparedRow, { reading, customers }: Compared): void {
  const { values, known, doubts } = row;
  if (known || doubts.some(({ kind }) => ABOUT_MATCH.includes(kind))) {
    const isOfPerson = (field: ColumnField) => personColumns.some((one) => one === field);
    row.doubts = doubts.filter(({ field, kind }) => ABOUT_MATCH.includes(kind) || !isOfPerson(field));
    row.values.addresses = [];
    row.shown.addresses &&= "";
    return;
  }
  checkPhone(row, reading);
  const field = textKeys.find((key) => customers.has(addressKey(values[key])));
  const name = field && customers.get(addressKey(values[field]));
  if (!name || isSameName({ firstName: name, lastName: "" }, values)) return;
  const how = ruleOf(reading, { field, kind: "shared" });
  if (how !== "known" && how !== "new")
    doubts.push({ field, kind: "shared", reason: `${name} has ${addressName(field)}` });
}

function keepCustomer(row: ComparedRow, { customers }: Compared): void {
  if (row.known || row.isLeftOut || row.doubts.length > 0 || row.state !== "new") return;
  const name = nameOf(row.values);
  for (const key of addressKeysOf(row.values)) {
    row.keys.push(`customer ${key}`, `customer ${key} ${name}`);
    if (!customers.has(key)) customers.set(key, name);
  }
}

function checkPhone(row: ComparedRow, reading: Reading): void {
  const { values, doubts } = row;
  if (doubts.some(({ kind }) => kind === "nobody")) return;
  for (const field of textKeys.filter(isPhone)) {
    const text = values[field];
    if (!text || contactForm.shape[field].safeParse(text).success) continue;
    if (ruleOf(reading, { field, kind: "unreadable" }) === "empty") {
      row.emptied = { ...row.emptied, [field]: text };
      values[field] = "";
      row.shown[field] = "";
    } else doubts.push({ field, kind: "unreadable", reason: "Not a whole address" });
  }
}
