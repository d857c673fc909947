import { personKeys } from "#lib/contract/contact-field-sets.ts";
import type { ImportField } from "#lib/contract/import-terms.ts";
import type { Reading } from "#lib/contract/imports.ts";
import { plainSaleFields } from "#lib/contract/plain-sale-fields.ts";
import { methodNamed } from "#lib/contract/sale-items.ts";
import { type YearlyKey, yearlyKeys } from "#lib/contract/yearly-fields.ts";
import { formatDay, NO_YEAR, readDay, writeDay } from "#lib/dates.ts";
import { readDate, readMinutes, readTime, serialDate, TIME } from "#lib/import/cells.ts";
import { bare } from "#lib/import/columns.ts";
import { withoutWeekday } from "#lib/import/worded-dates.ts";
import { instantOf } from "#lib/time/clock.ts";
import { isKnown, MINUTE } from "#lib/time/zone.ts";
import { checkHeading, checkSubject, checkWidth } from "./headings.ts";
import { amountIn } from "./money.ts";
import { readOwn } from "./own.ts";
import {
  checkPerson,
  readAddresses,
  readConsents,
  readNames,
  readNumber,
  readTagNames,
  readTexts,
} from "./person-values.ts";
import { stateIn, ticketIn } from "./repair-words.ts";
import {
  createRowReader,
  cut,
  type Filled,
  inReach,
  type ReadFile,
  type ReadRow,
  type RowReader,
  type Store,
  showMoment,
  type Values,
} from "./row-values.ts";
import { checkStatus, readSale } from "./sale-values.ts";
import { badDate, isAfter, otherOrder } from "./suggestions.ts";

const MAX_LENGTHS = {
  category: 100,
  description: 1_000,
  plain: 100,
  method: 40,
  soldBy: 100,
  title: 100,
  content: 10_000,
  repair: 120,
  words: 1_000,
};
const PLAIN = plainSaleFields.map(({ key }) => key);

export function readRow(
  cells: string[],
  file: ReadFile,
  reading: Reading,
  mended: Record<string, string>,
  store: Store,
): ReadRow {
  const row = createRowReader({ cells, file, reading, mended, store });
  const { doubts, shown, doubt, has } = row;
  const { kind } = reading;
  const values: Values = {
    ...readNames(row),
    email: row.line("email"),
    ...each(yearlyKeys, (field) => readYearly(row, field)),
    consent: readConsents(row),
    texts: readTexts(row),
    tags: readTagNames(row),
    addresses: [],
    own: readOwn(cells, reading, mended, store, row),
    cost: null,
    refunded: null,
    items: null,
    payments: null,
    method: limited(row, "method", MAX_LENGTHS.method),
    soldBy: limited(row, "soldBy", MAX_LENGTHS.soldBy),
    date: null,
    category: limited(row, "category", MAX_LENGTHS.category),
    description: limited(row, "description", MAX_LENGTHS.description),
    ...each(PLAIN, (field) => limited(row, field, MAX_LENGTHS.plain)),
    content: row.text("content"),
    title: limited(row, "title", MAX_LENGTHS.title),
    minutes: 30,
    repair: null,
    ...readNumber(row),
  };
  const { addresses, rest } = readAddresses(row, values);
  values.addresses = addresses;
  if (kind === "contacts" || kind === "repairs") checkPerson(row, values);
  for (const field of personKeys) if (has(field) || values[field]) shown[field] = values[field];
  for (const field of ["category", "description", "method", "soldBy", ...PLAIN, "title"] as const) {
    if (has(field)) shown[field] = values[field];
  }
  values.method = methodNamed(store.methods, values.method);
  if (kind === "sales" || kind === "appointments") checkStatus(row);
  if (kind === "sales") readSale(row, values);
  if (has("date")) values.date = readMoment(row);
  if (kind === "repairs") readRepair(row, values);
  values.minutes = readLength(row, values.date);
  if (kind === "notes" && !values.content) doubt("content", "missing", "No text");
  if (kind === "categories" && !values.category) doubt("category", "missing", "No name");
  if (kind === "contacts" || kind === "sales" || kind === "repairs") values.content = otherColumns(row, rest);
  checkContent(row, values.content);
  checkWidth(row);
  checkHeading(row);
  checkSubject(row);
  return { values, shown, doubts };
}

function checkContent({ has, shown, doubt }: RowReader, content: string): void {
  if (content.length > MAX_LENGTHS.content)
    doubt(
      has("content") ? "content" : "note",
      "unreadable",
      "Longer than 10,000 characters",
      cut(content, MAX_LENGTHS.content),
    );
  if (has("content")) shown.content = content;
  if (has("note")) shown.note = content;
}

const ONLY_NOTE = /^(notes?|comments?|bemerkung|notiz(en)?|kommentar|remarks?|memo|other details)$/i;

function otherColumns({ mended, filled }: RowReader, others: Filled[]): string {
  const written = Object.hasOwn(mended, "note") ? mended.note : undefined;
  if (written !== undefined) return written.trim();
  const said = [...filled("note"), ...others];
  return said.map(({ header, cell }) => (ONLY_NOTE.test(header) ? cell : `${header}: ${cell}`)).join("\n");
}

function limited({ line, doubt }: RowReader, field: ImportField, most: number): string {
  const written = line(field);
  if (written.length > most) doubt(field, "unreadable", `Longer than ${most} characters`, cut(written, most));
  return cut(written, most);
}

function each<K extends string, V>(keys: readonly K[], read: (key: K) => V) {
  return Object.fromEntries(keys.map((key) => [key, read(key)])) as Record<K, V>;
}

const MAX_LENGTH = 60;

function doubtDate(
  { doubt, reading, store }: RowReader,
  field: YearlyKey | "date" | "promised",
  written: string,
): void {
  doubt(
    field,
    "unreadable",
    badDate(written, reading.dates),
    otherOrder(written, reading.dates, store.today),
  );
}

/** "0000-00-00", "1/1/1900" and Excel's "1/0/1900" mean nothing. */
const NO_DAY =
  /^(0+[/.-]0+[/.-]0+|(0?[01])[/.-]0?[01][/.-]1900|1900-01-0[01]|1899-12-3[01]|(12[/.-]30|30[/.-]12)[/.-]1899|0001-01-01)([T ](00?|12):00(:00(\.0+)?)?( ?AM|Z)?)?$/i;

function readYearly(row: RowReader, field: YearlyKey): string | null {
  const { line, has, shown, reading, store } = row;
  const written = line(field);
  if (has(field)) shown[field] = "";
  if (!written || NO_DAY.test(written)) return null;
  shown[field] = cut(written, MAX_LENGTH);
  const how = { dayFirst: reading.dates === "dayFirst", today: store.today, yearless: true };
  const found = written.length <= MAX_LENGTH ? readDate(serialDate(written) ?? written, how) : null;
  if (!found) {
    doubtDate(row, field, written);
    return null;
  }
  const isTooOld = found.year !== NO_YEAR && found.year < store.today.year - 120;
  if (isTooOld && !row.isMended(field)) {
    row.doubt(field, "unreadable", "More than 120 years ago");
    return null;
  }
  if (found.year !== NO_YEAR && isAfter(found, store.today) && !row.isMended(field)) {
    row.doubt(field, "unreadable", "In the future");
    return null;
  }
  if (field === "birthday" && isShortYear(written, found.year) && found.year > store.today.year - YOUNGEST) {
    const older = { ...found, year: found.year - 100 };
    row.doubt(field, "unreadable", `${found.year}, or ${older.year}?`, writeDay(older).slice(0, 10));
    return null;
  }
  shown[field] = formatDay(found);
  return writeDay(found);
}

const YOUNGEST = 12;
const OLDEST = 50;

function isShortYear(written: string, year: number): boolean {
  return !written.includes(String(year)) && !serialDate(written);
}

function readMoment(row: RowReader): string | null {
  const { line, shown, reading, store, doubt } = row;
  const written = serialDate(line("date")) ?? withoutWeekday(line("date"));
  shown.date = cut(line("date"), MAX_LENGTH);
  if (!written || NO_DAY.test(written)) {
    if (reading.kind !== "notes" && reading.kind !== "repairs") doubt("date", "missing", "No date");
    return null;
  }
  const instant = written.length <= MAX_LENGTH ? momentOf(row, written) : null;
  if (!instant) {
    doubtDate(row, "date", written);
    return null;
  }
  shown.date = showMoment(instant, store.timezone);
  const day = readDay(instant, store.timezone);
  const isFuture = isAfter(day, store.today);
  const isOld = day !== null && day.year < store.today.year - OLDEST;
  if (reading.kind === "appointments" || row.isMended("date") || !(isFuture || isOld)) return instant;
  doubt("date", "unreadable", isFuture ? "In the future" : `More than ${OLDEST} years ago`);
  return null;
}

const ZONED = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?) ?(Z|UTC|GMT|[+-]\d{2}:?\d{2})$/;

/** From a column ("PDT", "Pacific Time (US & Canada)"), else the store's. */
function zoneOfRow({ headers, cells, reading, filled, store }: RowReader): string {
  if (/\b(UTC|GMT)\b/.test(filled("date")[0]?.header ?? "")) return "UTC";
  const at = headers.findIndex((header) => reading.kind === "sales" && /^(timezone|tz)$/.test(bare(header)));
  const said = (cells[at] ?? "").trim();
  const [, short, part, long] =
    /^(?:([PMCE])([SD]?)T|(Pacific|Mountain|Central|Eastern) Time(?: \(US & Canada\))?)$/.exec(said) ?? [];
  const letter = short ?? long?.charAt(0) ?? "";
  const hours = AMERICAN_HOURS[letter] ?? 0;
  const named = part ? `Etc/GMT+${part === "D" ? hours - 1 : hours}` : `${letter}ST${hours}${letter}DT`;
  const zone = letter ? named : said;
  return zone && isKnown(zone) ? zone : store.timezone;
}

const AMERICAN_HOURS: Record<string, number> = { P: 8, M: 7, C: 6, E: 5 };

function momentOf(row: RowReader, written: string): string | null {
  const { reading, store, has, line, doubt } = row;
  const zoned = ZONED.exec(written);
  if (zoned) {
    const [, day = "", clock = "", zone = ""] = zoned;
    const offset = /\d/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(-2)}` : "Z";
    return inReach(Date.parse(`${day}T${clock}${offset}`));
  }
  const date = dateOf(written);
  const found = readDate(date, { dayFirst: reading.dates === "dayFirst", today: store.today });
  if (!found) return null;
  const minutes = readTime((has("time") && line("time")) || written.slice(date.length));
  if (minutes === null) {
    if (reading.kind === "appointments") doubt("time", "missing", "No time");
    return writeDay(found);
  }
  const wall = Date.parse(writeDay(found)) + (minutes - 720) * MINUTE;
  return inReach(instantOf(wall, zoneOfRow(row)));
}

function dateOf(written: string): string {
  const time = written.search(TIME);
  let end = time < 0 ? written.length : time;
  while (/[\s,]/.test(written[end - 1] ?? "")) end -= 1;
  return written.slice(0, end);
}

const USUAL_MINUTES = 30;

function readLength(row: RowReader, startsAt: string | null): Values["minutes"] {
  const { has, line, shown, doubt, reading } = row;
  if (reading.kind !== "appointments") return USUAL_MINUTES;
  if (has("time")) shown.time = line("time");
  const [minutes, ends] = [line("minutes"), line("ends")];
  if (has("ends")) shown.ends = cut(ends, MAX_LENGTH);
  const count = minutes ? readMinutes(minutes) : startsAt && ends ? minutesUntil(row, startsAt, ends) : null;
  if (count === null) return USUAL_MINUTES;
  if (minutes) shown.minutes = minutes;
  if (count >= 5 && count <= 1440) return count;
  const field = minutes ? "minutes" : "ends";
  doubt(
    field,
    "unreadable",
    minutes ? "Not a number of minutes" : "Must end after the start",
    minutes ? String(USUAL_MINUTES) : undefined,
  );
  return USUAL_MINUTES;
}

/** An end without a date is on the day of the start. Null for an end without a time. */
function minutesUntil(row: RowReader, startsAt: string, ends: string): number | null {
  const end = serialDate(ends) ?? withoutWeekday(ends);
  if (end.length > MAX_LENGTH) return Number.NaN;
  const isTime = readTime(end) !== null && !TIME.test(end);
  const written = isTime
    ? `${dateOf(serialDate(row.line("date")) ?? withoutWeekday(row.line("date")))} ${end}`
    : end;
  if (readTime(written.slice(dateOf(written).length)) === null && !ZONED.test(written)) return null;
  const at = momentOf({ ...row, has: (field) => field !== "time" && row.has(field) }, written);
  return at ? (Date.parse(at) - Date.parse(startsAt)) / MINUTE : Number.NaN;
}

function readRepair(row: RowReader, values: Values): void {
  const { has, line, shown, isMended, doubt } = row;
  const short = (field: ImportField, most = MAX_LENGTHS.repair) => {
    const text = limited(row, field, most);
    if (has(field)) shown[field] = text;
    return text;
  };
  const isUnsaid = (field: ImportField) => has(field) && !line(field) && !isMended(field);
  values.cost = amountIn(row, "cost") ?? null;
  const deposit = amountIn(row, "deposit");
  const [ticket, state] = [ticketIn(line("ticket")), line("status") ? stateIn(line("status")) : "IN"];
  for (const field of ["ticket", "status"] as const)
    if (has(field)) shown[field] = cut(line(field), MAX_LENGTH);
  values.repair = {
    ...{ ticket, state: state ?? "IN", deposit: Number(deposit) > 0 ? (deposit ?? null) : null },
    ...{ piece: short("piece"), work: short("work") || "Repair", words: short("words", MAX_LENGTHS.words) },
    ...{ workshop: short("workshop"), keptIn: short("keptIn"), promised: readPromised(row, values.date) },
  };
  if (!values.repair.piece) doubt("piece", "missing", "No piece");
  if (isUnsaid("work")) doubt("work", "missing", "No work");
  if (isUnsaid("ticket")) doubt("ticket", "missing", "No ticket number");
  if (line("ticket") && !ticket) doubt("ticket", "unreadable", "Not a number like R-1042");
  if (isUnsaid("status")) doubt("status", "missing", "No status");
  if (!state) doubt("status", "unreadable", `No status of repairs: “${cut(line("status"), 40)}”`);
  if (state === "AWAY" && !values.repair.workshop && !isMended("workshop"))
    doubt("workshop", "missing", "No workshop");
}

const FARTHEST = 5;

function readPromised(row: RowReader, receivedAt: string | null): string {
  const { line, has, shown, reading, store, isMended, doubt } = row;
  const written = line("promised");
  if (has("promised")) shown.promised = cut(written, MAX_LENGTH);
  if (!written || NO_DAY.test(written)) {
    doubt("promised", "missing", "No promised day");
    return "";
  }
  const how = { dayFirst: reading.dates === "dayFirst", today: store.today };
  const read =
    written.length <= MAX_LENGTH ? readDate(serialDate(written) ?? withoutWeekday(written), how) : null;
  if (!read) {
    doubtDate(row, "promised", written);
    return "";
  }
  const isPastCentury = isShortYear(written, read.year) && read.year < store.today.year - OLDEST;
  const found = isPastCentury ? { ...read, year: read.year + 100 } : read;
  const day = writeDay(found).slice(0, 10);
  shown.promised = formatDay(found);
  const received = receivedAt ? writeDay(readDay(receivedAt, store.timezone) ?? found).slice(0, 10) : day;
  if (Math.abs(found.year - store.today.year) > FARTHEST)
    doubt("promised", "unreadable", `More than ${FARTHEST} years away`);
  else if (day < received && !isMended("promised"))
    doubt("promised", "unreadable", "Before the piece was received");
  return day;
}
