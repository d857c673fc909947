import { decodeText, readCsv } from "#lib/read-csv.ts";
import { plural } from "#lib/text.ts";
import type { Row } from "./run.ts";

/** A file as a table: what its columns are called, and its rows. */
export type FileTable = { name: string; headers: string[]; rows: Row[] };

const MAX_BYTES = 3_000_000;
const MAX_ROWS = 20_000;

/** Reads a file that somebody chose; resolves to a sentence where it cannot be one with contacts. */
export async function readFileTable(file: File): Promise<FileTable | string> {
  if (file.size > MAX_BYTES) return `“${file.name}” is larger than 3 MB. Split it into several files.`;
  const text = decodeText(await file.arrayBuffer());
  // A workbook or a picture: nothing that is written has this character.
  if (text.includes("\0")) return `“${file.name}” is no CSV file. Save it as CSV first.`;
  const { rows: cells, unclosed } = readCsv(text);
  if (unclosed) return `A quotation mark in row ${unclosed} is never closed.`;

  const [first, ...rest] = cells.flatMap((row, i) =>
    row.some((cell) => cell.trim()) ? [{ number: i + 1, cells: row }] : [],
  );
  if (!first) return `“${file.name}” is empty.`;
  // Whoever has an address is a person, and no column's name.
  const named = !first.cells.some((cell) => cell.includes("@"));
  const rows = named ? rest : [first, ...rest];
  if (rows.length === 0) return `“${file.name}” has no rows below the names of its columns.`;
  if (rows.length > MAX_ROWS) {
    return `“${file.name}” has ${plural(rows.length, "row")}; ${MAX_ROWS} at a time can be imported.`;
  }
  const headers = first.cells.map((cell, i) => (named && cell.trim()) || `Column ${i + 1}`);
  return { name: file.name, headers, rows };
}
