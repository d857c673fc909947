import papaparse from "papaparse";

// Node finds no named exports in this package.
const { parse, unparse } = papaparse;

/** `unclosed`: row of a quotation mark that never closes. */
type Csv = { rows: string[][]; unclosed?: number };

/** A cell that continues after its quotes: `"Bill" Smith`. */
const HALF_QUOTED = /(^|[\n,;\t|])("[^"\r\n]{0,200}"[^",;\t|\r\n][^,;\t|\r\n]{0,200})/g;

function quoted(_: string, before: string, cell: string): string {
  return `${before}"${cell.replaceAll('"', '""')}"`;
}

export function readCsv(text: string): Csv {
  // Excel's declaration of the separator.
  const [said = "", named] = /^\uFEFF?sep=(.)\r?\n/i.exec(text) ?? [];
  const delimiter = named ?? delimiterOf(text);
  const read = (text: string) => parse<string[]>(text, { delimiter });
  const content = text.slice(said.length);
  const first = isMixed(content) ? readMixed(content, read) : read(content);
  // Only after an error, because other files may have such marks.
  const isOdd = first.errors.some(({ type }) => type === "Quotes");
  const { data, errors } = isOdd ? read(content.replace(HALF_QUOTED, quoted)) : first;
  const unclosed = errors.find(({ code }) => code === "MissingQuotes")?.row;
  return { rows: said ? [[], ...data] : data, ...(unclosed !== undefined && { unclosed: unclosed + 1 }) };
}

/** papaparse ends all rows like the first. */
function isMixed(text: string): boolean {
  return text.includes("\r") && /[^\r]\n/.test(text);
}

function readMixed<T extends { data: string[][] }>(content: string, read: (text: string) => T): T {
  const whole = read(content);
  const lines = read(content.replaceAll("\r\n", "\n"));
  const all = read(content.replace(/\r\n?/g, "\n"));
  const first = lines.data.length > whole.data.length ? lines : whole;
  const width = first.data.find((row) => row.length > 1)?.length ?? 1;
  const countWhole = ({ data }: T) => data.filter((row) => row.length === width).length;
  return countWhole(all) > countWhole(first) ? all : first;
}

const LOOKED_AT = 30;

/** The separator that gives most of the first rows the same width; papaparse's guess merges columns. */
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

// Spreadsheets evaluate such cells. Counting apostrophes makes removing one reversible.
const FORMULA = /^'*[=+\-@＝＋－＠\t\r\n]/;

export const CSV_MARK = "\uFEFF";

/** For spreadsheets: UTF-8 with a mark, no formulas. Pass negative numbers as numbers, or they look like formulas. */
export function writeCsv(rows: (string | number)[][]): string {
  return CSV_MARK + csvLines(rows);
}

export function csvLines(rows: (string | number)[][]): string {
  // Quotes other separators, and spaces that a reader might drop.
  const quotes = (cell: string | number) => /[;\t]|^\s|\s$/.test(String(cell));
  return `${unparse(rows, { newline: "\r\n", escapeFormulae: FORMULA, quotes })}\r\n`;
}

/** Excel's text formula "=\"0171\"", and text that an export has guarded. */
export function plainCell(text: string): string {
  const formula = /^="([^"]*)"$/.exec(text)?.[1];
  if (formula !== undefined) return formula;
  return text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text;
}
