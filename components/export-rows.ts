import { call } from "#lib/api/call.ts";
import type { Row } from "#lib/api/keys.ts";
import type { Contact } from "#lib/contract/contacts.ts";
import type { Input, ListName, Query } from "#lib/contract/contract.ts";
import type { Sale } from "#lib/contract/sales.ts";
import { fileName, saveFile, writeCsv } from "#lib/csv.ts";
import { typedDay } from "#lib/date-input.ts";
import { readDay, today, writeDay } from "#lib/dates.ts";

/** How far an export is; nothing more is read after `signal` is aborted. */
export type ExportWatch = { onRead: (rows: number) => void; signal: AbortSignal };

type Export<N extends ListName> = {
  list: N;
  search: string;
  /** "contacts", for the file's name: what, whose, when. */
  what: string;
  store?: string;
  timezone?: string;
  headers: string[];
  cells: (row: Row<N>) => string[];
  /** Which of the rows that the search finds are wanted; all unless said. */
  fits?: (row: Row<N>) => boolean;
};

/** Saves all that a search finds as a CSV file; resolves to the number of rows, null where it was stopped. */
async function exportRows<N extends ListName>(
  { list, search, what, store = "", timezone, headers, cells, fits = () => true }: Export<N>,
  watch: ExportWatch,
): Promise<number | null> {
  const rows = (await readAll(list, search, watch))?.filter(fits);
  if (!rows) return null;
  const day = writeDay(today(timezone)).slice(0, 10);
  saveFile(fileName(what, store, day), writeCsv([headers, ...rows.map(cells)]));
  return rows.length;
}

// The most that a page may have.
const LIMIT = 100;

/**
 * Every row that a search finds, newest first. `onRead` is told how many there are so far; nothing more is asked after
 * `signal` is aborted, and then the answer is null. Throws ApiError.
 */
export async function readAll<N extends ListName>(
  name: N,
  search: string,
  { onRead, signal }: { onRead: (rows: number) => void; signal: AbortSignal },
): Promise<Row<N>[] | null> {
  const rows = new Map<string, Row<N>>();
  for (let page = 1; !signal.aborted; page++) {
    const query: Query<ListName> = { page, limit: LIMIT, sort: "createdAt:desc", search: search.trim() };
    const found = (await call<N>(name, { query } as Input<N>)) as Row<N>[];
    const before = rows.size;
    for (const row of found) rows.set(row.id, row);
    // How long a page is, is the host's affair, and one without pages repeats the first: what counts is what is new.
    if (rows.size === before) return [...rows.values()];
    onRead(rows.size);
  }
  return null;
}

type WantedContacts = {
  search: string;
  store?: string;
  timezone?: string;
  fits: (contact: Contact) => boolean;
};

const CONTACT_HEADERS = [
  "First Name",
  "Last Name",
  "Email",
  "Phone Number",
  "Birthday",
  "Anniversary",
  "Recent Sale",
  "Recent Sale Date",
];

/** The contacts that the search and the filter find, with columns that an import knows again. */
export function exportContacts(wanted: WantedContacts, watch: ExportWatch): Promise<number | null> {
  const date = (iso: string | null | undefined) => {
    const day = readDay(iso, wanted.timezone);
    return day ? typedDay(day) : "";
  };
  const cells = ({ recentSale, ...contact }: Contact) => [
    contact.firstName,
    contact.lastName,
    contact.email,
    contact.phoneNumber,
    date(contact.birthday),
    date(contact.anniversary),
    recentSale?.cost?.toFixed(2) ?? "",
    date(recentSale?.createdAt),
  ];
  return exportRows(
    { ...wanted, list: "contacts.list", what: "contacts", headers: CONTACT_HEADERS, cells },
    watch,
  );
}

type WantedSales = { search: string; store?: string; timezone?: string };

const SALE_HEADERS = ["Contact Name", "Sale Price", "Product Name", "Sale Date", "Invoice Number"];

/** The sales that the search finds. */
export function exportSales(wanted: WantedSales, watch: ExportWatch): Promise<number | null> {
  const cells = (sale: Sale) => {
    const day = readDay(sale.createdAt, wanted.timezone);
    return [
      sale.contact?.name ?? "",
      sale.cost?.toFixed(2) ?? "",
      sale.productCategory?.name || sale.item || "",
      day ? typedDay(day) : "",
      sale.invoiceNumber,
    ];
  };
  return exportRows({ ...wanted, list: "sales.list", what: "sales", headers: SALE_HEADERS, cells }, watch);
}
