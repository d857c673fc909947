import { personColumns } from "#lib/contract/import-terms.ts";
import { bare } from "#lib/import/columns.ts";
import { isColumnName } from "./column-words.ts";
import type { RowReader } from "./row-values.ts";

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
} as const;
const MIN_COLUMNS = 4;
const ADDRESSES = "More emails and numbers";

const REPAIR =
  /repair|reparatur|reparation|promise|readyby|pickup|dropoff|estimate|worktodo|workdone|envelope|datein$|takenin|workshop|^job|ticket|werkstatt|kostenvoranschlag|annahme|auftrag|fertigam|abholung|arbeit$/;
const EXPENSE = /payee|supplier|expense|lieferant|ausgabe|fournisseur|depense|proveedor|gasto/;
const GOODS = /sku|item|artikel|product|produkt|quantity|qty|menge/;
const QUOTE = /^(quote|estimate|quotation|proposal|angebots?|devis|presupuesto)(number|no|nr|id)?$/;
const reasons = new WeakMap<string[], string>();

export function checkSubject({ headers, reading, isMended, doubt }: RowReader): void {
  const { kind, columns } = reading;
  if (kind === "categories" || kind === "appointments" || isMended(NAME_FIELDS[kind])) return;
  let reason = reasons.get(headers);
  if (reason === undefined) {
    const names = headers.map(bare);
    const some = (words: RegExp) => names.some((name) => words.test(name));
    const isRepair = names.filter((name) => REPAIR.test(name)).length > 1;
    const hasPerson = personColumns.some((field) => columns.includes(field));
    const isBought = some(EXPENSE) || (some(/vendor/) && !some(GOODS));
    const isExpense = kind === "sales" && !hasPerson && isBought;
    const isQuote = kind === "sales" && some(QUOTE);
    reason = isRepair ? "A repair?" : isExpense ? "An expense?" : isQuote ? "A quote?" : "";
    reasons.set(headers, reason);
  }
  if (reason) doubt(NAME_FIELDS[kind], "other", reason);
}

export function checkHeading({
  cells,
  headers,
  reading: { kind },
  doubts,
  isMended,
  doubt,
}: RowReader): void {
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
  if (doubts.length === 0 && !isMended(NAME_FIELDS[kind]) && (isAlone || hasSum || isHeader))
    doubt(NAME_FIELDS[kind], "sum", "A heading or a total?");
}
