import { personColumns } from "#lib/contract/import-terms.ts";
import type { Reading } from "#lib/contract/imports.ts";
import { bare } from "#lib/import/columns.ts";
import { isColumnName, RECEIPT_NUMBER } from "./column-words.ts";
import { cut, type RowReader, ruleOf } from "./row-values.ts";

const SUM =
  /^((sub|grand |overall )?totals?|(zwischen|gesamt|tages)?summen?|gesamt(betrag|umsatz)?|total general|totaux|totale|suma|razem|sum|average)\s*:?$/i;
const SUM_OF = /^((sub|grand )?totals?|(zwischen|gesamt)?summe|suma|razem) /i;
export function isSum(cell: string): boolean {
  return SUM.test(cell.trim());
}

const NAME_FIELDS = {
  contacts: "firstName",
  sales: "cost",
  notes: "content",
  categories: "category",
  appointments: "date",
  repairs: "piece",
} as const;
const MIN_COLUMNS = 4;
const ADDRESSES = "More emails and numbers";

const REPAIR =
  /repair|reparatur|reparation|promise|readyby|estimate|worktodo|workdone|envelope|datein$|takenin|workshop|^job|ticket(?!total|type)|werkstatt|kostenvoranschlag|annahme|auftrag|fertigam|arbeit$/;
const PERHAPS_REPAIR = /pickup|dropoff|abholung|^work$|^piece$|^(date)?(received|ready)|quoted/;
const EXPENSE = /payee|supplier|expense|lieferant|ausgabe|fournisseur|depense|proveedor|gasto/;
const GOODS = /sku|item|artikel|product|produkt|quantity|qty|menge/;
const QUOTE = /^(quote|estimate|quotation|proposal|angebots?|devis|presupuesto)(number|no|nr|id)?$/;
const DEAL = /^(deal|opportunity)(name|stage)?$/;
const SUPPLIER = /^(supplier|vendor|lieferant|fournisseur|proveedor|fornitore)(name|number|no|nr|id|code)?$/;
const SUPPLIER_NAME =
  /^(supplier|vendor|lieferanten?|fournisseur|proveedor|fornitore)(name|number|no|nr|id|code)$/;
const CUSTOMER = /customer|client|kunde|cliente?/;
const GIFT_CARD =
  /^(gan|(gift(card|certificate)|voucher|gutschein|geschenkkarten?|(carte|cheque)cadeau|tarjetaregalo|buonoregalo)(number|nummer|no|nr|code|id)?)$/;
const CARD_BALANCE = /balance|remaining|saldo|guthaben|solde/;
const VALUE = /balance|remaining|value|amount|wert$|betrag|saldo|guthaben|montant|solde|importe/;
const STOCK =
  /onhand|instock|^stock|inventory|reorder|wholesale|compareat|variant|bestand|lager|existencias|^(sku|barcode|upc|ean|gtin)$|^(retail|price|preis|prix|precio|cost)$/;
const ONLY_STOCK = /onhand|instock|inventory|reorder|wholesale|compareat|bestand|lager|existencias/;
const reasons = new WeakMap<string[], string>();

export function checkSubject({ headers, reading, doubts, isMended, doubt }: RowReader): void {
  const field = NAME_FIELDS[reading.kind];
  if (isMended(field) || ruleOf(reading, { field, kind: "other" }) === "kept") return;
  const reason = reasons.get(headers) ?? subjectOf(headers.map(bare), reading);
  reasons.set(headers, reason);
  if (!reason) return;
  doubts.length = 0;
  doubt(field, "other", reason);
}

export function isAboutRepairs(names: string[]): boolean {
  const count = (words: RegExp) => names.filter((name) => words.test(name)).length;
  return count(REPAIR) > 0 && count(REPAIR) + count(PERHAPS_REPAIR) > 1;
}

function subjectOf(names: string[], { kind, columns }: Reading): string {
  const count = (words: RegExp) => names.filter((name) => words.test(name)).length;
  const hasPerson = personColumns.some((field) => columns.includes(field));
  const isBought = count(EXPENSE) > 0 || (names.some((name) => /vendor/.test(name)) && count(GOODS) === 0);
  const hasReceipt = columns.includes(RECEIPT_NUMBER);
  const isSold = hasPerson || hasReceipt;
  const isFirst = (words: RegExp) => words.test(names[0] ?? "");
  const isCard = isFirst(GIFT_CARD) || (kind === "sales" ? count(GOODS) === 0 : count(CARD_BALANCE) > 0);
  const isSupplier = isFirst(SUPPLIER) || (count(SUPPLIER_NAME) > 0 && count(CUSTOMER) === 0);
  if (kind !== "repairs" && kind !== "appointments" && isAboutRepairs(names)) return "A repair?";
  if (count(GIFT_CARD) > 0 && count(VALUE) > 0 && isCard && !hasReceipt) return "A gift card?";
  if (kind === "sales" && count(QUOTE) > 0) return "A quote?";
  if (count(DEAL) > 1) return "A deal?";
  if (kind === "sales" && !hasPerson && isBought) return "An expense?";
  if (kind === "sales" && !isSold && count(ONLY_STOCK) > 0) return "A product?";
  if (kind === "categories" && count(STOCK) > 0) return "A product?";
  if (kind === "contacts" && !hasPerson && count(STOCK) > 1) return "A product?";
  return kind === "contacts" && isSupplier ? "A supplier?" : "";
}

export const EXTRA_CELL = "Extra cell";

export function checkWidth({ cells, headers, reading, doubts, isMended, doubt }: RowReader): void {
  const field = NAME_FIELDS[reading.kind];
  const isExtra = (at: number) => headers[at]?.startsWith(EXTRA_CELL) && cells[at]?.trim();
  const at = headers.findIndex((_, i) => isExtra(i));
  if (at < 0 || isMended(field) || ruleOf(reading, { field, kind: "wide" }) === "kept") return;
  doubts.length = 0;
  const place = reading.columns.indexOf("cost");
  const joined = place >= 0 && isExtra(place + 1) ? `${cells[place]},${cells[place + 1]}` : "";
  const meant = /\d,\d{3}(\.\d+)?$/.test(joined) ? joined : undefined;
  doubt(field, "wide", `More cells than columns: “${cut(cells[at] ?? "", 60)}”`, meant);
}

export function checkHeading({ cells, headers, reading, doubts, isMended, line, doubt }: RowReader): void {
  const { kind } = reading;
  const field = NAME_FIELDS[kind];
  if (isMended(field) || ruleOf(reading, { field, kind: "sum" }) === "kept") return;
  const filled = cells.map((cell) => cell.trim()).filter(Boolean);
  const [first = ""] = filled;
  const isAlone =
    kind === "contacts" &&
    filled.length === 1 &&
    headers.length >= MIN_COLUMNS &&
    first === cells[0]?.trim() &&
    !headers.includes(ADDRESSES);
  const hasSum =
    (kind === "sales" ? filled : [first]).some(isSum) || (kind !== "notes" && SUM_OF.test(first));
  const isHeader = filled.length > 1 && filled.every((cell) => headers.includes(cell) || isColumnName(cell));
  const isReached = line("email") !== "" || line("phoneNumber") !== "";
  const isOnlyText = isAlone && !isReached && doubts.every(({ kind }) => kind === "missing");
  if (hasSum || isHeader || isOnlyText) doubts.length = 0;
  if (doubts.length === 0 && (isAlone || hasSum || isHeader)) doubt(field, "sum", "A heading or a total?");
}
