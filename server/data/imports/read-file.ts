import type { Encoding } from "#lib/contract/imports.ts";
import { plainCell, readCsv } from "#lib/csv.ts";
import { readDate } from "#lib/import/cells.ts";
import { isColumnName } from "./column-words.ts";
import { FileProblem, MOST_COLUMNS, TOO_WIDE } from "./file-problem.ts";
import { EXTRA_CELL } from "./headings.ts";
import { cut } from "./row-values.ts";
import { readVcards, VCARD_HEADERS } from "./vcard.ts";
import { asTable, type Table } from "./vendors.ts";
import { isZip, readXlsx } from "./xlsx.ts";

const MAX_ROWS = 200_000;
const MAX_NAME_LENGTH = 200;
const MAX_CELL_LENGTH = 12_000;
const MAX_CHARACTERS = 100_000_000;
const CALENDAR =
  "This is a calendar. Connect it under Integrations in Settings, or save its appointments as CSV or Excel.";
const ANY_DAY = { year: 2100, month: 1, day: 1 };

/** Call it in its own thread (read-worker.ts): untrusted files may take long. */
export function readFile(bytes: Uint8Array, wanted: Encoding | null): Table {
  if (isZip(bytes)) {
    const { rows, merged, others } = readXlsx(bytes);
    const table = tableOf(rows, null);
    return {
      ...table,
      above: [...table.above, ...others.map((name) => `Sheet “${name}”`)],
      merged: new Map([...merged].map(([row, cells]) => [row + 1, cells])),
    };
  }
  const encoding = wanted ?? encodingOf(bytes);
  const text = new TextDecoder(encoding).decode(bytes);
  if (/^\s*BEGIN:VCALENDAR/i.test(text.slice(0, 200))) throw new FileProblem(CALENDAR);
  if (text.slice(0, 10_000).split("\0").length > 2 || /^\s*(<|%PDF)/.test(text.slice(0, 200))) {
    throw new FileProblem("This isn't a CSV, Excel (.xlsx) or vCard file. Choose another file.");
  }
  if (/^\s*BEGIN:VCARD/i.test(text.slice(0, 200))) {
    const rows = readVcards(text).map((cells, i) => ({ number: i + 1, cells: cells.map(clean) }));
    return { encoding, above: [], ...withoutEmptyColumns(VCARD_HEADERS, rows) };
  }
  const { rows, unclosed } = readCsv(text);
  if (unclosed) throw new FileProblem(`A quotation mark in row ${unclosed} is never closed.`);
  return tableOf(rows, encoding);
}

/** By byte order mark, position of zeros, or valid UTF-8. Otherwise Windows-1252 or Mac OS Roman, Excel's defaults. */
export function encodingOf(bytes: Uint8Array): Encoding {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  const zeros = [0, 0];
  const beginning = bytes.subarray(0, 4_000);
  beginning.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  if (odd > beginning.length / 5 && even === 0) return "utf-16le";
  if (even > beginning.length / 5 && odd === 0) return "utf-16be";
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return "utf-8";
  } catch {
    return isMacRoman(bytes) ? "macintosh" : "windows-1252";
  }
}

/** From 0x80 to 0x9F, Windows-1252 has few letters. Those, its quotation marks and its dashes don't count. */
const PERHAPS_WINDOWS = [0x9a, 0x9c, 0x9e];
function isMacRoman(bytes: Uint8Array): boolean {
  const votes = { mac: 0, windows: 0 };
  for (const [at, byte] of bytes.entries()) {
    if (byte < 0x80) continue;
    const [before, after] = [isLetter(bytes[at - 1]), isLetter(bytes[at + 1])];
    if (byte < 0xa0 && (byte < 0x91 || byte > 0x97) && !PERHAPS_WINDOWS.includes(byte) && before && after)
      votes.mac++;
    if (byte >= 0xc0 && (before || after)) votes.windows++;
  }
  return votes.mac > votes.windows;
}

function isLetter(byte = 0): boolean {
  return (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;
}

function tableOf(cells: string[][], encoding: Encoding | null): Table {
  const filled = cells.flatMap((row, i) =>
    row.some((cell) => cell.trim())
      ? [{ number: i + 1, cells: row.map((cell) => clean(plainCell(cell))) }]
      : [],
  );
  const size = filled.reduce((sum, { cells }) => cells.reduce((all, cell) => all + cell.length, sum), 0);
  if (size > MAX_CHARACTERS) {
    throw new FileProblem("This workbook is too large when unpacked. Split it, or save it as CSV.");
  }
  if (filled.length === 0) throw new FileProblem("This file is empty.");
  const at = headerRow(filled.map((row) => row.cells));
  const above = filled.slice(0, at).map((row) => row.cells.filter((cell) => cell.trim()).join(" "));
  const [first = { number: 1, cells: [] }, ...rest] = filled.slice(at);
  const isNamed = !first.cells.some((cell) => cell.includes("@") || isDate(cell) || PHONE_NUMBER.test(cell));
  const found = isNamed ? rest : [first, ...rest];
  if (found.length === 0) throw new FileProblem("This file has no rows below the column names.");
  if (found.length > MAX_ROWS) {
    throw new FileProblem(`This file has ${found.length} rows; up to ${MAX_ROWS} can be imported at a time.`);
  }
  checkOneTable([first, ...rest]);
  if (isNamed) checkNoneBeside(first.cells, found);
  const width = found.reduce((most, { cells }) => Math.max(most, cells.length), first.cells.length);
  // An unquoted comma in an amount or a name splits it.
  const isExtra = (at: number) =>
    isNamed &&
    encoding !== null &&
    at >= first.cells.length &&
    found.filter(({ cells }) => cells[at]?.trim()).length < found.length / 2;
  const named = Array.from({ length: width }, (_, i) => {
    const name = isNamed ? cut((first.cells[i] ?? "").trim(), MAX_NAME_LENGTH) : "";
    return name || (isExtra(i) ? `${EXTRA_CELL} ${i + 1}` : `Column ${i + 1}`);
  });
  const { headers, rows } =
    width > MOST_COLUMNS ? withoutEmptyColumns(named, found) : { headers: named, rows: found };
  if (headers.length > MOST_COLUMNS) throw new FileProblem(TOO_WIDE);
  return asTable({ encoding, headers, rows, above });
}

function checkOneTable([first, ...rows]: Table["rows"]): void {
  for (const [i, { number, cells }] of rows.entries()) {
    const before = rows[i - 1];
    const filled = cells.filter((cell) => cell.trim());
    const isAfterEmpty = before !== undefined && number > before.number + 1;
    const isApart = isAfterEmpty || before?.cells.filter((cell) => cell.trim()).length === 1;
    if (!isApart || filled.length < (isAfterEmpty ? 2 : 3) || filled.some((cell) => /[@\d]/.test(cell)))
      continue;
    const known = filled.filter((cell) => isColumnName(cell));
    if (known.length < 2 || known.length < filled.length / 2) continue;
    if (filled.every((cell) => first?.cells.includes(cell))) continue;
    throw new FileProblem(
      `A second table begins in row ${number} (${cut(filled.join(", "), 80)}). Save each table in its own file.`,
    );
  }
}

/** Column names that repeat to the right mean a second table. */
function checkNoneBeside(headers: string[], rows: Table["rows"]): void {
  const names = headers.map((header) => header.trim().toLowerCase());
  const isGap = (at: number) => !names[at] && rows.every(({ cells }) => !cells[at]?.trim());
  const at = names.findIndex((name, i) => {
    const [left, right] = [names.slice(0, i), names.slice(i)];
    if (i < 2 || !name) return false;
    const isApart = isGap(i - 1) && right.filter(Boolean).length > 1;
    return isApart
      ? right.some((one) => one && left.includes(one))
      : left.every((one, n) => one === right[n]);
  });
  if (at < 0) return;
  const begin = cut(headers.slice(at).filter(Boolean).join(", "), 80);
  throw new FileProblem(
    `A second table begins in column ${at + 1} (${begin}). Save each table in its own file, or rename the columns.`,
  );
}

// "2023-2024" may name a column.
const PHONE_NUMBER = /^(?!(?:19|20)\d\d[-/](?:19|20)\d\d$)\s*[+(]?\d[\d\s()./-]{7,25}$/;
const LOOKED_AT = 30;
const ROWS_OF_TITLE = 3;

/**
 * The row with the most known names. Otherwise the first about as wide as the others, because a title fills
 * only one or two cells.
 */
function headerRow(rows: string[][]): number {
  const beginning = rows.slice(0, LOOKED_AT);
  const known = beginning.map((cells) => cells.filter((cell) => isColumnName(cell)).length);
  const most = Math.max(...known);
  if (most >= 2) return known.indexOf(most);
  const widths = beginning.map((cells) => cells.filter((cell) => cell.trim()).length);
  const usual = widths.toSorted((a, b) => a - b)[Math.floor(widths.length / 2)] ?? 0;
  // A known name right below a title, in a file with a column or two.
  const only = most === 1 && usual <= 2 ? known.indexOf(1) : 0;
  if (only > 0 && only < ROWS_OF_TITLE && only < rows.length - 1 && widths[only] === usual) return only;
  const wide = widths.findIndex((width) => width > usual / 2);
  return known[0] === 0 && usual > 2 ? Math.max(0, wide) : 0;
}

function withoutEmptyColumns(headers: string[], rows: Table["rows"]) {
  const used = headers.map((_, i) => rows.some(({ cells }) => cells[i]));
  const keep = <T>(list: T[]) => list.filter((_, i) => used[i]);
  return { headers: keep(headers), rows: rows.map(({ number, cells }) => ({ number, cells: keep(cells) })) };
}

function isDate(cell: string): boolean {
  return cell.length < 40 && readDate(cell.trim(), { dayFirst: true, today: ANY_DAY }) !== null;
}

function clean(cell: string): string {
  return cut(cell.replace(/[\0\uFEFF]/g, "").toWellFormed(), MAX_CELL_LENGTH);
}
