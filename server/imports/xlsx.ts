import * as XLSX from "@e965/xlsx";
import { unzipSync } from "fflate";
import { FileProblem } from "./file-problem.ts";

/*
 * The first visible sheet of an Excel workbook as rows of text, by SheetJS. It would unpack whatever a zip holds, so it is
 * given the parts that fflate unpacked, each into the room that the zip's directory says and no more. Formulas are never
 * run: what Excel last calculated is read.
 */

const MOST_UNPACKED = 200_000_000;
const MOST_PARTS = 5_000;
const MOST_COLUMNS = 200;
const MOST_ROWS = 1_048_576;
const MINUTE = 60_000;
/** The day of times that are of none, the first day, and what comes after the last. */
const [TIMES, DAYS, AFTER_DAYS] = [Date.UTC(1899, 11, 31), Date.UTC(1900, 0, 1), Date.UTC(10_000, 0, 1)];
/** What SheetJS reads of a workbook: neither pictures nor what makes it another kind of file. */
const PART = /^(?:\[Content_Types\]\.xml|(?:_rels|xl)\/.{1,200}\.(?:xml|rels))$/;
/** The end of a sheet that is all there. */
const WHOLE = /<\/(?:\w{1,20}:)?worksheet>\s*$/;

const { parse_zip: parseWorkbook } = XLSX as unknown as {
  parse_zip: (container: unknown, options: XLSX.ParsingOptions) => XLSX.WorkBook;
};

const refuse = () => new FileProblem("This workbook cannot be read. Save it as CSV and try again.");

export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
}

/** Rows by their place in the sheet; empty ones are empty lists. */
export function readXlsx(bytes: Uint8Array): string[][] {
  try {
    const container = containerOf(bytes);
    const sheet = firstSheet(container, true);
    return withMerged(
      rowsOf(sheet, () => firstSheet(container, false)),
      sheet["!merges"],
    );
  } catch (error) {
    throw error instanceof FileProblem ? error : refuse();
  }
}

function containerOf(bytes: Uint8Array): unknown {
  let [unpacked, count] = [0, 0];
  const parts = unzipSync(bytes, {
    filter: ({ name, size, originalSize }) => {
      if (!PART.test(name)) return false;
      // What is not compressed is copied as it is, whatever size it says it had.
      unpacked += Math.max(size, originalSize);
      count += 1;
      if (unpacked <= MOST_UNPACKED && count <= MOST_PARTS) return true;
      throw new FileProblem("This workbook is too large once it is unpacked. Split it, or save it as CSV.");
    },
  });
  const container: unknown = XLSX.CFB.utils.cfb_new();
  for (const [name, content] of Object.entries(parts)) {
    const end = new TextDecoder().decode(content.subarray(-100));
    if (name.startsWith("xl/worksheets/") && name.endsWith(".xml") && !WHOLE.test(end)) throw refuse();
    XLSX.CFB.utils.cfb_add(container, `/${name}`, Buffer.from(content.buffer), { unsafe: true });
  }
  return container;
}

function firstSheet(container: unknown, cellDates: boolean): XLSX.DenseWorkSheet {
  const options = { dense: true, cellDates, UTC: true, cellText: false, cellFormula: false } as const;
  const read = (place: number) => parseWorkbook(container, { ...options, sheets: place });
  let workbook = read(0);
  const place = (workbook.Workbook?.Sheets ?? []).findIndex(({ Hidden }) => !Hidden);
  if (place > 0) workbook = read(place);
  const sheet = workbook.Sheets[workbook.SheetNames[Math.max(0, place)] ?? ""];
  if (!sheet?.["!data"]) throw refuse();
  return sheet as XLSX.DenseWorkSheet;
}

const MOST_MERGED = 1_000_000;

/** Fills the cells below the first of a merged range, which a person reads as the same value. */
function withMerged(rows: string[][], merges: XLSX.Range[] = []): string[][] {
  let filled = 0;
  for (const { s, e } of merges) {
    const text = rows[s.r]?.[s.c];
    if (!text || s.c >= MOST_COLUMNS) continue;
    for (let r = s.r + 1; r <= e.r && r < rows.length && filled < MOST_MERGED; r++, filled++) {
      const row = rows[r];
      if (!row) continue;
      while (row.length < s.c) row.push("");
      row[s.c] ||= text;
    }
  }
  return rows;
}

/** SheetJS forgets a number that looks like a date and is none: then it is looked up in the sheet as numbers. */
function rowsOf({ "!data": rows }: XLSX.DenseWorkSheet, asNumbers: () => XLSX.DenseWorkSheet): string[][] {
  if (rows.length > MOST_ROWS) throw refuse();
  let numbers: XLSX.CellObject[][] | undefined;
  const numberAt = (row: number, column: number) => {
    numbers ??= asNumbers()["!data"];
    return textOf(numbers[row]?.[column]);
  };
  return Array.from(rows, (row = [], r) =>
    Array.from(row.slice(0, MOST_COLUMNS), (cell, c) => textOf(cell) ?? numberAt(r, c) ?? ""),
  );
}

/** Undefined for a date that no calendar of Excel has. */
function textOf(cell: XLSX.CellObject | undefined): string | undefined {
  if (!cell || cell.t === "e" || cell.v === undefined || Number.isNaN(cell.v)) return "";
  if (cell.v instanceof Date) return dateOf(cell.v);
  if (typeof cell.v === "boolean") return cell.v ? "TRUE" : "FALSE";
  return String(cell.v);
}

/** What clocks read stands in the date as if it were UTC; a time of no day is on the one before the first. */
function dateOf(date: Date): string | undefined {
  const instant = Math.round(date.getTime() / MINUTE) * MINUTE;
  if (!(instant >= TIMES && instant < AFTER_DAYS)) return undefined;
  const iso = new Date(instant).toISOString();
  const [day, time] = [iso.slice(0, 10), iso.slice(11, 16)];
  if (instant < DAYS) return time;
  return time === "00:00" ? day : `${day} ${time}`;
}
