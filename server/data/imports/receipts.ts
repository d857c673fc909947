import { personColumns } from "#lib/contract/import-terms.ts";
import { toMinorUnits, write } from "#lib/contract/sale-totals.ts";
import { amountVotes, currenciesOf, readAmount } from "#lib/import/amounts.ts";
import { bare } from "#lib/import/columns.ts";
import { readItems, writeItems } from "#lib/sale-cells.ts";
import { PRICE, QUANTITY, RECEIPT_NUMBER, TYPE } from "./column-words.ts";
import { isSum } from "./headings.ts";
import { NUMBER_FIELDS } from "./notation.ts";
import { piecesIn } from "./row-values.ts";
import { isUnusual } from "./sale-values.ts";
import { type Asked, columnsOf, kindOf } from "./understand.ts";
import type { Table } from "./vendors.ts";

const ITEMS = "Items";
const DESCRIPTION = /^(item|itemname|product|productname|description|artikel|designation|article)$/;
const MAX_ITEMS = 100;
const DIGITS = 4;

type Row = Table["rows"][number];

/** The rows of one receipt become one sale. Rows that may repeat its total stay, and the import asks. */
export function joinReceipts(table: Table, { wanted, saved }: Pick<Asked, "wanted" | "saved">): Table {
  const { headers, rows } = table;
  const isUsed = saved?.uses.some(({ header }) => header === ITEMS) ?? false;
  if (headers.includes(ITEMS) || kindOf(headers, wanted) !== "sales" || (saved && !isUsed)) return table;
  const places = placesIn(table);
  if (!places) return table;
  const groups = Map.groupBy(rows, (row) => cellAt(row, places.number) || `row ${row.number}`);
  const joined = [...groups.values()].flatMap((lines) => {
    const [first, ...more] = lines;
    const cells = first && more.length > 0 ? joinedCells(table, places, first, lines) : null;
    return first && cells ? [{ number: first.number, cells }] : lines;
  });
  if (joined.length === rows.length && !isUsed) return table;
  return {
    ...table,
    headers: [...headers, ITEMS],
    rows: joined.map((row) => ({ ...row, cells: [...headers, ITEMS].map((_, i) => row.cells[i] ?? "") })),
  };
}

type Places = NonNullable<ReturnType<typeof placesIn>>;

/** Null if the file has no receipts. `alike`: columns that are the same in all rows of one receipt. */
function placesIn(table: Table) {
  const columns = columnsOf("sales", table);
  const placesOf = (...fields: (typeof columns)[number][]) =>
    fields.map((field) => columns.indexOf(field)).filter((place) => place >= 0);
  const [number, cost] = [columns.indexOf(RECEIPT_NUMBER), columns.indexOf("cost")];
  if (number < 0 || cost < 0 || !columns.includes("date")) return null;
  const category = columns.indexOf("category");
  const names = table.headers.map(bare);
  const types = names.flatMap((name, at) => (columns[at] === null && TYPE.test(name) ? [at] : []));
  return {
    columns,
    number,
    cost,
    category,
    people: placesOf(...personColumns),
    alike: placesOf("date", "status", "currency"),
    types,
    whole: placesOf(RECEIPT_NUMBER, "time", "category"),
    quantity: names.findIndex((name) => QUANTITY.test(name)),
    text: names.findIndex((name, at) => at !== category && DESCRIPTION.test(name)),
    isPriceOfOne: PRICE.test(names[cost] ?? ""),
    ...notationOf(table.rows.map(({ cells }) => cells[cost] ?? "")),
  };
}

function notationOf(amounts: string[]) {
  const { point, comma, open } = amountVotes(amounts);
  return {
    notation: comma > 0 ? ("comma" as const) : ("point" as const),
    isUnclear: point > 0 === comma > 0 && (point > 0 || open.length > 0),
  };
}

function cellAt(row: Row, place: number): string {
  return row.cells[place]?.trim() ?? "";
}

function joinedCells(table: Table, places: Places, first: Row, lines: Row[]): string[] | null {
  const { cost, notation, people } = places;
  const paid = lines.map((row) => readAmount(cellAt(row, cost), notation));
  const marks = new Set(lines.flatMap((row) => currenciesOf(cellAt(row, cost))));
  const isOne =
    !places.isUnclear &&
    lines.length <= MAX_ITEMS &&
    marks.size < 2 &&
    new Set(paid.map(Number)).size > 1 &&
    places.alike.every((place) => lines.every((row) => cellAt(row, place) === cellAt(first, place))) &&
    places.types.every((place) => isOneType(lines.map((row) => cellAt(row, place)))) &&
    people.every((place) => lines.every((row) => ["", cellAt(first, place)].includes(cellAt(row, place)))) &&
    !lines.some((row) => table.merged?.get(row.number)?.includes(cost) || row.cells.some(isSum)) &&
    !(places.isPriceOfOne && lines.some((row) => piecesIn(cellAt(row, places.quantity)) !== 1));
  if (!isOne || !paid.every((amount) => amount && !amount.startsWith("-"))) return null;
  const units = paid.map((amount) => toMinorUnits(amount ?? "0", DIGITS));
  const sum = units.reduce((total, one) => total + one, 0n);
  if (units.some((one) => one * 2n === sum)) return null;
  const items = lines.map((row, i) => itemOf(row, places, units[i] ?? 0n));
  const written = writeItems({ items, discount: null, tax: null });
  if (!readItems(written)) return null;
  const total = plain(sum);
  const cells = table.headers.map((_, place) =>
    together(
      lines.map((row) => cellAt(row, place)),
      NUMBER_FIELDS.includes(places.columns[place] ?? ""),
    ),
  );
  cells[cost] = `${[...marks][0] ?? ""} ${notation === "comma" ? total.replace(".", ",") : total}`.trim();
  for (const place of [...places.whole, ...people]) cells[place] = cellAt(first, place);
  return [...cells, written];
}

function isOneType(cells: string[]): boolean {
  return new Set(cells).size === 1 || !cells.some(isUnusual);
}

function itemOf(row: Row, { quantity, text, category }: Places, units: bigint) {
  const count = piecesIn(cellAt(row, quantity)) ?? 1;
  const pieces = BigInt(count);
  const isEven = pieces > 0n && units % (pieces * 100n) === 0n;
  const description = cellAt(row, text);
  return {
    category: cellAt(row, category) || "Other",
    description: isEven || pieces < 2n ? description : `${description} × ${count}`.trim(),
    quantity: isEven ? count : 1,
    price: plain(isEven ? units / pieces : units),
    discount: null,
  };
}

function plain(units: bigint): string {
  return write(units, DIGITS).replace(/00$/, "");
}

/** Joins other amounts with “;”, so that the import asks about them. */
function together(cells: string[], isMoney: boolean): string {
  const filled = cells.filter(Boolean);
  const isAmount = filled.some((cell) => /[1-9]/.test(cell) && (isMoney || /\d[.,]\d\d\D*$/.test(cell)));
  return (isAmount ? filled : [...new Set(filled)]).join("; ");
}
