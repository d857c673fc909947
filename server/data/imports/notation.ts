import type { OwnKind } from "#lib/contract/field-terms.ts";
import type { Reading } from "#lib/contract/imports.ts";
import { yearlyKeys } from "#lib/contract/yearly-fields.ts";
import { amountVotes } from "#lib/import/amounts.ts";
import { dateVotes } from "#lib/import/cells.ts";
import type { FileFacts } from "#server/platform/db/schema-import.ts";
import { breathe } from "#server/platform/machine.ts";
import { ownFieldOf } from "./own.ts";
import { cut, type ReadField, type Store } from "./row-values.ts";

export type Places = { dates: number[]; numbers: number[] };
type Usual = Store["usual"];
type Notation = Pick<Reading, "dates" | "numbers"> & { facts: Pick<FileFacts, "dates" | "numbers"> };
export type Rows = { cells: string[] }[];

const DATE_FIELDS = ["date", "promised", ...yearlyKeys];
export const NUMBER_FIELDS = ["cost", "refunded", "paid", "open", "deposit"];
export const LOOKED_AT_ONCE = 2_000;
const MAX_EXAMPLES = 3;
const MAX_SHOWN_LENGTH = 80;

export function placesOf(columns: Reading["columns"], own: readonly ReadField[]): Places {
  const places = (fields: string[], kinds: OwnKind[]) =>
    columns.flatMap((column, i) => {
      const kind = ownFieldOf(column, own)?.kind;
      return column && (kind ? kinds.includes(kind) : fields.includes(column)) ? [i] : [];
    });
  return { dates: places(DATE_FIELDS, ["date"]), numbers: places(NUMBER_FIELDS, ["number", "money"]) };
}

export async function notationOf(
  columns: Reading["columns"],
  rows: Rows,
  own: readonly ReadField[],
  usual: Usual,
): Promise<Notation> {
  return readNotation(placesOf(columns, own), inPieces(rows), usual);
}

async function* inPieces(rows: Rows): AsyncGenerator<Rows> {
  for (let from = 0; from < rows.length; from += LOOKED_AT_ONCE) {
    yield rows.slice(from, from + LOOKED_AT_ONCE);
    await breathe();
  }
}

export async function readNotation(
  places: Places,
  pieces: AsyncIterable<Rows>,
  usual: Usual,
): Promise<Notation> {
  const dates = { texts: new Set<string>(), open: [] as string[], dayFirst: 0, monthFirst: 0 };
  const numbers = { texts: new Set<string>(), open: [] as string[], point: 0, comma: 0 };
  for await (const piece of pieces) {
    const filled = (of: keyof Places, texts: Set<string>) => {
      const found = piece.flatMap(({ cells }) => places[of].flatMap((i) => (cells[i] ? [cells[i]] : [])));
      for (const text of found) if (texts.size < MAX_EXAMPLES) texts.add(text);
      return found;
    };
    const days = dateVotes(filled("dates", dates.texts));
    dates.dayFirst += days.dayFirst;
    dates.monthFirst += days.monthFirst;
    for (const text of days.open) dates.open.push(text);
    const amounts = amountVotes(filled("numbers", numbers.texts));
    numbers.point += amounts.point;
    numbers.comma += amounts.comma;
    for (const text of amounts.open) numbers.open.push(text);
  }
  const isDotted = dates.open.length > 0 && dates.open.every((text) => text.includes("."));
  const undecided = isDotted ? "dayFirst" : usual.dates;
  const facts = factOf(dates, places.dates, dates.dayFirst, dates.monthFirst);
  return {
    dates: larger(dates, "dayFirst", "monthFirst") ?? undecided,
    numbers: larger(numbers, "point", "comma") ?? usual.numbers,
    facts: {
      dates: {
        ...facts,
        isAsked: facts.isAsked && !(isDotted && usual.dates === "dayFirst"),
      },
      numbers: factOf(numbers, places.numbers, numbers.point, numbers.comma),
    },
  };
}

function larger<K extends string>(votes: Record<K, number>, one: K, other: K): K | null {
  if (votes[one] === votes[other]) return null;
  return votes[one] > votes[other] ? one : other;
}

function factOf(
  { texts, open }: { texts: Set<string>; open: string[] },
  places: number[],
  one: number,
  other: number,
): FileFacts["dates"] {
  const shown = [...new Set([...open.slice(0, 1), ...texts])].slice(0, MAX_EXAMPLES);
  return {
    places,
    texts: shown.map((text) => cut(text, MAX_SHOWN_LENGTH)),
    sure: Math.max(one, other),
    isAsked: open.length > 0 && one > 0 === other > 0,
  };
}
