import { unzipSync } from "fflate";
import { FileProblem, MOST_COLUMNS, TOO_WIDE } from "./file-problem.ts";

// Minimal, for workbooks. Elements and attributes may have a prefix ("x:row", "r:id").

const ATTRIBUTE = /(?:[\w-]{1,40}:)?([\w-]{1,40})\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

function elements(xml: string, name: string): Map<string, string>[] {
  const open = new RegExp(
    `<(?:\\w{1,20}:)?${name}((?:\\s+[^\\s=<>/]+\\s*=\\s*(?:"[^"]*"|'[^']*'))*)\\s*/?>`,
    "g",
  );
  return [...xml.matchAll(open)].map(
    ([, attributes = ""]) =>
      new Map(
        [...attributes.matchAll(ATTRIBUTE)].map(([, key = "", a, b]) => [key, plainText(a ?? b ?? "")]),
      ),
  );
}

const NAMED: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function plainText(xml: string): string {
  if (!xml.includes("&") && !xml.includes("<!")) return xml;
  return xml.replace(
    /<!\[CDATA\[([\s\S]*?)\]\]>|&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,4});/gi,
    (all, raw?: string, name = "") => raw ?? (name.startsWith("#") ? character(name) : NAMED[name]) ?? all,
  );
}

function character(reference: string): string {
  const code = Number(reference.replace("#", "").replace(/^x/i, "0x"));
  return code <= 0x10ffff ? String.fromCodePoint(code) : "";
}

const WINDOW = 256 * 1024;

function* pieces(xml: Buffer, from: number, to: number, begin: string): Generator<string> {
  for (let at = from; at < to; ) {
    let end = at + WINDOW;
    if (end < to) {
      const last = xml.lastIndexOf(begin, end);
      end = last > at ? last : xml.indexOf(begin, end);
    }
    if (end < 0 || end > to) end = to;
    yield xml.toString("utf8", at, end);
    at = end;
  }
}

const MAX_UNPACKED = 200_000_000;
const MAX_PARTS = 5_000;
const WHOLE = /<\/(?:\w{1,20}:)?worksheet>\s*$/;

type Parts = {
  others: string[];
  sheet: Buffer;
  strings: Buffer;
  dateStyles: boolean[];
  is1904: boolean;
};

const refuse = () => new FileProblem("This workbook can't be read. Save it as CSV and try again.");

function openWorkbook(bytes: Uint8Array): Parts {
  const open = unpacker(bytes);
  const [start = ""] = open("_rels/.rels");
  const main = related(start, "").find(({ type }) => type === "officeDocument");
  const path = main?.target ?? "xl/workbook.xml";
  const slash = path.lastIndexOf("/") + 1;
  const folder = path.slice(0, slash);
  const [workbook = "", links = ""] = open(path, `${folder}_rels/${path.slice(slash)}.rels`);
  const parts = related(links.toString(), folder);
  const sheets = elements(workbook.toString(), "sheet").flatMap((sheet) => {
    const part = parts.find(({ id, type }) => type === "worksheet" && id === sheet.get("id"));
    const isShown = (sheet.get("state") ?? "visible") === "visible";
    return part ? [{ ...part, isShown, name: sheet.get("name") ?? "" }] : [];
  });
  const target = (sheets.find(({ isShown }) => isShown) ?? sheets[0])?.target;
  const sizes = sizesOf(bytes);
  const others = sheets.filter(
    (sheet) => sheet.isShown && sheet.target !== target && (sizes.get(sheet.target) ?? 0) > EMPTY_SHEET_BYTES,
  );
  const pathOf = (type: string) => parts.find((part) => part.type === type)?.target ?? "";
  if (!target) throw refuse();
  const [sheet, strings, styles] = open(target, pathOf("sharedStrings"), pathOf("styles"));
  if (!sheet || !WHOLE.test(sheet.toString("utf8", sheet.length - 100))) throw refuse();
  const from1904 = elements(workbook.toString(), "workbookPr")[0]?.get("date1904") ?? "";
  return {
    others: others.slice(0, MAX_LISTED).map(({ name }) => name),
    sheet,
    strings: strings ?? Buffer.alloc(0),
    dateStyles: dateStyles(styles?.toString() ?? ""),
    is1904: /^(1|true|on)$/.test(from1904),
  };
}

const EMPTY_SHEET_BYTES = 1_200;
const MAX_LISTED = 20;

function sizesOf(bytes: Uint8Array): Map<string, number> {
  const sizes = new Map<string, number>();
  unzipSync(bytes, {
    filter({ name, originalSize }) {
      sizes.set(name, originalSize);
      return false;
    },
  });
  return sizes;
}

function unpacker(bytes: Uint8Array): (...names: string[]) => (Buffer | undefined)[] {
  let [unpacked, count] = [0, 0];
  return (...names) => {
    const found = unzipSync(bytes, {
      filter: ({ name, size, originalSize }) => {
        if (!name || !names.includes(name)) return false;
        unpacked += Math.max(size, originalSize);
        count += 1;
        if (unpacked <= MAX_UNPACKED && count <= MAX_PARTS) return true;
        throw new FileProblem("This workbook is too large when unpacked. Split it, or save it as CSV.");
      },
    });
    return names.map((name) => {
      const part = Object.hasOwn(found, name) ? found[name] : undefined;
      return part && Buffer.from(part.buffer, part.byteOffset, part.byteLength);
    });
  };
}

function related(relations: Buffer | string, folder: string) {
  return elements(relations.toString(), "Relationship").map((relation) => {
    const target = relation.get("Target") ?? "";
    return {
      id: relation.get("Id"),
      type: relation.get("Type")?.replace(/^.*\//, "") ?? "",
      target: target.startsWith("/") ? target.slice(1) : `${folder}${target.replace(/^\.\//, "")}`,
    };
  });
}

function dateStyles(styles: string): boolean[] {
  const formats = new Map(
    elements(styles, "numFmt").map((format) => [format.get("numFmtId"), format.get("formatCode") ?? ""]),
  );
  const [, cells = ""] = /<(?:\w{1,20}:)?cellXfs[\s>]([\s\S]*?)<\/(?:\w{1,20}:)?cellXfs>/.exec(styles) ?? [];
  return elements(cells, "xf").map((style) => {
    const id = style.get("numFmtId") ?? "0";
    const format = formats.get(id);
    return format === undefined ? isBuiltInDate(Number(id)) : isDateFormat(format);
  });
}

/** Includes the formats of East Asian versions. */
function isBuiltInDate(id: number): boolean {
  return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
}

/** Date or time letters outside of quoted text, such as "d. mmmm yyyy" or "[h]:mm". */
function isDateFormat(format: string): boolean {
  const bare = format
    .slice(0, 300)
    .replace(/"[^"]*"|\\.|_.|\*./g, "")
    .replace(/\[(?!h+\]|m+\]|s+\])[^[\]]*\]/gi, "");
  return !/general/i.test(bare) && /[dmyhs]/i.test(bare);
}

/* Reads the first visible sheet, in pieces to save memory. Takes the last calculated value of formulas. */

const MAX_ROWS = 1_048_576;
const MAX_MERGED = 1_000_000;
const [MINUTE, DAY] = [60_000, 86_400_000];
const [TIMES, DAYS, AFTER_DAYS] = [Date.UTC(1899, 11, 31), Date.UTC(1900, 0, 1), Date.UTC(10_000, 0, 1)];
const EPOCH = 25_569;
const AFTER_LEAP_DAY = 60;
const LATER = 1_462;
const DIGITS = 15;

export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
}

/** Empty rows are missing. `merged`: cells that copy the value above. */
type Sheet = { rows: string[][]; merged: Map<number, number[]> };

export function readXlsx(bytes: Uint8Array): Sheet & { others: string[] } {
  try {
    const { others, sheet, strings, dateStyles, is1904 } = openWorkbook(bytes);
    const texts = sharedTexts(strings);
    const read = rowsOf(sheet, ({ type, style, body }) => {
      if (type === "s") {
        const shared = texts[Number(valueText(body))];
        if (shared === undefined) throw refuse();
        return shared;
      }
      if (type === "inlineStr") return textOf(body);
      const value = valueText(body);
      if (type === "str") return detached(unescaped(value));
      if (type === "e" || value.trim() === "") return "";
      if (type === "b") return /^(1|true)$/.test(value.trim()) ? "TRUE" : "FALSE";
      if (type === "d") return isoDate(value.trim());
      const number = Number(value);
      if (Number.isNaN(number)) return "";
      return (
        (dateStyles[style] && dateOf(is1904 ? number + LATER : number)) ||
        String(Number(number.toPrecision(DIGITS)))
      );
    });
    return { ...read, others };
  } catch (error) {
    throw error instanceof FileProblem ? error : refuse();
  }
}

type Cell = { type: string; style: number; body: string };

function rowsOf(xml: Buffer, read: (cell: Cell) => string): Sheet {
  const [, prefix = ""] = /<(\w{1,20}:)?worksheet[\s>]/.exec(xml.toString("latin1", 0, 4_000)) ?? [];
  const start = xml.indexOf(`<${prefix}sheetData`);
  if (start < 0) throw refuse();
  const end = Math.max(start, xml.lastIndexOf(`</${prefix}sheetData>`));
  const tag = new RegExp(
    `<${prefix}row(\\s[^>]*)?>|<${prefix}c(\\s[^>]*?)?(?:/>|>([\\s\\S]*?)</${prefix}c>)`,
    "g",
  );
  const rows: string[][] = [];
  let [row, column] = [-1, 0];
  for (const piece of pieces(xml, start, end, `<${prefix}row`)) {
    for (const [found, ofRow = "", ofCell = "", body = ""] of piece.matchAll(tag)) {
      if (found.startsWith(`<${prefix}row`)) {
        const number = Number(/\sr\s*=\s*["'](\d+)/.exec(ofRow)?.[1]);
        [row, column] = [number ? number - 1 : row + 1, 0];
        if (row >= MAX_ROWS) throw refuse();
        continue;
      }
      const letters = /\sr\s*=\s*["']([A-Z]{1,3})/.exec(ofCell)?.[1];
      const at = letters ? placeOf(letters) : column;
      column = at + 1;
      if (!body || row < 0) continue;
      const style = Number(/\ss\s*=\s*["'](\d+)/.exec(ofCell)?.[1] ?? 0);
      const text = read({ type: /\st\s*=\s*["'](\w+)/.exec(ofCell)?.[1] ?? "n", style, body });
      if (!text) continue;
      if (at >= MOST_COLUMNS) throw new FileProblem(TOO_WIDE);
      const cells = rows[row] ?? [];
      rows[row] = cells;
      put(cells, at, text);
    }
  }
  return { rows, merged: fillMerged(rows, xml, `<${prefix}mergeCell `, end) };
}

function placeOf(letters: string): number {
  let place = 0;
  for (const letter of letters) place = place * 26 + letter.charCodeAt(0) - 64;
  return place - 1;
}

function put(row: string[], at: number, text: string): void {
  while (row.length < at) row.push("");
  row[at] = text;
}

function fillMerged(rows: string[][], xml: Buffer, tag: string, after: number): Sheet["merged"] {
  const merged: Sheet["merged"] = new Map();
  let filled = 0;
  for (let at = xml.indexOf(tag, after); at >= 0; at = xml.indexOf(tag, at + 1)) {
    const range = /ref\s*=\s*["']([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})/.exec(
      xml.toString("latin1", at, at + 200),
    );
    const [, letters = "", first = "", last = ""] = range ?? [];
    const column = placeOf(letters);
    const text = rows[Number(first) - 1]?.[column];
    if (!text) continue;
    for (
      let r = Number(first);
      r < Math.min(Number(last), rows.length) && filled < MAX_MERGED;
      r++, filled++
    ) {
      const row = rows[r];
      if (!row || row[column]) continue;
      put(row, column, text);
      merged.set(r, [...(merged.get(r) ?? []), column]);
    }
  }
  return merged;
}

function sharedTexts(xml: Buffer): string[] {
  const [, prefix = ""] = /<(\w{1,20}:)?sst[\s>]/.exec(xml.toString("latin1", 0, 4_000)) ?? [];
  const item = new RegExp(`<${prefix}si(?:\\s[^>]*?)?(?:/>|>([\\s\\S]*?)</${prefix}si>)`, "g");
  const texts: string[] = [];
  for (const piece of pieces(xml, 0, xml.length, `<${prefix}si`)) {
    for (const [, body = ""] of piece.matchAll(item)) texts.push(textOf(body));
  }
  return texts;
}

const PHONETIC = /<(?:\w{1,20}:)?rPh[\s>][\s\S]*?<\/(?:\w{1,20}:)?rPh>/g;
const TEXT = /<(?:\w{1,20}:)?t(?:\s[^>]*[^>/])?>([\s\S]*?)<\/(?:\w{1,20}:)?t>/g;

function textOf(body: string): string {
  let text = "";
  for (const [, part = ""] of body.replace(PHONETIC, "").matchAll(TEXT)) text += unescaped(part);
  return detached(text);
}

function valueText(body: string): string {
  return /<(?:\w{1,20}:)?v(?:\s[^>]*)?>([\s\S]*?)<\/(?:\w{1,20}:)?v>/.exec(body)?.[1] ?? "";
}

function unescaped(xml: string): string {
  const text = plainText(xml);
  if (!text.includes("_x")) return text;
  return text.replace(/_x([\da-f]{4})_/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
}

function detached(text: string): string {
  return text.length > 12 ? Buffer.from(text).toString() : text;
}

function dateOf(days: number): string | null {
  const since1970 = (days < AFTER_LEAP_DAY ? days + 1 : days) - EPOCH;
  const instant = Math.round((since1970 * DAY) / MINUTE) * MINUTE;
  if (!(instant >= TIMES && instant < AFTER_DAYS)) return null;
  const iso = new Date(instant).toISOString();
  const [day, time] = [iso.slice(0, 10), iso.slice(11, 16)];
  if (instant < DAYS) return time;
  return time === "00:00" ? day : `${day} ${time}`;
}

function isoDate(text: string): string {
  const [, day = "", time = "00:00"] = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}))?/.exec(text) ?? [];
  return time === "00:00" ? day : `${day} ${time}`;
}
