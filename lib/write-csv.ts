// Spreadsheets run a cell that begins so, whoever wrote it.
const FORMULA = /^[=+\-@\t\r]/;

/** A table as a file that spreadsheets open as it is: UTF-8 with its mark, and no cell a formula. */
export function writeCsv(rows: string[][]): string {
  return `\uFEFF${rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("")}`;
}

function cell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",;\r\n\t]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** What a cell said before writeCsv kept it from being a formula. */
export function plainCell(text: string): string {
  return text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text;
}
