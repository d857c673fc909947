import {
  type ColumnField,
  type ImportField,
  type ImportKind,
  importFields,
  WRONG,
} from "#lib/contract/import-terms.ts";
import { readAmount } from "#lib/import/amounts.ts";
import { readDate } from "#lib/import/cells.ts";
import { bare, WHOLE, WORDS } from "#lib/import/columns.ts";
import { ownColumnsOf } from "#lib/own-columns.ts";
import type { FileFacts } from "#server/platform/db/schema-import.ts";
import { cut } from "./cut.ts";
import type { Table } from "./read-file.ts";
import { ITEMS } from "./vendors.ts";

type Column = ColumnField | null;
/** The store's own fields that a file of this kind may have. */
type Own = Parameters<typeof ownColumnsOf>[1];
type Words = { [F in ImportField]?: string[] };

const DATE = ["date", "saledate", "orderdate", "purchasedate", "transactiondate", "invoicedate", "datetime"];
const DATES = [
  ...DATE,
  "createdat",
  "created",
  "paidat",
  "soldon",
  "datum",
  "verkaufsdatum",
  "fecha",
  "kaufdatum",
];
const NOTE = [
  "note",
  "notes",
  "comment",
  "comments",
  "remark",
  "remarks",
  "memo",
  "notiz",
  "notizen",
  "bemerkung",
];
const NOTES = [...NOTE, "kommentar", "nota", "notas", "commentaire", "remarque"];
/** Of emails alone: a yes to text messages, or to keeping data, is none to emails. */
const CONSENT = [
  ...["marketingconsent", "emailconsent", "consent", "acceptsemailmarketing", "emailmarketingconsent"],
  ...[
    "acceptsmarketing",
    "emailmarketing",
    "marketingemails",
    "emailsubscriptionstatus",
    "subscriptionstatus",
  ],
  ...["emailsubscription", "emailoptin", "marketingoptin", "optin", "subscribed", "newsletter"],
  ...["einwilligung", "werbeeinwilligung", "consentement", "consentimiento", "boletin"],
  ...["acceptsemail", "emailsubscribed", "emailmarketingstatus"],
  // A yes in these is a no (`isRefusal`).
  ...["donotemail", "donotcontact", "donotmail", "noemail", "noemails", "nomarketing", "optout", "optedout"],
  ...["emailoptout", "hasoptedoutofemail", "optedoutofemail", "unsubscribed", "unsubscribedfromallemail"],
  ...["unsubscribedfromemail", "unsubtime", "marketingoptout", "keinewerbung", "keineemails", "abgemeldet"],
];
const PERSON: Words = {
  name: [...WHOLE, "billingname"],
  firstName: [...WORDS.firstName, "customerfirstname"],
  lastName: [...WORDS.lastName, "customerlastname"],
  email: [...WORDS.email, "customeremail"],
  phoneNumber: [...WORDS.phoneNumber, "customerphone"],
};
/** What columns are called, the likelier words first, as `bare` leaves them. */
const CALLED: Record<ImportKind, Words> = {
  contacts: {
    ...PERSON,
    birthday: WORDS.birthday,
    anniversary: WORDS.anniversary,
    consent: CONSENT,
    tags: ["tags", "tag", "labels", "label", "categories", "schlagworte", "etiquettes", "etiquetas"],
    note: NOTES,
  },
  sales: {
    date: DATES,
    cost: [
      ...["saleprice", "total", "amount", "totalcollected", "grosssales", "netsales", "price", "cost", "sum"],
      ...["betrag", "summe", "preis", "umsatz", "gesamt", "montant", "prix", "importe", "precio"],
    ],
    time: ["time", "uhrzeit", "heure", "hora"],
    refunded: ["refundedamount", "refunded", "partialrefunds", "erstattet", "erstattung", "rembourse"],
    currency: ["currency", "currencycode", "wahrung", "wahrungscode", "devise", "moneda", "divisa", "valuta"],
    category: [
      ...["category", "productcategory", "productname", "producttitle", "product", "item", "itemname"],
      ...["kategorie", "warengruppe", "produkt", "artikel", "categorie", "produit", "article", "categoria"],
      ...["producto", "articulo", "description"],
    ],
    invoiceNumber: [
      ...["invoicenumber", "invoice", "invoiceno", "receiptnumber", "receipt", "receiptno", "ordernumber"],
      ...[
        "orderid",
        "order",
        "transactionid",
        "paymentid",
        "saleid",
        "rechnungsnummer",
        "rechnung",
        "belegnummer",
      ],
      ...["beleg", "numerodefacture", "facture", "numerodefactura", "factura", "number"],
    ],
    ...PERSON,
    note: NOTES,
  },
  notes: { content: [...NOTES, "content", "text"], date: DATES, ...PERSON },
  categories: {
    category: [
      "producttitle",
      "category",
      "productcategory",
      "name",
      "title",
      "kategorie",
      "categorie",
      "categoria",
    ],
    description: ["description", "beschreibung", "descripcion", "details"],
  },
  appointments: {
    date: [...DATE, "start", "starts", "startdate", "startsat", "begin", "datum", "beginn", "fecha", "when"],
    time: ["time", "starttime", "uhrzeit", "zeit", "heure", "hora"],
    minutes: ["minutes", "duration", "durationmin", "length", "dauer", "minuten", "duree", "duracion"],
    title: [
      ...["appointmenttype", "appointment", "service", "title", "type", "subject", "treatment"],
      ...["termin", "leistung", "titel"],
    ],
    ...PERSON,
    content: [...NOTES, "content", "text"],
  },
};
// What programs add for themselves.
const OWN =
  /^(fax|.*(uu)?id|created.*|updated.*|lastmodified.*|.*label|type|gender|language|photo|.*marketing.*)$/;
// Of the rows that were downloaded to be corrected.
const OURS = bare(WRONG);
const LOOKED_AT = 500;
const SAMPLES = 60;
const SHOWN = 3;
const LONGEST_SHOWN = 80;

const NAMES = new Set(Object.values(CALLED).flatMap((words) => Object.values(words).flat()));

/** Whether a cell is a word that columns are called by. */
export function isColumnName(cell: string): boolean {
  return cell.length < 60 && !/[@\d]/.test(cell) && NAMES.has(bare(cell));
}

/** The kind whose columns the file has. What the list that somebody came from holds counts where several could be. */
export function kindOf(headers: string[], wanted: ImportKind | null): ImportKind {
  if (wanted) return wanted;
  const has = (kind: ImportKind, ...fields: ImportField[]) => {
    const columns = byName(kind, headers);
    return fields.every((field) => columns.includes(field));
  };
  const isPerson =
    has("contacts", "phoneNumber") || has("contacts", "birthday") || has("contacts", "firstName");
  if (has("sales", "cost") && has("sales", "date")) return "sales";
  if (has("appointments", "date") && (has("appointments", "minutes") || has("appointments", "time"))) {
    return "appointments";
  }
  if (has("notes", "content") && (has("notes", "date") || !isPerson)) return "notes";
  return isPerson || has("contacts", "email")
    ? "contacts"
    : has("categories", "category")
      ? "categories"
      : "contacts";
}

/** What each column holds: by its name, then by what stands in it. What is left becomes a contact's note, or nothing. */
export function columnsOf(
  kind: ImportKind,
  { headers, rows }: Pick<Table, "headers" | "rows">,
  own: Own = [],
): Column[] {
  const columns = byName(kind, headers, own);
  const filled = headers.map((_, i) =>
    rows
      .slice(0, LOOKED_AT)
      .flatMap(({ cells }) => (cells[i]?.trim() ? [cells[i].trim()] : []))
      .slice(0, SAMPLES),
  );
  const find = (field: ImportField, fits: (cell: string) => boolean) => {
    if (!fieldsOf(kind).includes(field) || columns.includes(field)) return;
    const at = columns.findIndex((column, i) => {
      const cells = filled[i] ?? [];
      return column === null && cells.length > 0 && cells.filter(fits).length >= cells.length * 0.8;
    });
    if (at >= 0) columns[at] = field;
  };
  find("email", (cell) => /^[^\s@]{1,100}@[^\s@]{1,100}$/.test(cell));
  find("date", isDate);
  find(
    "cost",
    (cell) =>
      /[.,]\d{2}$|\p{Sc}/u.test(cell) && (readAmount(cell, "point") ?? readAmount(cell, "comma")) !== null,
  );
  find("phoneNumber", (cell) => cell.length < 30 && /^[+(]?\d[\d\s()./-]{7,}$/.test(cell) && !isDate(cell));
  if (kind === "sales") return columns.map((column, i) => (headers[i] === ITEMS ? "note" : column));
  if (kind !== "contacts") return columns;
  return columns.map((column, i) => {
    const name = bare(headers[i] ?? "");
    if (column !== null || OWN.test(name) || name === OURS) return column;
    return rows.some(({ cells }) => cells[i]?.trim()) ? "note" : null;
  });
}

function fieldsOf(kind: ImportKind): readonly ColumnField[] {
  return importFields[kind];
}

function byName(kind: ImportKind, headers: string[], own: Own = []): Column[] {
  const names = headers.map(bare);
  // What the store has called so itself is that, and no word of ours.
  const columns: Column[] = ownColumnsOf(headers, own).map((id): Column => (id ? `own:${id}` : null));
  const called = CALLED[kind];
  const find = (field: ImportField, fits: (name: string, word: string) => boolean) => {
    if (columns.includes(field)) return;
    for (const word of called[field] ?? []) {
      const at = names.findIndex((name, i) => columns[i] === null && fits(name, word));
      if (at < 0) continue;
      columns[at] = field;
      return;
    }
  };
  for (const field of importFields[kind]) {
    // Where both names have their columns, a third one is nobody's whole name.
    if (field !== "name") find(field, (name, word) => name === word);
  }
  if (!columns.includes("lastName")) find("name", (name, word) => name === word);
  for (const field of importFields[kind])
    find(
      field,
      (name, word) =>
        word.length > 4 && name.includes(word) && !["note", "consent", "tags", "currency"].includes(field),
    );
  if (columns.includes("firstName") && columns.includes("lastName")) drop(columns, "name");
  // "Mobile" beside "Phone", "Email 2" beside "Email": the first that is filled counts.
  for (const field of ["email", "phoneNumber"] as const) {
    if (!columns.includes(field)) continue;
    const words = called[field] ?? [];
    for (const [i, name] of names.entries()) {
      const isOther = /fax|type|label|display|consent|marketing|optin|optout|status|subscri/.test(name);
      if (columns[i] !== null || isOther || !name) continue;
      if (words.some((word) => name === word || (word.length > 4 && name.includes(word)))) columns[i] = field;
    }
  }
  return columns;
}

function drop(columns: Column[], field: ImportField): void {
  const at = columns.indexOf(field);
  if (at >= 0) columns[at] = null;
}

function isDate(cell: string): boolean {
  return cell.length < 40 &&
    readDate(cell, { dayFirst: true, today: { year: 2100, month: 1, day: 1 } }) !== null
    ? true
    : /^\d{4}-\d{2}-\d{2}[T ]/.test(cell);
}

/** The names of the columns, by which a file that comes again is read as before. */
export function signatureOf(headers: string[]): string {
  return cut(headers.map((header) => bare(header) || header).join("|"), 2_000);
}

/** What the screen shows of a file beside its rows. */
export function factsOf(
  table: Table,
  notation: Pick<FileFacts, "dates" | "numbers">,
  isRemembered: boolean,
): FileFacts {
  const samples = table.headers.map((_, i) => firstOf(table.rows, i).map((text) => cut(text, LONGEST_SHOWN)));
  const above = table.above.map((text) => cut(text, LONGEST_SHOWN));
  return { headers: table.headers, samples, above, letters: lettersOf(table), ...notation, isRemembered };
}

/** The first filled cells of a column, however far down they are. */
function firstOf(rows: Table["rows"], column: number): string[] {
  const found: string[] = [];
  for (const { cells } of rows) {
    const text = cells[column]?.trim();
    if (text) found.push(text);
    if (found.length === SHOWN) break;
  }
  return found;
}

/** The first cell with letters that another encoding would show otherwise. */
function lettersOf({ encoding, rows }: Table): FileFacts["letters"] {
  if (encoding !== "utf-8" && encoding !== "windows-1252") return null;
  for (const { number, cells } of rows.slice(0, 20_000)) {
    for (const cell of cells) {
      const reads = /[\u00a1-\uffff]/.test(cell) ? cut(cell.trim(), 40) : "";
      if (!reads) continue;
      const bytes = encoding === "utf-8" ? new TextEncoder().encode(reads) : Buffer.from(reads, "latin1");
      const not = new TextDecoder(encoding === "utf-8" ? "windows-1252" : "utf-8").decode(bytes);
      return { row: number, reads, not };
    }
  }
  return null;
}
