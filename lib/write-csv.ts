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

/** Hands a text to the browser's downloads. */
export function saveFile(name: string, content: string, type = "text/csv;charset=utf-8"): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // Not before the browser has begun to read it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** "contacts-aurora-jewelers-2026-11-21.csv". */
export function fileName(...parts: string[]): string {
  const words = parts.join(" ").normalize("NFC").toLowerCase();
  return `${words.replace(/[^\p{L}\p{M}\p{N}]+/gu, "-").replace(/^-|-$/g, "")}.csv`;
}
