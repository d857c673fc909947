import { personKeys, textKeys } from "#lib/contract/contact-field-sets.ts";
import type { ImportField } from "#lib/contract/import-terms.ts";
import type { Reading } from "#lib/contract/imports.ts";
import { plainSaleFields } from "#lib/contract/plain-sale-fields.ts";
import { unitsOf, write } from "#lib/contract/sale-totals.ts";
import { yearlyKeys } from "#lib/contract/yearly-fields.ts";
import { bare } from "#lib/import/columns.ts";
import { cut } from "./cut.ts";
import { readLength, readMoment, readYearly } from "./date-values.ts";
import { plain, readMoney } from "./money.ts";
import { readOwn } from "./own.ts";
import { checkPerson, readConsents, readNames, readNumber, readTagNames } from "./person-values.ts";
import { createRowReader, type RowReader } from "./row-reader.ts";
import type { ReadRow, Store, Values } from "./row-values.ts";
import { readPaid, readSaleItems } from "./sale-values.ts";

const MAX_LENGTHS = {
  category: 100,
  description: 1_000,
  plain: 100,
  method: 40,
  soldBy: 100,
  title: 100,
  content: 10_000,
};
/** Neither paid nor unpaid for sure. */
const UNSURE =
  /^(open|offen|pending|due|outstanding|ausstehend|en attente|pendiente|layaway|deposit|anzahlung|on[ -]hold|invoiced|partial|part[ _-]?paid|teil)/i;
const UNPAID = /^(un|not )paid|^(overdue|unbezahlt|nicht bezahlt|überfällig|impay|no pagad|non pagat)/i;
const PARTLY = /^(part|teil)/i;
const REFUNDED =
  /^((part(ial(ly)?)?|teil(weise)?)[ _-]?)?(refund|return|erstattet|rembours|reembols|rimbors)/i;
const UNSOLD =
  /^(void|cancel|fail|declin|reject|expired|draft|parked|saved|abandon|quote|estimate|angebot|devis|storn|abgebroch|fehlgeschl|entwurf|annul|brouillon|anulad|fallid|borrador)/i;
const PLAIN = plainSaleFields.map(({ key }) => key);

export function readRow(
  cells: string[],
  headers: string[],
  reading: Reading,
  mended: Record<string, string>,
  store: Store,
): ReadRow {
  const row = createRowReader({ cells, headers, reading, mended, store });
  const { doubts, shown, doubt, has } = row;
  const { kind } = reading;
  const values: Values = {
    ...readNames(row),
    email: row.line("email"),
    ...each(yearlyKeys, (field) => readYearly(row, field)),
    consent: readConsents(row),
    tags: readTagNames(row),
    own: readOwn(cells, reading, mended, store, row),
    cost: null,
    refunded: null,
    items: null,
    payments: null,
    method: limited(row, "method", MAX_LENGTHS.method),
    soldBy: limited(row, "soldBy", MAX_LENGTHS.soldBy),
    date: null,
    category: limited(row, "category", MAX_LENGTHS.category),
    description: limited(row, "description", MAX_LENGTHS.description),
    ...each(PLAIN, (field) => limited(row, field, MAX_LENGTHS.plain)),
    content: row.text("content"),
    title: limited(row, "title", MAX_LENGTHS.title),
    minutes: 30,
    ...readNumber(row),
  };
  if (kind === "contacts") checkPerson(row, values);
  for (const field of personKeys) if (has(field) || values[field]) shown[field] = values[field];
  for (const field of ["category", "description", "method", "soldBy", ...PLAIN, "title"] as const) {
    if (has(field)) shown[field] = values[field];
  }
  if (has("status")) checkStatus(row);
  if (kind === "sales") readSale(row, values);
  if (has("date")) values.date = readMoment(row);
  values.minutes = readLength(row);
  if (kind === "notes" && !values.content) doubt("content", "missing", "No text");
  if (kind === "categories" && !values.category) doubt("category", "missing", "No name");
  if (kind === "contacts" || kind === "sales") values.content = otherColumns(row);
  checkContent(row, values.content);
  return { values, shown, doubts };
}

function readSale(row: RowReader, values: Values): void {
  const { cost, refunded } = readMoney(row);
  Object.assign(values, { cost, refunded });
  if (cost === null) return;
  values.items = readSaleItems(row, cost);
  values.payments = readPaid(row, { cost, refunded }, values.method);
  const says = (...fields: ImportField[]) => fields.some((field) => row.text(field) || row.isMended(field));
  const status = cut(row.line("status"), 60);
  const marked = `Marked “${status}”`;
  if (REFUNDED.test(status)) {
    const all = PARTLY.test(status) ? undefined : plain(row, cost);
    if (!says("refunded")) row.doubt("refunded", "missing", `${marked}, without an amount`, all);
  } else if (UNPAID.test(status)) {
    if (!says("paid", "open", "payments")) values.payments = [];
  } else if (UNSURE.test(status) && !says("paid", "open", "payments"))
    row.doubt("paid", "missing", `${marked}. How much was paid?`, PARTLY.test(status) ? undefined : "0");
  checkPieces(row, cost);
  if (row.cells.some((cell) => SUM.test(cell.trim()))) row.doubt("cost", "sum", "A sum of other rows?");
}

const SUM =
  /^((sub|grand |overall )?totals?|(zwischen|gesamt|tages)?summen?|gesamt(betrag|umsatz)?|total general|totaux|sum|average)\s*:?$/i;
const QUANTITY = /^(qty|quantity|menge|anzahl|pieces|stuck|quantite|cantidad|quantita)$/;
const PRICE = /^(price|preis|prix|precio|prezzo)$|unit|einzel|stuck|each/;

function checkPieces(row: RowReader, cost: string): void {
  const { headers, cells, doubt, header, isMended, store } = row;
  if (isMended("cost") || !PRICE.test(bare(header("cost")))) return;
  const at = headers.findIndex((name) => QUANTITY.test(bare(name)));
  const [, count = "1"] = /^(\d{1,3})([.,]0+)?\s*(\p{L}{1,7}\.?|×)?$/u.exec(cells[at]?.trim() ?? "") ?? [];
  if (Number(count) < 2) return;
  const all = write(unitsOf(cost, store.digits) * BigInt(count), store.digits);
  doubt("cost", "pieces", `${cost} for one of ${count} pieces, or for all?`, plain(row, all));
}

function checkStatus({ line, shown, doubt }: RowReader): void {
  const written = cut(line("status"), 60);
  shown.status = written;
  if (UNSOLD.test(written)) doubt("status", "cancelled", `Marked “${written}”`);
}

function checkContent({ has, shown, doubt }: RowReader, content: string): void {
  if (content.length > MAX_LENGTHS.content)
    doubt(
      has("content") ? "content" : "note",
      "unreadable",
      "Longer than 10,000 characters",
      cut(content, MAX_LENGTHS.content),
    );
  if (has("content")) shown.content = content;
  if (has("note")) shown.note = content;
}

const ONLY_NOTE = /^(notes?|comments?|bemerkung|notiz(en)?|kommentar|remarks?|memo|other details)$/i;

function otherColumns({ mended, filled }: RowReader): string {
  const written = Object.hasOwn(mended, "note") ? mended.note : undefined;
  if (written !== undefined) return written.trim();
  const others = textKeys.flatMap((field) => {
    const [first, ...rest] = filled(field);
    return rest.filter(({ cell }) => cell !== first?.cell);
  });
  const said = [...filled("note"), ...others];
  return said.map(({ header, cell }) => (ONLY_NOTE.test(header) ? cell : `${header}: ${cell}`)).join("\n");
}

function limited({ line, doubt }: RowReader, field: ImportField & keyof Values, most: number): string {
  const written = line(field);
  if (written.length > most) doubt(field, "unreadable", `Longer than ${most} characters`, cut(written, most));
  return cut(written, most);
}

function each<K extends string, V>(keys: readonly K[], read: (key: K) => V) {
  return Object.fromEntries(keys.map((key) => [key, read(key)])) as Record<K, V>;
}
