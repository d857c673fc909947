import { crc32, inflateRawSync } from "node:zlib";
import { strToU8, zipSync } from "fflate";

export function zip(files: Record<string, string | Uint8Array>): Buffer {
  const bytes = ([path, content]: [string, string | Uint8Array]) => [
    path,
    typeof content === "string" ? strToU8(content) : content,
  ];
  return Buffer.from(zipSync(Object.fromEntries(Object.entries(files).map(bytes))));
}

export function unzip(bytes: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const end = bytes.length - 22;
  if (bytes.readUInt32LE(end) !== 0x06054b50) throw new Error("The zip is truncated");
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const [crc, packed, size] = [16, 20, 24].map((field) => bytes.readUInt32LE(at + field)) as [
      number,
      number,
      number,
    ];
    const length = bytes.readUInt16LE(at + 28);
    const place = bytes.readUInt32LE(at + 42);
    const name = bytes.toString("utf8", at + 46, at + 46 + length);
    const start = place + 30 + bytes.readUInt16LE(place + 26) + bytes.readUInt16LE(place + 28);
    const content = inflateRawSync(bytes.subarray(start, start + packed));
    if (content.length !== size || crc32(content) !== crc) throw new Error(`${name} is damaged`);
    files.set(name, content);
    at += 46 + length;
  }
  return files;
}

type Cell = string | number | null | { date: number } | { text: string } | { formula: string; value: number };

const SPREADSHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const CONTENT = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** Strings are shared ones; `text` cells are inline. */
export function workbook(rows: Cell[][], { merges = [] as string[] } = {}): Buffer {
  const xml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const shared: string[] = [];
  const cellOf = (cell: Cell, at: string): string => {
    if (cell === null) return "";
    if (typeof cell === "string") return `<c r="${at}" t="s"><v>${shared.push(cell) - 1}</v></c>`;
    if (typeof cell === "number") return `<c r="${at}"><v>${cell}</v></c>`;
    if ("date" in cell) return `<c r="${at}" s="1"><v>${cell.date}</v></c>`;
    if ("text" in cell) return `<c r="${at}" t="inlineStr"><is><t>${xml(cell.text)}</t></is></c>`;
    return `<c r="${at}"><f>${cell.formula}</f><v>${cell.value}</v></c>`;
  };
  const lines = rows.map((cells, i) => {
    const written = cells.map((cell, j) => cellOf(cell, `${String.fromCharCode(65 + j)}${i + 1}`));
    return `<row r="${i + 1}">${written.join("")}</row>`;
  });
  const strings = shared.map((text) => `<si><t>${xml(text)}</t></si>`).join("");
  return rawWorkbook({ sheets: [lines.join("")], strings, merges });
}

type Raw = {
  sheets: (string | null)[];
  strings?: string;
  merges?: string[];
  properties?: string;
  format?: string;
  files?: Record<string, string | Uint8Array>;
};

export function rawWorkbook({
  sheets,
  strings = "",
  merges = [],
  properties = "",
  format,
  files,
}: Raw): Buffer {
  const part = (path: string, kind: string) =>
    `<Override PartName="/xl/${path}.xml" ContentType="${CONTENT}.${kind}+xml"/>`;
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${kind}" Target="${target}.xml"/>`;
  const each = (write: (name: string, sheet: string | null) => string) =>
    sheets.map((sheet, i) => write(`s${i + 1}`, sheet)).join("");
  const merged =
    merges.length > 0
      ? `<mergeCells>${merges.map((range) => `<mergeCell ref="${range}"/>`).join("")}</mergeCells>`
      : "";
  return zip({
    "[Content_Types].xml": `<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/>${part("workbook", "sheet.main")}${part("styles", "styles")}${part("sharedStrings", "sharedStrings")}${each((name) => part(`worksheets/${name}`, "worksheet"))}</Types>`,
    "xl/workbook.xml": `<workbook xmlns="${SPREADSHEET}" xmlns:r="${OFFICE}">${properties}<sheets>${each((name, sheet) => `<sheet name="${name}" sheetId="${name.slice(1)}" r:id="${name}"${sheet === null ? ' state="hidden"' : ""}/>`)}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${PACKAGE}/relationships">${relation("st", "styles", "styles")}${relation("sh", "sharedStrings", "sharedStrings")}${each((name) => relation(name, "worksheet", `worksheets/${name}`))}</Relationships>`,
    "xl/styles.xml": `<styleSheet xmlns="${SPREADSHEET}"><numFmts><numFmt numFmtId="170" formatCode="${format ?? "yyyy\\-mm\\-dd hh:mm"}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    "xl/sharedStrings.xml": `<sst xmlns="${SPREADSHEET}">${strings}</sst>`,
    ...Object.fromEntries(
      sheets.map((sheet, i) => [
        `xl/worksheets/s${i + 1}.xml`,
        `<worksheet xmlns="${SPREADSHEET}"><sheetData>${sheet ?? '<row r="1"><c r="A1"><v>1</v></c></row>'}</sheetData>${merged}</worksheet>`,
      ]),
    ),
    ...files,
  });
}
