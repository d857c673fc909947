import { parse } from "papaparse";

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
  const [said = "", delimiter] = /^\uFEFF?sep=(.)\r?\n/i.exec(text) ?? [];
  const read = (text: string) => parse<string[]>(text, { delimiter });
  const first = read(text.slice(said.length));
  // A second look only where the first one failed: in a file without faults such quotation marks close a cell.
  const isOdd = first.errors.some(({ type }) => type === "Quotes");
  const { data, errors } = isOdd ? read(text.slice(said.length).replace(HALF_QUOTED, quoted)) : first;
  const unclosed = errors.find(({ code }) => code === "MissingQuotes")?.row;
  return { rows: said ? [[], ...data] : data, ...(unclosed !== undefined && { unclosed: unclosed + 1 }) };
}
