import { isColumnName } from "./column-words.ts";
import type { RowReader } from "./row-values.ts";

const SUM =
  /^((sub|grand |overall )?totals?|(zwischen|gesamt|tages)?summen?|gesamt(betrag|umsatz)?|total general|totaux|totale|suma|razem|sum|average)\s*:?$/i;
const SUM_OF = /^((sub|grand )?totals?|(zwischen|gesamt)?summe|suma|razem) /i;
const NAME_FIELDS = {
  contacts: "firstName",
  sales: "cost",
  notes: "content",
  categories: "category",
  appointments: "date",
} as const;
const MIN_COLUMNS = 4;
const ADDRESSES = "More emails and numbers";

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
  const isSum =
    (kind === "sales" ? filled : [first]).some((cell) => SUM.test(cell)) ||
    (kind !== "notes" && SUM_OF.test(first));
  const isHeader = filled.length > 1 && filled.every((cell) => headers.includes(cell) || isColumnName(cell));
  if (doubts.length === 0 && !isMended(NAME_FIELDS[kind]) && (isAlone || isSum || isHeader))
    doubt(NAME_FIELDS[kind], "sum", "A heading or a total?");
}
