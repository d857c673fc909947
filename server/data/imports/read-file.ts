import type { Encoding } from "#lib/contract/imports.ts";
import { plainCell, readCsv } from "#lib/csv.ts";
import { readDate } from "#lib/import/cells.ts";
import { isColumnName } from "./column-words.ts";
import { cut } from "./cut.ts";
import { FileProblem, MOST_COLUMNS, TOO_WIDE } from "./file-problem.ts";
import { readVcards, VCARD_HEADERS } from "./vcard.ts";
import { asTable, type Table } from "./vendors.ts";
import { isZip, readXlsx } from "./xlsx.ts";

const MOST_ROWS = 200_000;
const LONGEST_NAME = 200;
// More than the longest text that a record takes, so that one that is too long is still told.
const LONGEST_CELL = 12_000;
const MOST_CHARACTERS = 100_000_000;
const ANY_DAY = { year: 2100, month: 1, day: 1 };

/** Runs in a thread of its own (server/data/imports/read-worker.ts): what strangers wrote may take long. */
export function readFile(bytes: Uint8Array, wanted: Encoding | null): Table {
  if (isZip(bytes)) {
    const { rows, merged } = readXlsx(bytes);
    return { ...tableOf(rows, null), merged: new Map([...merged].map(([row, cells]) => [row + 1, cells])) };
  }
  const encoding = wanted ?? encodingOf(bytes);
  const text = new TextDecoder(encoding).decode(bytes);
  // A picture or an older workbook: nothing that is written has so many of these.
  if (text.slice(0, 10_000).split("\0").length > 2) {
    throw new FileProblem("This is no CSV, Excel (.xlsx) or vCard file.");
  }
  if (/^\s*BEGIN:VCARD/i.test(text.slice(0, 200))) {
    const rows = readVcards(text).map((cells, i) => ({ number: i + 1, cells: cells.map(clean) }));
    return { encoding, above: [], ...withoutEmptyColumns(VCARD_HEADERS, rows) };
  }
  const { rows, unclosed } = readCsv(text);
  if (unclosed) throw new FileProblem(`A quotation mark in row ${unclosed} is never closed.`);
  return tableOf(rows, encoding);
}

/** By its mark; without one, by where zeros stand, by whether it is UTF-8, else what Excel on Windows writes. */
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
    return "windows-1252";
  }
}

function tableOf(cells: string[][], encoding: Encoding | null): Table {
  const filled = cells.flatMap((row, i) =>
    row.some((cell) => cell.trim())
      ? [{ number: i + 1, cells: row.map((cell) => clean(plainCell(cell))) }]
      : [],
  );
  // A workbook may name one long text in many cells.
  const size = filled.reduce((sum, { cells }) => cells.reduce((all, cell) => all + cell.length, sum), 0);
  if (size > MOST_CHARACTERS) {
    throw new FileProblem("This workbook is too large once it is unpacked. Split it, or save it as CSV.");
  }
  if (filled.length === 0) throw new FileProblem("This file is empty.");
  const at = headerRow(filled.map((row) => row.cells));
  const above = filled.slice(0, at).map((row) => row.cells.filter((cell) => cell.trim()).join(" "));
  const [first = { number: 1, cells: [] }, ...rest] = filled.slice(at);
  // A row with an address or a date is a record, and has no names of columns.
  const isNamed = !first.cells.some((cell) => cell.includes("@") || isDate(cell));
  const found = isNamed ? rest : [first, ...rest];
  if (found.length === 0) throw new FileProblem("This file has no rows below the names of its columns.");
  if (found.length > MOST_ROWS) {
    throw new FileProblem(`This file has ${found.length} rows; ${MOST_ROWS} at a time can be imported.`);
  }
  const width = found.reduce((most, { cells }) => Math.max(most, cells.length), first.cells.length);
  const named = Array.from({ length: width }, (_, i) => {
    const name = isNamed ? cut((first.cells[i] ?? "").trim(), LONGEST_NAME) : "";
    return name || `Column ${i + 1}`;
  });
  const { headers, rows } =
    width > MOST_COLUMNS ? withoutEmptyColumns(named, found) : { headers: named, rows: found };
  if (headers.length > MOST_COLUMNS) throw new FileProblem(TOO_WIDE);
  return asTable({ encoding, headers, rows, above });
}

const LOOKED_AT = 30;

/**
 * Where the names of the columns are: the row that has most of the names we know. Without one, the first row that is
 * about as wide as the others, since a title above the columns fills one cell or two.
 */
function headerRow(rows: string[][]): number {
  const beginning = rows.slice(0, LOOKED_AT);
  const known = beginning.map((cells) => cells.filter((cell) => isColumnName(cell)).length);
  const most = Math.max(...known);
  if (most >= 2) return known.indexOf(most);
  const widths = beginning.map((cells) => cells.filter((cell) => cell.trim()).length);
  const usual = widths.toSorted((a, b) => a - b)[Math.floor(widths.length / 2)] ?? 0;
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

/** What the database cannot hold is nothing that anybody wrote; what no record can is cut. */
function clean(cell: string): string {
  return cut(cell.replaceAll("\0", "").toWellFormed(), LONGEST_CELL);
}
