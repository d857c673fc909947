import { LONGEST_VALUE, type OwnValue, type OwnValues } from "#lib/contract/field-terms.ts";
import {
  type ColumnField,
  type ImportKind,
  isOwnColumn,
  type OwnColumn,
} from "#lib/contract/import-terms.ts";
import type { DoubtKind, Reading } from "#lib/contract/imports.ts";
import { checkedValue } from "#lib/contract/own-values.ts";
import { formatDay, readDay, writeDay } from "#lib/dates.ts";
import { currenciesOf, isCurrency, readAmount } from "#lib/import/amounts.ts";
import { readYesNo } from "#lib/import/answers.ts";
import { readDate, serialDate } from "#lib/import/cells.ts";
import { cut, type ReadField, type ReadRow, type Store } from "./row-values.ts";
import { badDate, otherOrder } from "./suggestions.ts";

type Doubting = (field: OwnColumn, kind: DoubtKind, reason: string, suggestion?: string) => void;
type Found = { value: OwnValue | null; shown: string } | { wrong: string; suggestion?: string | undefined };

const MAX_BYTES = 32_000;
const MAX_CELL_LENGTH = 6_000;

export function ownFieldOf(column: ColumnField | null, fields: readonly ReadField[]): ReadField | undefined {
  return column && isOwnColumn(column) ? fields.find(({ id }) => column === `own:${id}`) : undefined;
}

export function offered<F extends ReadField>(kind: ImportKind, fields: readonly F[]): F[] {
  return fields.filter(({ of, isArchived }) => of === kind && !isArchived);
}

export function ownText({ kind, options }: ReadField, value: unknown): string {
  if (typeof value === "boolean") return value ? "Yes" : "No";
  const words = [value].flat().flatMap((one) => (typeof one === "string" ? [one] : []));
  if (kind === "date") return words.map((day) => formatDay(readDay(day))).join();
  const isChoice = kind === "choice" || kind === "choices";
  return (isChoice ? options.filter(({ id }) => words.includes(id)).map(({ text }) => text) : words).join(
    "; ",
  );
}

export function readOwn(
  cells: string[],
  reading: Reading,
  mended: Record<string, string>,
  store: Store,
  { shown, doubt }: { shown: ReadRow["shown"]; doubt: Doubting },
): OwnValues {
  const values: OwnValues = {};
  for (const [at, column] of reading.columns.entries()) {
    const field = ownFieldOf(column, store.fields);
    if (!field) continue;
    const name: OwnColumn = `own:${field.id}`;
    const written = (Object.hasOwn(mended, name) ? mended[name] : cells[at])?.trim() ?? "";
    const found: Found =
      written === "" ? { value: null, shown: "" } : readValue(field, written, reading, store);
    if ("wrong" in found) {
      shown[name] = cut(written, MAX_CELL_LENGTH);
      doubt(name, "unreadable", found.wrong, found.suggestion);
      continue;
    }
    shown[name] = found.shown;
    if (found.value === null) continue;
    values[field.id] = found.value;
    if (Buffer.byteLength(JSON.stringify(values)) <= MAX_BYTES) continue;
    delete values[field.id];
    doubt(name, "unreadable", "More than 32 kB in one contact");
  }
  return values;
}

function readValue(field: ReadField, written: string, reading: Reading, store: Store): Found {
  switch (field.kind) {
    case "text":
      if (written.length > LONGEST_VALUE)
        return {
          wrong: `Longer than ${LONGEST_VALUE.toLocaleString("en-US")} characters`,
          suggestion: cut(written, LONGEST_VALUE),
        };
      return { value: written, shown: written };
    case "number":
    case "money":
      return readNumber(field, written, reading, store);
    case "date":
      return readDateValue(written, reading, store);
    case "choice":
    case "choices":
      return readChoices(field, cut(written, MAX_CELL_LENGTH));
    case "yesNo": {
      const said = readYesNo(written);
      if (said === undefined) return { wrong: "Neither yes nor no" };
      return { value: said, shown: said === null ? "" : said ? "Yes" : "No" };
    }
  }
}

function readNumber(field: ReadField, written: string, { numbers }: Reading, store: Store): Found {
  const isMoney = field.kind === "money";
  const wrong = isMoney ? "No amount" : "No number";
  const marks = currenciesOf(written);
  const foreign = isMoney ? marks.find((mark) => !isCurrency(mark, store.currency)) : undefined;
  const read = isMoney || marks.length === 0 ? readAmount(written, numbers) : null;
  if (read === null || foreign) {
    // "16.5 cm", "ca. 54"
    const [part] = /-?\d[\d.,]{0,20}/.exec(written.slice(0, 60)) ?? [];
    const bare = part?.replace(/[.,]$/, "");
    const meant = bare && bare !== written && readAmount(bare, numbers) !== null ? bare : undefined;
    return { wrong: foreign ? `${foreign}, and the store uses ${store.currency}` : wrong, suggestion: meant };
  }
  const most = isMoney ? store.digits : 3;
  const decimals = (read.split(".")[1] ?? "").replace(/0+$/, "").length;
  const checked = checkedValue({ ...field, isRequired: false }, read);
  if ("wrong" in checked && Math.abs(Number(read)) >= 1e12) return { wrong: "Amount too large" };
  if (decimals > most || "wrong" in checked) {
    const rounded = Number(read).toFixed(most);
    const suggestion = numbers === "comma" ? rounded.replace(".", ",") : rounded;
    return { wrong: `More than ${most} decimals`, suggestion };
  }
  return { value: checked.value, shown: String(checked.value ?? "") };
}

function readDateValue(written: string, { dates }: Reading, { today }: Store): Found {
  const day =
    written.length <= 60
      ? readDate(serialDate(written) ?? written, { dayFirst: dates === "dayFirst", today })
      : null;
  if (!day) return { wrong: badDate(written, dates), suggestion: otherOrder(written, dates, today) };
  return { value: writeDay(day).slice(0, 10), shown: formatDay(day) };
}

const bare = (text: string) => text.trim().replace(/\s+/g, " ").toLowerCase();

function readChoices({ kind, options }: ReadField, written: string): Found {
  const words = options
    .map((one) => ({ ...one, bare: bare(one.text) }))
    .toSorted((a, b) => b.bare.length - a.bare.length || Number(a.isArchived) - Number(b.isArchived));
  const whole = words.find((one) => one.bare === bare(written));
  if (kind === "choice") {
    if (whole) return { value: whole.id, shown: whole.text };
    return none(written);
  }
  const chosen = new Set(whole ? [whole.id] : []);
  let rest = whole
    ? ""
    : written
        .replace(/[\n\r|]+/g, ";")
        .replace(/\s+/g, " ")
        .replace(/^[ ;,]+/, "");
  while (rest) {
    const next = words.find(
      (one) => rest.toLowerCase().startsWith(one.bare) && /^\s*([;,]|$)/.test(rest.slice(one.bare.length)),
    );
    if (!next) return none(/^[^;,]*/.exec(rest)?.[0].trim() || rest);
    chosen.add(next.id);
    rest = rest.slice(next.bare.length).replace(/^[\s;,]+/, "");
  }
  const its = options.filter(({ id }) => chosen.has(id));
  return {
    value: its.length > 0 ? its.map(({ id }) => id) : null,
    shown: its.map(({ text }) => text).join("; "),
  };

  function none(said: string): Found {
    const near = words.filter(
      (one) => !one.isArchived && (one.bare.startsWith(bare(said)) || bare(said).startsWith(one.bare)),
    );
    const meant = kind === "choice" && near.length === 1 ? near[0]?.text : undefined;
    return { wrong: `“${cut(said, 40)}” isn't one of the choices`, suggestion: meant };
  }
}
