import { setImmediate } from "node:timers/promises";
import type { OwnKind } from "#lib/contract/field-terms.ts";
import type { Reading } from "#lib/contract/imports.ts";
import { amountVotes } from "#lib/import/amounts.ts";
import { dateVotes } from "#lib/import/cells.ts";
import type { FileFacts } from "#server/db/schema-import.ts";
import { cut } from "./cut.ts";
import { ownFieldOf, type ReadField } from "./own.ts";
import type { Table } from "./read-file.ts";

type Notation = Pick<Reading, "dates" | "numbers"> & { facts: Pick<FileFacts, "dates" | "numbers"> };

const DATE_FIELDS = ["date", "birthday", "anniversary"];
const LOOKED_AT_ONCE = 2_000;
const SHOWN = 3;
const LONGEST_SHOWN = 80;

/** How dates and numbers of these columns are written, and by how many that is known. In pieces: requests go on meanwhile. */
export async function notationOf(
  columns: Reading["columns"],
  { rows }: Pick<Table, "rows">,
  own: readonly ReadField[] = [],
): Promise<Notation> {
  const placesOf = (fields: string[], kinds: OwnKind[]) =>
    columns.flatMap((column, i) => {
      const kind = ownFieldOf(column, own)?.kind;
      return column && (kind ? kinds.includes(kind) : fields.includes(column)) ? [i] : [];
    });
  const dates = { places: placesOf(DATE_FIELDS, ["date"]), texts: new Set<string>(), open: [] as string[] };
  const numbers = {
    places: placesOf(["cost", "refunded"], ["number", "money"]),
    texts: new Set<string>(),
    open: [] as string[],
  };
  const day = { dayFirst: 0, monthFirst: 0 };
  const amount = { point: 0, comma: 0 };
  for (let from = 0; from < rows.length; from += LOOKED_AT_ONCE) {
    const piece = rows.slice(from, from + LOOKED_AT_ONCE);
    const filled = ({ places, texts }: typeof dates) => {
      const found = piece.flatMap(({ cells }) => places.flatMap((i) => (cells[i] ? [cells[i]] : [])));
      for (const text of found) if (texts.size < SHOWN) texts.add(text);
      return found;
    };
    const days = dateVotes(filled(dates));
    day.dayFirst += days.dayFirst;
    day.monthFirst += days.monthFirst;
    for (const text of days.open) dates.open.push(text);
    const amounts = amountVotes(filled(numbers));
    amount.point += amounts.point;
    amount.comma += amounts.comma;
    for (const text of amounts.open) numbers.open.push(text);
    await setImmediate();
  }
  const isDayFirst =
    day.dayFirst !== day.monthFirst
      ? day.dayFirst > day.monthFirst
      : dates.open.length > 0 && dates.open.every((text) => text.includes("."));
  return {
    dates: isDayFirst ? "dayFirst" : "monthFirst",
    numbers: amount.point >= amount.comma ? "point" : "comma",
    facts: {
      dates: {
        texts: telling(dates),
        sure: Math.max(day.dayFirst, day.monthFirst),
        isAsked: day.dayFirst + day.monthFirst === 0 && dates.open.length > 0,
      },
      numbers: {
        texts: telling(numbers),
        sure: Math.max(amount.point, amount.comma),
        isAsked: amount.point + amount.comma === 0 && numbers.open.length > 0,
      },
    },
  };
}

/** One that could be read either way comes first. */
function telling({ texts, open }: { texts: Set<string>; open: string[] }): string[] {
  return [...new Set([...open.slice(0, 1), ...texts])]
    .slice(0, SHOWN)
    .map((text) => cut(text, LONGEST_SHOWN));
}
