import { isColumnName } from "./column-words.ts";
import type { RowReader } from "./row-values.ts";

const SUM =
  /^((sub|grand |overall )?totals?|(zwischen|gesamt|tages)?summen?|gesamt(betrag|umsatz)?|total general|totaux|totale|suma|razem|sum|average)\s*:?$/i;
const SUM_OF = /^((sub|grand )?totals?|(zwischen|gesamt)?summe|suma|razem) /i;
const NAMING = {
  contacts: "firstName",
  sales: "cost",
  notes: "content",
  categories: "category",
  appointments: "date",
} as const;
const FEW_COLUMNS = 4;

/** "Total", "Lapsed customers" alone in its row, or the column names once more. */
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
    kind === "contacts" && filled.length === 1 && headers.length >= FEW_COLUMNS && first === cells[0]?.trim();
  const isSum =
    (kind === "sales" ? filled : [first]).some((cell) => SUM.test(cell)) ||
    (kind !== "notes" && SUM_OF.test(first));
  const isNames = filled.length > 1 && filled.every((cell) => headers.includes(cell) || isColumnName(cell));
  if (doubts.length === 0 && !isMended(NAMING[kind]) && (isAlone || isSum || isNames))
    doubt(NAMING[kind], "sum", "A heading or a sum?");
}
