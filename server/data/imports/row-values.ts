import { isPhone, textKeys } from "#lib/contract/contact-field-sets.ts";
import type { ContactKey } from "#lib/contract/contact-fields.ts";
import type { Address } from "#lib/contract/contacts.ts";
import type { OwnValues } from "#lib/contract/field-terms.ts";
import {
  type ColumnField,
  type ImportField,
  importFields,
  importKinds,
  isOwnColumn,
  MANY,
} from "#lib/contract/import-terms.ts";
import type { Doubt, DoubtKind, Reading } from "#lib/contract/imports.ts";
import type { OwnField } from "#lib/contract/own-fields.ts";
import type { PlainSaleKey } from "#lib/contract/plain-sale-fields.ts";
import type { RepairState } from "#lib/contract/repair-terms.ts";
import type { MethodNames } from "#lib/contract/sale-items.ts";
import type { YearlyKey } from "#lib/contract/yearly-fields.ts";
import { type Day, formatDay, readDay } from "#lib/dates.ts";
import { withoutMarkup } from "#lib/import/cells.ts";
import type { SaleCell } from "#lib/sale-cells.ts";
import type { FileFacts } from "#server/platform/db/schema-import.ts";

export type ReadField = Pick<OwnField, "id" | "of" | "label" | "group" | "kind" | "options"> & {
  isArchived: boolean;
};

/** `digits`: decimals of its currency. `fields`: its own fields. */
export type Store = {
  timezone: string;
  today: Day;
  currency: string;
  digits: number;
  fields: readonly ReadField[];
  methods?: MethodNames | undefined;
  /** How the store writes, for files that don't show it. */
  usual: Pick<Reading, "dates" | "numbers">;
};

export type Values = { [K in ContactKey]: K extends YearlyKey ? string | null : string } & {
  [K in PlainSaleKey]: string;
} & {
  consent: "given" | "withdrawn" | null;
  texts: "refused" | null;
  tags: string[];
  addresses: Pick<Address, "kind" | "address">[];
  own: OwnValues;
  cost: string | null;
  refunded: string | null;
  items: SaleCell | null;
  /** Null: paid at once. Without `at`: on the day of the sale. */
  payments: { amount: string; method: string; at: string | null }[] | null;
  method: string;
  soldBy: string;
  date: string | null;
  category: string;
  description: string;
  content: string;
  title: string;
  minutes: number;
  repair: OpenRepair | null;
};

/** `ticket` null: the repair gets the next number. `deposit` null: none was paid. */
export type OpenRepair = {
  ticket: { prefix: string; number: number } | null;
  piece: string;
  work: string;
  promised: string;
  state: RepairState;
  deposit: string | null;
  workshop: string;
  keptIn: string;
  words: string;
};

export type Shown = { [F in ColumnField]?: string };
export type ReadRow = { values: Values; shown: Shown; doubts: Doubt[]; emptied?: Shown };

export function showMoment(iso: string, timezone: string): string {
  const day = readDay(iso, timezone);
  if (/T12:00:00\.000Z$/.test(iso)) return formatDay(day);
  const time = new Date(iso).toLocaleTimeString("en-US", {
    hour: "numeric",
    minute: "2-digit",
    timeZone: timezone,
  });
  return `${formatDay(day)}, ${time.replace(/\s/g, " ")}`;
}

const EARLIEST = Date.parse("0001-01-01T00:00:00Z");
const LATEST = Date.parse("9999-12-31T00:00:00Z");

export function inReach(instant: number): string | null {
  return instant >= EARLIEST && instant < LATEST ? new Date(instant).toISOString() : null;
}

type Own = readonly Pick<ReadField, "id">[];

export function isThere(field: ColumnField, own: Own): boolean {
  return !isOwnColumn(field) || own.some(({ id }) => field === `own:${id}`);
}

export function fitting(stored: Reading | undefined, headers: string[], own: Own): Reading | null {
  if (!stored || stored.columns.length !== headers.length || !importKinds.includes(stored.kind)) return null;
  const columns = stored.columns.map((column) => (column && isThere(column, own) ? column : null));
  return { ...stored, columns, rules: [] };
}

/**
 * Each field occurs once (except `MANY`) and belongs to the kind, and there are as many columns as in the
 * file.
 */
export function isReading({ kind, columns, rules }: Reading, width: number | undefined, own: Own): boolean {
  const named = columns.filter((field) => field !== null);
  const fields: ColumnField[] = [...importFields[kind], ...own.map(({ id }): ColumnField => `own:${id}`)];
  const single = named.filter((field) => !MANY.includes(field));
  return (
    columns.length === width &&
    named.every((field) => fields.includes(field)) &&
    rules.every(({ field }) => fields.includes(field)) &&
    new Set(single).size === single.length
  );
}

export function ruleOf({ rules }: Reading, { field, kind }: Pick<Doubt, "field" | "kind">) {
  return rules.find((rule) => rule.field === field && rule.kind === kind)?.how;
}

const MAX_LINE_LENGTH = 1_500;
const FEWEST_DIGITS = 7;

export type RowReader = ReturnType<typeof createRowReader>;
export type ReadFile = Pick<FileFacts, "headers" | "lastFirst">;
type Asked = {
  cells: string[];
  file: ReadFile;
  reading: Reading;
  mended: Record<string, string>;
  store: Store;
};

export function createRowReader({ cells, file, reading, mended, store }: Asked) {
  const { headers, lastFirst = [] } = file;
  const doubts: Doubt[] = [];
  const shown: Shown = {};

  return {
    ...{ cells, headers, lastFirst, reading, mended, store, doubts, shown },
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

  function filled(field: ImportField): Filled[] {
    return reading.columns.flatMap((column, at) => {
      const cell = column === field ? plainCell(field, (cells[at] ?? "").trim()) : "";
      const parts = severalIn(field, cell).filter(Boolean);
      const isAsked = parts.length > 1 && !cell.includes(GOOGLES);
      return parts.map((part) => ({ at, header: headers[at] ?? "", cell: part, isAsked }));
    });
  }
}

const GOOGLES = " ::: ";
export type Filled = { at: number; header: string; cell: string; isAsked: boolean };

const WORDED: ImportField[] = [
  "name",
  "firstName",
  "lastName",
  "category",
  "title",
  "description",
  "content",
  "consent",
  "texts",
  "piece",
  "work",
  "words",
];

/** "-" and "N/A" mean nothing. A name can be "Null". */
function plainCell(field: ImportField, cell: string): string {
  const isEmpty = /^[-–—/\s]+$/.test(cell) || (!WORDED.includes(field) && EMPTY.test(cell));
  return isEmpty ? "" : WORDED.includes(field) || field === "note" ? withoutMarkup(cell) : cell;
}
const EMPTY = /^(n\.?\/?a\.?|none|null|unknown|keine?|unbekannt)$/i;

function severalIn(field: ImportField, cell: string): string[] {
  if (field === "addresses") return partsOf(cell);
  if (!textKeys.some((key) => key === field)) return [cell];
  const isPhoneField = isPhone(field);
  const parts = cell
    .slice(0, MAX_LINE_LENGTH)
    .split(isPhoneField ? / ::: |[;,|\n]| [/] |\s(?=\p{L}{2,12}: )/u : / ::: |[;,|/\s]+/);
  const isWhole = (part: string) =>
    isPhoneField ? part.replace(/\D/g, "").length >= FEWEST_DIGITS : part.includes("@");
  const filled = parts.map((part) => part.trim()).filter(Boolean);
  return filled.length > 0 && filled.every(isWhole) ? filled : [cell];
}

export function partsOf(cell: string): string[] {
  return cell
    .slice(0, MAX_LINE_LENGTH)
    .split(/ ::: |[;,|\n]/)
    .map((part) => part.trim())
    .filter(Boolean);
}

/** Never cuts a surrogate pair: the database refuses half of one in JSON. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const last = text.charCodeAt(most - 1);
  const isHalf = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, isHalf ? most - 1 : most);
}

/** "2", "2,00", "2 Stk."; 1 for an empty cell, null for anything else. */
export function piecesIn(cell: string): number | null {
  const written = cell.trim() || "1";
  const [, count] = /^(\d{1,3})([.,]0+)?\s*(\p{L}{1,7}\.?|×)?$/u.exec(written) ?? [];
  return count === undefined ? null : Number(count);
}
