import { createHash } from "node:crypto";
import { textKeys } from "#lib/contract/contact-field-sets.ts";
import {
  type ColumnField,
  type ImportField,
  type ImportKind,
  importFields,
  WRONG,
} from "#lib/contract/import-terms.ts";
import type { Encoding, Reading, Stop } from "#lib/contract/imports.ts";
import { readAmount } from "#lib/import/amounts.ts";
import { consentsIn, isAboutTexts, readConsent, refusalsIn } from "#lib/import/answers.ts";
import { plainName, readDate } from "#lib/import/cells.ts";
import { bare } from "#lib/import/columns.ts";
import { ownColumnsOf } from "#lib/own-columns.ts";
import { readItems, readPayments } from "#lib/sale-cells.ts";
import type { FileFacts } from "#server/platform/db/schema-import.ts";
import { BALANCE, CALLED, EXCLUDING, isTechnical, NET, WHOLE_ONLY } from "./column-words.ts";
import { isAboutRepairs } from "./headings.ts";
import { lastFirstIn } from "./name-order.ts";
import { notationOf } from "./notation.ts";
import { offered } from "./own.ts";
import { cut, fitting, type ReadField, type Store } from "./row-values.ts";
import { appliedTo, otherNotation, type SavedColumns } from "./saved-columns.ts";
import { ITEMS, type Table } from "./vendors.ts";

export type Asked = {
  encoding: Encoding | null;
  wanted: ImportKind | null;
  chosen: Reading | null;
  earlier: Record<string, Reading>;
  fields: readonly ReadField[];
  countryCode: string | null;
  usual: Store["usual"];
  saved: SavedColumns | null;
};

export type Proposed = {
  total: number;
  signature: string;
  reading: Reading;
  facts: Omit<FileFacts, "digest" | "sameFile">;
  digest: string;
  stop: Stop | null;
};

export async function propose(table: Table, asked: Asked): Promise<Proposed> {
  const { chosen, fields, wanted, saved } = asked;
  const signature = cut(table.headers.map((header) => bare(header) || header).join("|"), 2_000);
  const earlier = Object.hasOwn(asked.earlier, signature) ? asked.earlier[signature] : undefined;
  const applied = !chosen && saved ? applySaved(saved, table, fields) : null;
  const remembered = applied?.reading ?? fitting(chosen ?? earlier, table.headers, fields);
  const kind = remembered?.kind ?? kindOf(table.headers, wanted);
  const columns = remembered?.columns ?? columnsOf(kind, table, offered(kind, fields));
  countOnce(table, columns);
  const found = await notationOf(columns, table.rows, fields, asked.usual);
  const { dates, numbers, facts } = found;
  const fresh: Reading = {
    kind,
    columns,
    dates,
    numbers,
    countryCode: kind === "contacts" ? null : asked.countryCode,
    known: "fill",
    rules: [],
    encoding: null,
  };
  const reading = { ...fresh, ...remembered, encoding: table.encoding };
  if (!chosen && facts.dates.sure > 0) reading.dates = dates;
  if (!chosen && facts.numbers.sure > 0) reading.numbers = numbers;
  return {
    total: table.rows.length,
    signature,
    reading,
    facts: factsOf(table, facts, !chosen && remembered !== null),
    digest: digestOf(table),
    stop: applied && saved ? (applied.stop ?? otherNotation(saved, found)) : null,
  };
}

function applySaved(saved: SavedColumns, table: Table, fields: readonly ReadField[]) {
  const { reading } = saved;
  const meant = columnsOf(reading.kind, table, offered(reading.kind, fields));
  const { columns, stop } = appliedTo(saved, table.headers, meant);
  const fitted = fitting({ ...reading, columns }, table.headers, fields);
  return { reading: fitted && { ...fitted, rules: reading.rules }, stop };
}

/** An amount that spans merged rows was paid once. */
function countOnce({ rows, merged }: Table, columns: Reading["columns"]): void {
  if (!merged || merged.size === 0) return;
  for (const { number, cells } of rows) {
    for (const at of merged.get(number) ?? []) {
      if (columns[at] === "cost" || columns[at] === "refunded") cells[at] = "";
    }
  }
}

function digestOf({ headers, rows }: Table): string {
  const hash = (cells: string[]) =>
    createHash("sha256")
      .update(JSON.stringify(cells.map((cell) => cell.trim())))
      .digest("base64url");
  const lines = rows.map(({ cells }) => hash(cells)).sort();
  return hash([...headers, ...lines]);
}

type Column = ColumnField | null;
type Own = Parameters<typeof ownColumnsOf>[1];
const OURS = bare(WRONG);
const CURRENCIES = new Set(Intl.supportedValuesOf("currency"));
const LOOKED_AT = 500;
const SAMPLES = 60;
const STATUS = /^(paid|complete|completed|refunded|returned|cancell?ed|voided|pending|unpaid)$/i;
const PROMOTION = /^(marketing|promotions?|mailings?|offers|werbung|publicite|publicidad|pubblicita)$/;
const MAX_SHOWN = 3;
const MAX_SHOWN_LENGTH = 80;

const VISIT = /^(scheduled|appointment|booking) (date|time|start)/i;
const OF_PEOPLE = /birth|geburt|spouse|customer|client|kunde|gender|street|city|spent|visit|loyalty/;

export function kindOf(headers: string[], wanted: ImportKind | null): ImportKind {
  if (wanted) return wanted;
  const has = (kind: ImportKind, ...fields: ImportField[]) => {
    const columns = byName(kind, headers);
    return fields.every((field) => columns.includes(field));
  };
  const isPerson =
    has("contacts", "phoneNumber") || has("contacts", "birthday") || has("contacts", "firstName");
  const isVisit =
    has("appointments", "date", "minutes", "title") && headers.some((header) => VISIT.test(header));
  // A contact's total revenue isn't a sale.
  const isSold = has("sales", "invoiceNumber") || has("sales", "category");
  const isCard = has("contacts", "birthday") || (has("contacts", "lastName") && has("contacts", "consent"));
  const isSale = has("sales", "cost", "date");
  const isSpan =
    has("appointments", "date", "ends", "title") && headers.some((header) => /start|begin/i.test(header));
  const isPromised = has("repairs", "promised") && (has("repairs", "piece") || has("repairs", "work"));
  if (isPromised && isAboutRepairs(headers.map(bare))) return "repairs";
  if (isVisit || (isSpan && !(isSale && isSold))) return "appointments";
  if (isSale && (isSold || !isCard)) return "sales";
  if (has("sales", "cost", "invoiceNumber", "status") && !isCard) return "sales";
  const isEnding = has("appointments", "ends") && has("appointments", "title");
  if (
    has("appointments", "date") &&
    (has("appointments", "minutes") || has("appointments", "time") || isEnding)
  ) {
    return "appointments";
  }
  // The day when a contact was added isn't a note's date.
  const isCustomer = isPerson || has("contacts", "name", "email");
  const isDated = has("notes", "date") && !isCard && !headers.some((header) => /^created/.test(bare(header)));
  if (has("notes", "content") && (isDated || !isCustomer)) return "notes";
  return isPerson || has("contacts", "email") || headers.some((header) => OF_PEOPLE.test(bare(header)))
    ? "contacts"
    : has("categories", "category")
      ? "categories"
      : "contacts";
}

export function columnsOf(
  kind: ImportKind,
  { headers, rows }: Pick<Table, "headers" | "rows">,
  own: Own = [],
): Column[] {
  const isFilled = headers.map((_, i) => rows.some(({ cells }) => cells[i]?.trim()));
  const columns = byName(kind, headers, own, isFilled, rows);
  const filled = headers.map((_, i) =>
    rows
      .slice(0, LOOKED_AT)
      .flatMap(({ cells }) => (cells[i]?.trim() ? [cells[i].trim()] : []))
      .slice(0, SAMPLES),
  );
  dropUnfit(
    columns,
    filled,
    ["paid", "open", "refunded"],
    (cells) => cells.length > 0 && cells.every(isDate),
  );
  addLastName(columns, rows);
  addByCells(kind, headers, columns, filled);
  dropUnfit(columns, filled, ["items"], (cells) => !cells.every(readItems));
  dropUnfit(columns, filled, ["payments"], (cells) => !cells.every(readPayments));
  if (kind === "sales") return columns.map((column, i) => (headers[i] === ITEMS ? "note" : column));
  if (kind !== "contacts") return columns;
  const [first, last] = [columns.indexOf("firstName"), columns.indexOf("lastName")];
  const isWholeName = (i: number) =>
    Math.min(first, last) >= 0 &&
    rows.every(
      ({ cells }) => !cells[i] || plainName(cells[i]) === plainName(`${cells[first]} ${cells[last]}`),
    );
  return columns.map((column, i) => {
    const header = headers[i] ?? "";
    const isLeft = !isFilled[i] || isTechnical(header) || bare(header) === OURS;
    const isPlace = /^(home|work|office|business|main|other)$/i.test(header.trim());
    if (column === null && isPlace && filled[i]?.every(isPhoneNumber)) return "phoneNumber";
    return column === null && !isLeft && !isWholeName(i) ? "note" : column;
  });
}

/** Frees the columns of these fields whose cells are something else. */
function dropUnfit(
  columns: Column[],
  filled: string[][],
  fields: ImportField[],
  isUnfit: (cells: string[]) => boolean,
): void {
  for (const field of fields) {
    const at = columns.indexOf(field);
    if (at >= 0 && isUnfit(filled[at] ?? [])) columns[at] = null;
  }
}

/** A name beside a first name is the last name, unless it repeats the first. */
function addLastName(columns: Column[], rows: Table["rows"]): void {
  const [given, whole] = [columns.indexOf("firstName"), columns.indexOf("name")];
  if (given < 0 || whole < 0 || columns.includes("lastName")) return;
  const both = rows.filter(({ cells }) => cells[given]?.trim() && cells[whole]?.trim());
  const repeats = both.filter(({ cells }) => has(cells[whole], cells[given])).length;
  if (repeats < both.length / 2) columns[whole] = "lastName";
}

function addByCells(kind: ImportKind, headers: string[], columns: Column[], filled: string[][]): void {
  const find = (field: ImportField, fits: (cell: string) => boolean) => {
    if (!fieldsOf(kind).includes(field) || columns.includes(field)) return;
    const at = columns.findIndex((column, i) => {
      const cells = filled[i] ?? [];
      const isFree = column === null && !EXCLUDING[field]?.test(bare(headers[i] ?? ""));
      return isFree && cells.length > 0 && cells.filter(fits).length >= cells.length * 0.8;
    });
    if (at >= 0) columns[at] = field;
  };
  find("email", (cell) => /^[^\s@]{1,100}@[^\s@]{1,100}$/.test(cell));
  find("date", isDate);
  find(
    "cost",
    (cell) =>
      /[.,]\d{2}$|\p{Sc}/u.test(cell) && (readAmount(cell, "point") ?? readAmount(cell, "comma")) !== null,
  );
  find("phoneNumber", isPhoneNumber);
  find("currency", (cell) => CURRENCIES.has(cell));
  find("status", (cell) => STATUS.test(cell));
  find("consent", (cell) => /subscribed$|^opt(ed)?[ _-]?(in|out)$/i.test(cell));
  const promoted = headers.findIndex(
    (header, i) =>
      columns[i] === null &&
      PROMOTION.test(bare(header)) &&
      filled[i]?.length &&
      filled[i].every((cell) => readConsent(cell) !== undefined),
  );
  if (kind === "contacts" && promoted >= 0 && !columns.includes("consent")) columns[promoted] = "consent";
}

function fieldsOf(kind: ImportKind): readonly ColumnField[] {
  return importFields[kind];
}

function byName(
  kind: ImportKind,
  headers: string[],
  own: Own = [],
  isFilled: boolean[] = [],
  rows: Table["rows"] = [],
): Column[] {
  const names = headers.map((header) => bare(header.replace(/\([dmy./ -]+\)/i, "")));
  const columns: Column[] = ownColumnsOf(headers, own).map((id): Column => (id ? `own:${id}` : null));
  const called = CALLED[kind];
  const find = (field: ImportField, fits: (name: string, word: string) => boolean) => {
    if (columns.includes(field)) return;
    const places = (called[field] ?? []).flatMap((word) =>
      names.flatMap((name, i) => (columns[i] === null && fits(name, word) ? [i] : [])),
    );
    const at = places.find((i) => isFilled[i]) ?? places[0];
    if (at !== undefined) columns[at] = field;
  };
  if (fieldsOf(kind).includes("consent"))
    for (const at of [...refusalsIn(headers), ...consentsIn(headers)]) columns[at] ??= "consent";
  if (fieldsOf(kind).includes("texts"))
    for (const [at, header] of headers.entries()) if (isAboutTexts(header)) columns[at] ??= "texts";
  for (const field of importFields[kind]) {
    if (field !== "name") find(field, (name, word) => name === word && !NET.includes(word));
  }
  if (!columns.includes("lastName") || columns.includes("firstName"))
    find("name", (name, word) => name === word);
  const isPart = (field: ImportField, name: string, word: string) =>
    word.length > 4 && word !== "wedding" && name.includes(word) && !EXCLUDING[field]?.test(name);
  for (const field of importFields[kind]) {
    if (!WHOLE_ONLY.includes(field)) find(field, (name, word) => isPart(field, name, word));
  }
  find("cost", (name, word) => name === word);
  const isApart = columns.includes("firstName") && columns.includes("lastName");
  const isNamed = called.name?.includes(names[columns.indexOf("name")] ?? "") ?? false;
  if (isApart && !(isNamed && isOnlyName(columns, rows))) drop(columns, "name");
  if (!columns.includes("paid") && BALANCE.test(names[columns.indexOf("open")] ?? "")) drop(columns, "open");
  const start = columns.indexOf("time");
  if (kind === "appointments" && !columns.includes("date") && /start|begin/.test(names[start] ?? ""))
    columns[start] = "date";
  for (const field of [...textKeys, "consent"] as const) {
    if (!columns.includes(field)) continue;
    const words = called[field] ?? [];
    for (const [i, name] of names.entries()) {
      if (columns[i] !== null || !name) continue;
      const isAnother = field !== "consent" && words.some((word) => isPart(field, name, word));
      if (isAnother || words.includes(name)) columns[i] = field;
    }
  }
  return columns;
}

function has(name = "", part = ""): boolean {
  return part.trim() !== "" && plainName(name).includes(plainName(part));
}

/** Some rows have only the whole name, and the others repeat it. */
function isOnlyName(columns: Column[], rows: Table["rows"]): boolean {
  const [first = -1, last = -1, whole = -1] = ["firstName", "lastName", "name"].map((field) =>
    columns.indexOf(field as Column),
  );
  const named = rows.filter(({ cells }) => cells[whole]?.trim());
  const isApart = ({ cells }: (typeof rows)[number]) => Boolean(cells[first]?.trim() || cells[last]?.trim());
  const isOther = ({ cells }: (typeof rows)[number]) =>
    plainName(cells[whole] ?? "") !== plainName(`${cells[first]} ${cells[last]}`);
  return !named.every(isApart) && !named.some((row) => isApart(row) && isOther(row));
}

function drop(columns: Column[], field: ImportField): void {
  const at = columns.indexOf(field);
  if (at >= 0) columns[at] = null;
}

function isDate(cell: string): boolean {
  const today = { year: 2100, month: 1, day: 1 };
  const isAny = [true, false].some((dayFirst) => readDate(cell, { dayFirst, today }) !== null);
  return (cell.length < 40 && isAny) || /^\d{4}-\d{2}-\d{2}[T ]/.test(cell);
}

function isPhoneNumber(cell: string): boolean {
  return cell.length < 30 && /^[+(]?\d[\d\s()./-]{7,}(x\d+)?$/.test(cell) && !isDate(cell);
}

function factsOf(
  table: Table,
  notation: Pick<FileFacts, "dates" | "numbers">,
  isRemembered: boolean,
): FileFacts {
  const samples = table.headers.map((_, i) =>
    firstOf(table.rows, i).map((text) => cut(text, MAX_SHOWN_LENGTH)),
  );
  const above = table.above.map((text) => cut(text, MAX_SHOWN_LENGTH));
  const lastFirst = lastFirstIn(table);
  return {
    headers: table.headers,
    samples,
    above,
    letters: lettersOf(table),
    ...notation,
    isRemembered,
    lastFirst,
  };
}

function firstOf(rows: Table["rows"], column: number): string[] {
  const found: string[] = [];
  for (const { cells } of rows) {
    const text = cells[column]?.trim();
    if (text) found.push(text);
    if (found.length === MAX_SHOWN) break;
  }
  return found;
}

const MAC = new TextDecoder("macintosh").decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
const BYTES_OF = {
  "utf-8": (text: string) => new TextEncoder().encode(text),
  "windows-1252": (text: string) => Buffer.from(text, "latin1"),
  macintosh: (text: string) => Uint8Array.from(text, (letter) => MAC.indexOf(letter)),
};

function lettersOf({ encoding, rows }: Table): FileFacts["letters"] {
  if (encoding !== "utf-8" && encoding !== "windows-1252" && encoding !== "macintosh") return null;
  for (const { number, cells } of rows.slice(0, 20_000)) {
    for (const cell of cells) {
      const reads = /[\u00a1-\uffff]/.test(cell) ? cut(cell.trim(), 40) : "";
      if (!reads) continue;
      const bytes = BYTES_OF[encoding](reads);
      const not = new TextDecoder(encoding === "windows-1252" ? "utf-8" : "windows-1252").decode(bytes);
      return { row: number, reads, not };
    }
  }
  return null;
}
