import { saveFile } from "./save-file.ts";
import { DAY } from "./time/zone.ts";
import { type ZipEntry, zip } from "./zip.ts";

/** Text, a decimal amount, another number, or a local date (lib/time). */
export type Cell = string | { amount: string } | { number: number } | { wall: number; isDay?: boolean };

type Sheet = {
  name: string;
  headers: string[];
  rows: AsyncIterable<Cell[][]> | Iterable<Cell[][]>;
  digits: number;
};

const MAX_ROWS = 1_048_576;
const MAX_CELL_LENGTH = 32_767;
// Excel counts a February 29, 1900.
const EPOCH = 25_569;
const FIRST_WALL = (61 - EPOCH) * DAY;
const STYLES = { text: 0, head: 1, amount: 2, day: 3, moment: 4 };

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const SHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml";
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** One sheet, as a stream. Text stays text, whatever it starts with. */
export function workbook(sheet: Sheet): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  return zip(files(sheet));
}

export async function saveWorkbook(name: string, sheet: Sheet): Promise<void> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for await (const part of workbook(sheet)) parts.push(part);
  saveFile(name, parts, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet");
}

function* files(sheet: Sheet): Generator<ZipEntry> {
  const file = (name: string, xml: string) => ({ name, content: [HEAD + xml] });
  const relation = (id: number, kind: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${OFFICE}/${kind}" Target="${target}"/>`;
  const relations = (...list: string[]) =>
    `<Relationships xmlns="${PACKAGE}/relationships">${list.join("")}</Relationships>`;
  const part = (path: string, kind: string) =>
    `<Override PartName="/xl/${path}.xml" ContentType="${SHEET}.${kind}+xml"/>`;
  yield file(
    "[Content_Types].xml",
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part("workbook", "sheet.main")}${part("worksheets/sheet1", "worksheet")}${part("styles", "styles")}</Types>`,
  );
  yield file("_rels/.rels", relations(relation(1, "officeDocument", "xl/workbook.xml")));
  yield file(
    "xl/workbook.xml",
    `<workbook ${MAIN} xmlns:r="${OFFICE}"><sheets><sheet name="${escaped(sheet.name.slice(0, 31))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  );
  yield file(
    "xl/_rels/workbook.xml.rels",
    relations(relation(1, "worksheet", "worksheets/sheet1.xml"), relation(2, "styles", "styles.xml")),
  );
  yield file("xl/styles.xml", styles(sheet.digits));
  yield { name: "xl/worksheets/sheet1.xml", content: rowsOf(sheet) };
}

function styles(digits: number): string {
  const amount = digits > 0 ? `#,##0.${"0".repeat(digits)}` : "#,##0";
  const formats = [amount, "yyyy\\-mm\\-dd", "yyyy\\-mm\\-dd\\ hh:mm"];
  const cell = (format: number, font = 0) =>
    `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`;
  return `<styleSheet ${MAIN}><numFmts count="3">${formats
    .map((code, i) => `<numFmt numFmtId="${164 + i}" formatCode="${code}"/>`)
    .join(
      "",
    )}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5">${cell(0)}${cell(0, 1)}${cell(164)}${cell(165)}${cell(166)}</cellXfs></styleSheet>`;
}

async function* rowsOf({ headers, rows }: Sheet): AsyncGenerator<string> {
  yield `${HEAD}<worksheet ${MAIN}><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${Math.max(1, headers.length)}" width="20" customWidth="1"/></cols><sheetData>`;
  yield `<row>${headers.map((header) => text(header, STYLES.head)).join("")}</row>`;
  let count = 1;
  for await (const some of rows) {
    // The other files contain the rows that don't fit.
    const shown = some.slice(0, MAX_ROWS - count);
    yield shown.map((cells) => `<row>${cells.map(cellOf).join("")}</row>`).join("");
    count += shown.length;
  }
  yield "</sheetData></worksheet>";
}

function cellOf(cell: Cell): string {
  if (typeof cell === "string") return cell ? text(cell, STYLES.text) : "<c/>";
  if ("amount" in cell) return number(cell.amount, STYLES.amount);
  if ("number" in cell) return number(String(cell.number), STYLES.text);
  const { wall, isDay = false } = cell;
  if (wall < FIRST_WALL) return text(new Date(wall).toISOString().slice(0, isDay ? 10 : 16), STYLES.text);
  return number(String(wall / DAY + EPOCH), isDay ? STYLES.day : STYLES.moment);
}

function number(value: string, style: number): string {
  return `<c s="${style}"><v>${value}</v></c>`;
}

function text(value: string, style: number): string {
  return `<c t="inlineStr" s="${style}"><is><t xml:space="preserve">${escaped(value.slice(0, MAX_CELL_LENGTH))}</t></is></c>`;
}

// XML can't write these.
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
/** Excel reads these as escapes, so they are escaped themselves. */
const ESCAPE = /_(?=x[\da-f]{4}_)/gi;
const NAMES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escaped(value: string): string {
  return value
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(UNWRITABLE, "")
    .replace(ESCAPE, "_x005F_")
    .replace(/[&<>"]/g, (char) => NAMES[char] ?? "");
}
