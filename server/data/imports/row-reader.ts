import { isPhone, textKeys } from "#lib/contract/contact-field-sets.ts";
import type { ColumnField, ImportField } from "#lib/contract/import-terms.ts";
import type { Doubt, DoubtKind, Reading } from "#lib/contract/imports.ts";
import { cut } from "./cut.ts";
import type { Shown, Store } from "./row-values.ts";

const MAX_LINE_LENGTH = 1_500;
const FEWEST_DIGITS = 7;

export type RowReader = ReturnType<typeof createRowReader>;
type Asked = {
  cells: string[];
  headers: string[];
  reading: Reading;
  mended: Record<string, string>;
  store: Store;
};

/** A row's cells by field. The functions that read values note in `shown` and `doubts` what they understood. */
export function createRowReader({ cells, headers, reading, mended, store }: Asked) {
  const doubts: Doubt[] = [];
  const shown: Shown = {};

  return {
    ...{ cells, headers, reading, mended, store, doubts, shown },
    doubt(field: ColumnField, kind: DoubtKind, reason: string, suggestion?: string): void {
      doubts.push({ field, kind, reason, ...(suggestion !== undefined && { suggestion }) });
    },
    has: (field: ImportField) => reading.columns.includes(field),
    header: (field: ImportField) => headers[reading.columns.indexOf(field)] ?? "",
    isMended: (field: ImportField) => Object.hasOwn(mended, field),
    text,
    filled,
    line: (field: ImportField) => cut(text(field), MAX_LINE_LENGTH).replace(/\s+/g, " "),
  };

  function text(field: ImportField): string {
    const written = Object.hasOwn(mended, field) ? mended[field] : undefined;
    return written === undefined ? (filled(field)[0]?.cell ?? "") : written.trim();
  }

  // The first filled column counts.
  function filled(field: ImportField): { header: string; cell: string }[] {
    return reading.columns.flatMap((column, i) => {
      const cell = column === field ? (cells[i] ?? "").trim() : "";
      return severalIn(field, cell)
        .filter(Boolean)
        .map((part) => ({ header: headers[i] ?? "", cell: part }));
    });
  }
}

/** Google separates emails and numbers by ":::". */
function severalIn(field: ImportField, cell: string): string[] {
  if (!textKeys.some((key) => key === field)) return [cell];
  const isNumber = isPhone(field);
  const parts = cell.slice(0, MAX_LINE_LENGTH).split(isNumber ? / ::: |[;,|\n]| [/] / : / ::: |[;,|/\s]+/);
  const isWhole = (part: string) =>
    isNumber ? part.replace(/\D/g, "").length >= FEWEST_DIGITS : part.includes("@");
  return parts.length > 1 && parts.every(isWhole) ? parts.map((part) => part.trim()) : [cell];
}
