import papaparse from "papaparse";

// Plain Node, which the host runs on, finds no single names in it.
const { parse, unparse } = papaparse;

/** `unclosed`: the number of the row with a quotation mark that nothing closes, so that what follows is one cell. */
type Csv = { rows: string[][]; unclosed?: number };

/**
 * The text of a file as spreadsheets save them: UTF-8 with a mark or without, UTF-16 with one, else what Excel on
 * Windows calls "CSV".
 */
export function decodeText(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** A cell that begins with a quotation and goes on after it, as people write nicknames: `"Bill" Smith`. */
const HALF_QUOTED = /(^|[\n,;\t|])("[^"\r\n]{0,200}"[^",;\t|\r\n][^,;\t|\r\n]{0,200})/g;

function quoted(_: string, before: string, cell: string): string {
  return `${before}"${cell.replaceAll('"', '""')}"`;
}

/**
 * The cells of a CSV text, whatever separates them; empty rows stay, so that the numbers are the spreadsheet's. In one
 * go: five thousand people take some 50 ms, and a worker would need its own rule in the security policy.
 */
export function readCsv(text: string): Csv {
  // Excel's own way to say what separates the cells.
  const [said = "", named] = /^\uFEFF?sep=(.)\r?\n/i.exec(text) ?? [];
  const delimiter = named ?? delimiterOf(text);
  const read = (text: string) => parse<string[]>(text, { delimiter });
  const first = read(text.slice(said.length));
  // A second look only where the first one failed: in a file without faults such quotation marks close a cell.
  const isOdd = first.errors.some(({ type }) => type === "Quotes");
  const { data, errors } = isOdd ? read(text.slice(said.length).replace(HALF_QUOTED, quoted)) : first;
  const unclosed = errors.find(({ code }) => code === "MissingQuotes")?.row;
  return { rows: said ? [[], ...data] : data, ...(unclosed !== undefined && { unclosed: unclosed + 1 }) };
}

const LOOKED_AT = 30;

/** What cuts the most of the first rows into as many cells; papaparse's own guess takes two columns for one. */
function delimiterOf(text: string): string {
  const beginning = text.slice(0, 100_000);
  const judged = [",", ";", "\t", "|"].map((delimiter) => {
    const options = { delimiter, preview: LOOKED_AT, skipEmptyLines: "greedy" } as const;
    const widths = parse<string[]>(beginning, options).data.map((row) => row.length);
    const alike = new Map<number, number>();
    for (const width of widths) alike.set(width, (alike.get(width) ?? 0) + 1);
    const [width = 1, rows = 0] = [...alike].sort(([a, x], [b, y]) => y - x || b - a)[0] ?? [];
    return { delimiter, width, share: rows / widths.length };
  });
  const cutting = judged.filter(({ width }) => width > 1);
  return cutting.sort((a, b) => b.share - a.share || b.width - a.width)[0]?.delimiter ?? ",";
}

// Spreadsheets run a cell that begins so. Apostrophes before it count, so that taking one off gives back any text.
const FORMULA = /^'*[=+\-@\t\r]/;

/** By which spreadsheets know a file for UTF-8. */
export const CSV_MARK = "\uFEFF";

/**
 * A table as a file that spreadsheets open as it is: UTF-8 with its mark, and no cell a formula. A number below nothing comes as
 * a number: as a text it could be a formula's beginning.
 */
export function writeCsv(rows: (string | number)[][]): string {
  return CSV_MARK + csvLines(rows);
}

/** Some rows of such a file. */
export function csvLines(rows: (string | number)[][]): string {
  // What separates cells elsewhere, and blanks that a reader might drop.
  const quotes = (cell: string | number) => /[;\t]|^\s|\s$/.test(String(cell));
  return `${unparse(rows, { newline: "\r\n", escapeFormulae: FORMULA, quotes })}\r\n`;
}

/** What a cell said before writeCsv kept it from being a formula. */
export function plainCell(text: string): string {
  return text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text;
}

/** Hands a text to the browser's downloads. */
export function saveFile(
  name: string,
  content: BlobPart | BlobPart[],
  type = "text/csv;charset=utf-8",
): void {
  const url = URL.createObjectURL(new Blob(Array.isArray(content) ? content : [content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // Not before the browser has begun to read it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** "contacts-aurora-jewelers-2026-11-21.csv". */
export function fileName(ending: "csv" | "json" | "xlsx" | "zip", ...parts: string[]): string {
  const words = parts.join(" ").normalize("NFC").toLowerCase();
  return `${words.replace(/[^\p{L}\p{M}\p{N}]+/gu, "-").replace(/^-|-$/g, "")}.${ending}`;
}
