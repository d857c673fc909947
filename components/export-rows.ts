import { call } from "#lib/api/call.ts";
import type { ListFilter, Row } from "#lib/api/keys.ts";
import { fieldsWith, headingOf } from "#lib/contract/built-in-fields.ts";
import { contactFields } from "#lib/contract/contact-fields.ts";
import type { Contact } from "#lib/contract/contacts.ts";
import type { Input, ListName, Query } from "#lib/contract/contract.ts";
import type { OwnSubject, OwnValue } from "#lib/contract/field-terms.ts";
import type { Money } from "#lib/contract/money.ts";
import type { OwnField } from "#lib/contract/own-fields.ts";
import { plainSaleFields } from "#lib/contract/plain-sale-fields.ts";
import { type MethodNames, methodName } from "#lib/contract/sale-items.ts";
import type { Discount } from "#lib/contract/sale-totals.ts";
import type { Sale } from "#lib/contract/sales.ts";
import { isWalkIn } from "#lib/contract/walk-in.ts";
import { writeCsv } from "#lib/csv.ts";
import { type Day, dayInFile, formatMoment, isoDay, NO_YEAR, readDay, today, writeDay } from "#lib/dates.ts";
import { actorWords, changeWords, deedWord, kindWord } from "#lib/journal-words.ts";
import { columnNames } from "#lib/own-columns.ts";
import { writeItems } from "#lib/sale-cells.ts";
import { fileName, saveFile } from "#lib/save-file.ts";
import type { Cell } from "#lib/xlsx.ts";

export type ExportWatch = { onRead: (rows: number) => void; signal: AbortSignal };
export type ExportFormat = "csv" | "xlsx";
type ListCell = string | { amount: string } | { day: Day };

type Export<N extends ListName> = {
  list: N;
  search: string;
  filter?: ListFilter;
  what: string;
  store?: string;
  timezone?: string;
  headers: string[];
  cells: (row: Row<N>) => ListCell[];
  digits?: number;
  format?: ExportFormat;
  fits?: ((row: Row<N>) => boolean) | undefined;
  most?: number | undefined;
};

async function exportRows<N extends ListName>(
  { list, search, filter, what, store = "", timezone, headers, cells, digits = 2, ...rest }: Export<N>,
  watch: ExportWatch,
): Promise<number | null> {
  const { format = "csv", fits = () => true, most = Number.POSITIVE_INFINITY } = rest;
  const enough = (rows: Row<N>[]) => rows.filter(fits).length >= most;
  const found = (await readAll(list, search, watch, filter, enough))?.filter(fits);
  if (!found) return null;
  const rows = found.map(cells);
  const name = fileName(format, what, store, isoDay(today(timezone)));
  if (format === "csv") saveFile(name, writeCsv([headers, ...rows.map((row) => row.map(typed))]));
  else {
    const { saveWorkbook } = await import("#lib/xlsx.ts");
    await saveWorkbook(name, { name: what, headers, rows: [rows.map((row) => row.map(toCell))], digits });
  }
  return rows.length;
}

function typed(cell: ListCell): string {
  if (typeof cell === "string") return cell;
  return "amount" in cell ? cell.amount : dayInFile(writeDay(cell.day));
}

function toCell(cell: ListCell): Cell {
  if (typeof cell === "string" || "amount" in cell) return cell;
  return { wall: Date.parse(isoDay(cell.day)), isDay: true };
}

const LIMIT = 100;

/** Null after `signal` is aborted. Throws ApiError. */
export async function readAll<N extends ListName>(
  name: N,
  search: string,
  { onRead, signal }: { onRead: (rows: number) => void; signal: AbortSignal },
  filter?: ListFilter,
  enough: (rows: Row<N>[]) => boolean = () => false,
): Promise<Row<N>[] | null> {
  const rows = new Map<string, Row<N>>();
  for (let page = 1; !signal.aborted; page++) {
    const query: Query<ListName> = {
      sort: "createdAt:desc",
      ...filter,
      ...{ page, limit: LIMIT, search: search.trim() },
    };
    const found = (await call<N>(name, { query } as Input<N>)) as Row<N>[];
    const before = rows.size;
    for (const row of found) rows.set(row.id, row);
    // Hosts choose their page size, and one without pages repeats the first, so only new rows count.
    if (rows.size === before) return [...rows.values()];
    onRead(rows.size);
    if (enough([...rows.values()])) return [...rows.values()];
  }
  return null;
}

function dayCell(iso: string | null | undefined, timezone?: string): ListCell {
  const day = readDay(iso, timezone);
  if (day?.year === NO_YEAR) return dayInFile(writeDay(day));
  return day ? { day } : "";
}

const exact = ({ money: { digits } }: { money: Money }) => ({ digits });

type Paper = Pick<Export<ListName>, "format" | "store" | "timezone">;
type Wanted = Paper & {
  search: string;
  segment?: Pick<ListFilter, "where" | "sort"> | undefined;
  money: Money;
  methods?: MethodNames | undefined;
  complete: boolean;
};
type WantedContacts = Wanted & Pick<Export<"contacts.list">, "fits" | "most">;

const CONTACT_HEADERS = [...contactFields.map(headingOf), "Recent Sale", "Recent Sale Date"];

const consentCells = { given: "Yes", withdrawn: "No", unknown: "" };

export async function exportContacts({ complete, segment, ...wanted }: WantedContacts, watch: ExportWatch) {
  const own = complete ? await ownFields("contacts") : [];
  const date = (iso: string | null | undefined) => dayCell(iso, wanted.timezone);
  const cells = ({ recentSale, consent, fields, tags, addresses, ...contact }: Contact) => [
    ...contactFields.map(({ key, kind }) => (kind === "date" ? date(contact[key]) : (contact[key] ?? ""))),
    recentSale?.cost == null ? "" : { amount: wanted.money.plain(recentSale.cost) },
    date(recentSale?.createdAt),
    ...(complete
      ? [
          (tags ?? []).map(({ name }) => name).join(", "),
          consentCells[consent?.state ?? "unknown"],
          (addresses ?? []).map(({ address }) => address).join("\n"),
        ]
      : []),
    ...own.map((field) => ownCell(field, fields?.[field.id], wanted.money)),
  ];
  const names = columnNames(own);
  const headers = [
    ...CONTACT_HEADERS,
    ...(complete ? ["Tags", "Marketing Consent", "More emails and numbers"] : []),
    ...own.map(({ id, label }) => names.get(id) ?? label),
  ];
  const filter: ListFilter = { ...segment, ...(complete && { with: "all" as const }) };
  const list: "contacts.list" | "contacts.segment" = segment ? "contacts.segment" : "contacts.list";
  return exportRows({ ...wanted, ...exact(wanted), list, filter, what: "contacts", headers, cells }, watch);
}

async function ownFields(of: OwnSubject): Promise<OwnField[]> {
  return (await call("fields.list", {})).filter((field) => field.of === of && !field.isArchived);
}

function ownCell({ kind, options }: OwnField, value: OwnValue | undefined, money: Money): ListCell {
  if (value === undefined) return "";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  const text = (id: string) => options.find((one) => one.id === id)?.text ?? "";
  if (Array.isArray(value)) return value.map(text).filter(Boolean).join("; ");
  if (kind === "choice") return text(value);
  if (kind === "date") return dayCell(value);
  return kind === "money" ? { amount: money.plain(Number(value)) } : value;
}

const SALE_HEADERS = ["Contact Name", "Sale Price", "Product Name", "Sale Date"];
const EXTRA_HEADERS = ["Refunded", "Paid", "Open", "Method", "Items", "Discount", "Tax", "Sold by"];

function extraCells(sale: Sale, { money, methods }: Pick<Wanted, "money" | "methods">): ListCell[] {
  const { cost, tax, items, soldBy } = sale;
  const cell = (value: number | null | undefined) => ({ amount: money.plain(value ?? 0) });
  const filled = (value: number | null | undefined) => (value ? cell(value) : "");
  const before = money.sum([cost ?? 0, tax && !tax.isIncluded ? -(tax.amount ?? 0) : 0]);
  const priced = items?.map(({ price, quantity }) => (price ?? 0) * quantity);
  return [
    ...[filled(sale.refunded), cell(sale.paid), cell(sale.open), methodName(methods, sale.method ?? "")],
    ...[
      items || tax ? itemsText(sale, before, money) : "",
      filled(priced && money.sum([...priced, -before])),
    ],
    ...[filled(tax?.amount), soldBy?.name ?? ""],
  ];
}

function itemsText({ items, discount, tax, productCategory, item }: Sale, price: number, money: Money) {
  const written = (off: Sale["discount"]): Discount | null =>
    off
      ? { kind: off.kind, value: off.kind === "percent" ? (off.value ?? 0) : money.plain(off.value ?? 0) }
      : null;
  const one = { productCategory, description: null, quantity: 1, price, discount: null };
  return writeItems({
    items: (items ?? [one]).map(({ productCategory, description, quantity, price, discount }) => ({
      ...{ category: productCategory?.name || item || "", description: description ?? "", quantity },
      ...{ price: money.plain(price ?? 0), discount: written(discount ?? undefined) },
    })),
    discount: written(discount),
    tax: tax ? { rate: tax.rate ?? 0, isIncluded: tax.isIncluded } : null,
  });
}

export async function exportSales({ segment, complete, ...wanted }: Wanted, watch: ExportWatch) {
  const own = complete ? await ownFields("sales") : [];
  const names = columnNames(own);
  const list: "sales.list" | "sales.segment" = segment ? "sales.segment" : "sales.list";
  const fields = fieldsWith(complete, plainSaleFields);
  const cells = (sale: Sale) => [
    isWalkIn(sale.contact) ? "" : (sale.contact?.name ?? ""),
    sale.cost === null ? "" : { amount: wanted.money.plain(sale.cost) },
    sale.productCategory?.name || sale.item || "",
    dayCell(sale.createdAt, wanted.timezone),
    ...fields.map(({ key }) => sale[key] ?? ""),
    ...(complete ? extraCells(sale, wanted) : []),
    ...own.map((field) => ownCell(field, sale.fields?.[field.id], wanted.money)),
  ];
  const headers = [
    ...SALE_HEADERS,
    ...fields.map(headingOf),
    ...(complete ? EXTRA_HEADERS : []),
    ...own.map(({ id, label }) => names.get(id) ?? label),
  ];
  return exportRows(
    { ...wanted, ...exact(wanted), list, filter: segment, what: "sales", headers, cells },
    watch,
  );
}

export function exportHistory(wanted: Paper & { filter: ListFilter }, watch: ExportWatch) {
  const { timezone } = wanted;
  const headers = ["When", "Who", "What", "Record", "Name", "Changes"];
  const cells = (entry: Row<"history.list">) => [
    formatMoment(entry.at, timezone),
    actorWords(entry.actor),
    deedWord(entry),
    kindWord(entry.kind),
    entry.name,
    changeWords(entry, timezone)
      .map(({ field, from, to }) => (from || to ? `${field}: ${from} → ${to}` : field))
      .join("; "),
  ];
  return exportRows({ ...wanted, search: "", list: "history.list", what: "history", headers, cells }, watch);
}
