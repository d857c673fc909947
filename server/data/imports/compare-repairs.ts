import { and, inArray, or } from "drizzle-orm";
import { textKeys } from "#lib/contract/contact-field-sets.ts";
import { contactForm } from "#lib/contract/contacts.ts";
import type { Reading } from "#lib/contract/imports.ts";
import { doneStates, ticketNumber } from "#lib/contract/repair-terms.ts";
import type { Db } from "#server/platform/db/client.ts";
import { pick } from "#server/platform/db/columns.ts";
import { repairs } from "#server/platform/db/schema-repairs.ts";
import { FIRST_NUMBER, lastNumber } from "#server/records/repairs/drafts.ts";
import { type ComparedRow, type Context, type Seen, TICKET } from "./compared-row.ts";
import { nameOf } from "./match.ts";
import { ruleOf } from "./row-values.ts";
import { badName } from "./suggestions.ts";

type Here = Awaited<ReturnType<typeof repairsHere>>[number];
type Compared = {
  reading: Reading;
  isWriting: boolean;
  isUnattended: boolean;
  last: number;
  rows: Map<string, number>;
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
    ...{ rows: seen?.persons ?? new Map(), byNumber: new Map(here.map((one) => [one.number, one])) },
  };
  for (const row of rows) {
    const { repair } = row.values;
    if (!repair) continue;
    if (doneStates.includes(repair.state))
      row.doubts.push({ field: "status", kind: "other", reason: "A finished repair?" });
    checkCustomer(row, reading);
    compareTicket(row, compared);
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

const ABOUT_CUSTOMER = ["nobody", "several", "shared"];

function checkCustomer(row: ComparedRow, reading: Reading): void {
  const { values, known, doubts } = row;
  if (known || doubts.some(({ kind }) => ABOUT_CUSTOMER.includes(kind))) return;
  if (!values.firstName) [values.firstName, values.lastName] = [values.lastName, ""];
  if (!values.firstName) doubts.push({ field: "firstName", kind: "missing", reason: "No name" });
  for (const field of ["firstName", "lastName", ...textKeys] as const) {
    const text = values[field];
    if (!text || contactForm.shape[field].safeParse(text).success) continue;
    const isName = field === "firstName" || field === "lastName";
    if (!isName && ruleOf(reading, { field, kind: "unreadable" }) === "empty") {
      row.emptied = { ...row.emptied, [field]: text };
      values[field] = "";
      row.shown[field] = "";
    } else doubts.push({ field, kind: "unreadable", reason: isName ? badName(text) : "Not a whole address" });
  }
}
