import { personKeys, textKeys } from "#lib/contract/contact-field-sets.ts";
import { contactForm } from "#lib/contract/contacts.ts";
import type { ColumnField, ImportField } from "#lib/contract/import-terms.ts";
import type { Doubt, DoubtKind, Reading } from "#lib/contract/imports.ts";
import { type PlainSaleKey, plainSaleFields } from "#lib/contract/plain-sale-fields.ts";
import { type YearlyKey, yearlyKeys } from "#lib/contract/yearly-fields.ts";
import { formatDay, writeDay } from "#lib/dates.ts";
import { isRefusal, readConsent, readRefusal } from "#lib/import/answers.ts";
import {
  cleanName,
  isTitle,
  readDate,
  readMinutes,
  readTime,
  serialDate,
  splitName,
  TIME,
} from "#lib/import/cells.ts";
import { bare } from "#lib/import/columns.ts";
import { withoutWeekday } from "#lib/import/worded-dates.ts";
import { readPhone } from "#lib/phone.ts";
import { instantOf } from "#lib/time/clock.ts";
import { MINUTE } from "#lib/time/zone.ts";
import { cut } from "./cut.ts";
import { readMoney } from "./money.ts";
import { readOwn } from "./own.ts";
import type { ReadRow, Shown, Store, Values } from "./row-values.ts";
import { inReach, showMoment } from "./row-values.ts";
import { badDate, badName, goodEmail, goodName, otherOrder } from "./suggestions.ts";
import { readTags } from "./tags.ts";

const MAX_LENGTHS = {
  line: 1_500,
  name: 100,
  category: 100,
  description: 1_000,
  plain: 100,
  title: 100,
  content: 10_000,
};
const COMPANY =
  /(company|organi[sz]ation|business|firma|unternehmen|entreprise|societe|empresa|azienda)(name)?$/;
const UNSOLD =
  /^(void|cancel|fail|declin|reject|expired|draft|parked|saved|abandon|storn|abgebroch|fehlgeschl|entwurf|annul|brouillon|anulad|fallid|borrador)/i;
const FEWEST_DIGITS = 7;
const PLAIN = plainSaleFields.map(({ key }) => key);

export function readRow(
  cells: string[],
  headers: string[],
  reading: Reading,
  mended: Record<string, string>,
  store: Store,
): ReadRow {
  const doubts: Doubt[] = [];
  const shown: Shown = {};
  const doubt = (field: ColumnField, kind: DoubtKind, reason: string, suggestion?: string) =>
    doubts.push({ field, kind, reason, ...(suggestion !== undefined && { suggestion }) });
  const has = (field: ImportField) => reading.columns.includes(field);
  const text = (field: ImportField): string => {
    const written = Object.hasOwn(mended, field) ? mended[field] : undefined;
    if (written !== undefined) return written.trim();
    return filled(field)[0]?.cell ?? "";
  };
  // The first filled column counts.
  const filled = (field: ImportField) =>
    reading.columns.flatMap((column, i) => {
      const cell = column === field ? (cells[i] ?? "").trim() : "";
      return severalIn(field, cell)
        .filter(Boolean)
        .map((part) => ({ header: headers[i] ?? "", cell: part }));
    });
  const line = (field: ImportField) => cut(text(field), MAX_LENGTHS.line).replace(/\s+/g, " ");
  const header = (field: ImportField) => headers[reading.columns.indexOf(field)] ?? "";

  const values: Values = {
    ...names(),
    email: line("email"),
    phoneNumber: "",
    ...each(yearlyKeys, day),
    consent: consent(),
    tags: tags(),
    own: readOwn(cells, reading, mended, store, { shown, doubt }),
    cost: null,
    refunded: null,
    date: null,
    category: limited("category", MAX_LENGTHS.category),
    description: limited("description", MAX_LENGTHS.description),
    ...each(PLAIN, (field) => limited(field, MAX_LENGTHS.plain)),
    content: text("content"),
    title: limited("title", MAX_LENGTHS.title),
    minutes: 30,
  };
  values.phoneNumber = phone();
  if (reading.kind === "contacts") checkPerson();
  for (const field of personKeys) if (has(field) || values[field]) shown[field] = values[field];
  for (const field of ["category", "description", ...PLAIN, "title"] as const) {
    if (has(field)) shown[field] = values[field];
  }
  if (has("status")) status();
  if (reading.kind === "sales")
    Object.assign(values, readMoney({ line, header, has, mended, shown, doubt }, reading, store));
  if (has("date")) moment();
  if (reading.kind === "appointments") minutes();
  if (reading.kind === "notes" && !values.content) doubt("content", "missing", "No text");
  if (reading.kind === "categories" && !values.category) doubt("category", "missing", "No name");
  if (reading.kind === "contacts" || reading.kind === "sales") values.content = notes();
  if (values.content.length > MAX_LENGTHS.content)
    doubt(
      has("content") ? "content" : "note",
      "unreadable",
      "Longer than 10,000 characters",
      cut(values.content, MAX_LENGTHS.content),
    );
  if (has("content")) shown.content = values.content;
  if (has("note")) shown.note = values.content;
  return { values, shown, doubts };

  function names() {
    const isWhole = has("name") && !has("firstName");
    const split = isWhole ? splitName(cut(line("name"), 300)) : { firstName: "", lastName: "" };
    const name = (field: "firstName" | "lastName") =>
      Object.hasOwn(mended, field) || !isWhole ? cleanName(line(field)) : split[field];
    const [firstName, lastName] = [name("firstName"), name("lastName")];
    return isTitle(firstName) && lastName
      ? { firstName: `${firstName} ${lastName}`, lastName: "" }
      : { firstName, lastName };
  }

  function checkPerson() {
    const { shape } = contactForm;
    // A shop or a couple may only have a last name.
    if (!values.firstName && values.lastName) {
      [values.firstName, values.lastName] = [values.lastName, ""];
    }
    if (!values.firstName) doubt("firstName", "missing", "No name", otherName());
    for (const field of ["firstName", "lastName"] as const) {
      const wrong = values[field] ? shape[field].safeParse(values[field]).error : undefined;
      if (wrong) doubt(field, "unreadable", badName(values[field]), goodName(values[field]));
    }
    if (values.email && shape.email.safeParse(values.email).error) {
      doubt("email", "unreadable", "No email address", goodEmail(values.email));
    }
  }

  /** The company, or the start of the email. */
  function otherName(): string | undefined {
    const at = headers.findIndex((header, i) => COMPANY.test(bare(header)) && cells[i]?.trim());
    if (at >= 0) return goodName(cleanName(cut(cells[at] ?? "", MAX_LENGTHS.name)));
    const words = cut(values.email.split("@")[0] ?? "", MAX_LENGTHS.name).replace(/[._+-]+/g, " ");
    return goodName(words.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase()));
  }

  function phone(): string {
    const written = line("phoneNumber");
    if (has("phoneNumber")) shown.phoneNumber = "";
    if (!written) return "";
    shown.phoneNumber = written;
    const isForeign = /^(\+|00)/.test(written);
    const number = readPhone(written, reading.countryCode ?? "");
    if (number.startsWith("+") && contactForm.shape.phoneNumber.safeParse(number).success) return number;
    if (reading.kind !== "contacts") return cut(written, 40);
    const digits = written.replace(/\D/g, "").length;
    if (!isForeign && !reading.countryCode && digits >= 6) {
      doubt("phoneNumber", "country", `No country, ${digits} digits`);
    } else
      doubt("phoneNumber", "unreadable", digits ? `No such number, ${digits} digits` : "No phone number");
    return cut(written, 40);
  }

  function day(field: YearlyKey): string | null {
    const written = line(field);
    // Outlook's placeholder for no date.
    if (has(field)) shown[field] = "";
    if (!written || /^0+[/.-]0+[/.-]0+$/.test(written)) return null;
    shown[field] = cut(written, 60);
    const found =
      written.length <= 60
        ? readDate(serialDate(written) ?? written, {
            dayFirst: reading.dates === "dayFirst",
            today: store.today,
            yearless: true,
          })
        : null;
    if (!found) {
      doubt(
        field,
        "unreadable",
        badDate(written, reading.dates),
        otherOrder(written, reading.dates, store.today),
      );
      return null;
    }
    shown[field] = formatDay(found);
    return writeDay(found);
  }

  function status() {
    const written = cut(line("status"), 60);
    shown.status = written;
    if (UNSOLD.test(written)) doubt("status", "cancelled", `Marked “${written}”`);
  }

  function consent() {
    const answers = Object.hasOwn(mended, "consent")
      ? [{ cell: text("consent"), said: readConsent(text("consent")) }]
      : filled("consent").map(({ header, cell }) => ({
          cell,
          said: isRefusal(header) ? readRefusal(cell) : readConsent(cell),
        }));
    const unclear = answers.find(({ said }) => said === undefined);
    const said = (["withdrawn", "given"] as const).find((one) =>
      answers.some((answer) => answer.said === one),
    );
    if (has("consent"))
      shown.consent = unclear ? cut(unclear.cell, 60) : said ? (said === "given" ? "Yes" : "No") : "";
    if (unclear) doubt("consent", "unreadable", "Neither yes nor no");
    return (!unclear && said) || null;
  }

  function tags(): string[] {
    const { names, trouble } = readTags(text("tags"));
    if (trouble) doubt("tags", "unreadable", trouble);
    if (has("tags")) shown.tags = cut(names.join(", "), 300);
    return names;
  }

  function moment() {
    const written = serialDate(line("date")) ?? withoutWeekday(line("date"));
    shown.date = cut(line("date"), 60);
    if (!written) {
      if (reading.kind !== "notes") doubt("date", "missing", "No date");
      return;
    }
    const instant = written.length <= 60 ? momentOf(written) : null;
    if (!instant) {
      doubt(
        "date",
        "unreadable",
        badDate(written, reading.dates),
        otherOrder(written, reading.dates, store.today),
      );
      return;
    }
    values.date = instant;
    shown.date = showMoment(instant, store.timezone);
  }

  function momentOf(written: string): string | null {
    const zoned =
      /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?) ?(Z|UTC|GMT|[+-]\d{2}:?\d{2})$/.exec(
        written,
      );
    if (zoned) {
      const [, day = "", clock = "", zone = ""] = zoned;
      const offset = /\d/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(-2)}` : "Z";
      return inReach(Date.parse(`${day}T${clock}${offset}`));
    }
    const time = written.search(TIME);
    let end = time < 0 ? written.length : time;
    while (/[\s,]/.test(written[end - 1] ?? "")) end -= 1;
    const date = written.slice(0, end);
    const found = readDate(date, { dayFirst: reading.dates === "dayFirst", today: store.today });
    if (!found) return null;
    const minutes =
      has("time") && text("time") ? readTime(line("time")) : readTime(written.slice(date.length));
    if (minutes === null) {
      if (reading.kind !== "appointments") return writeDay(found);
      doubt("time", "missing", "No time");
      return writeDay(found);
    }
    const wall = Date.parse(writeDay(found)) + (minutes - 720) * MINUTE;
    return inReach(instantOf(wall, store.timezone));
  }

  function minutes() {
    if (has("time")) shown.time = line("time");
    const written = line("minutes");
    if (!written) return;
    shown.minutes = written;
    const count = readMinutes(written);
    if (count >= 5 && count <= 1440) values.minutes = count;
    else doubt("minutes", "unreadable", "Not a length in minutes", "30");
  }

  /** The other columns, with their names if there are several. */
  function notes(): string {
    const written = Object.hasOwn(mended, "note") ? mended.note : undefined;
    if (written !== undefined) return written.trim();
    const others = textKeys.flatMap((field) => {
      const [first, ...rest] = filled(field);
      return rest.filter(({ cell }) => cell !== first?.cell);
    });
    const said = [...filled("note"), ...others];
    const isNamed = (header: string) =>
      !/^(notes?|comments?|bemerkung|notiz(en)?|kommentar|remarks?|memo|other details)$/i.test(header);
    return said.map(({ header, cell }) => (isNamed(header) ? `${header}: ${cell}` : cell)).join("\n");
  }

  function limited(field: "category" | "description" | PlainSaleKey | "title", most: number): string {
    const written = line(field);
    if (written.length > most)
      doubt(field, "unreadable", `Longer than ${most} characters`, cut(written, most));
    return cut(written, most);
  }
}

function each<K extends string, V>(keys: readonly K[], read: (key: K) => V) {
  return Object.fromEntries(keys.map((key) => [key, read(key)])) as Record<K, V>;
}

/** Google separates emails and numbers by ":::". */
function severalIn(field: ImportField, cell: string): string[] {
  if (field !== "email" && field !== "phoneNumber") return [cell];
  const parts = cell
    .slice(0, MAX_LENGTHS.line)
    .split(field === "email" ? / ::: |[;,|\s]+/ : / ::: |[;,|\n]| [/] /);
  const isWhole = (part: string) =>
    field === "email" ? part.includes("@") : part.replace(/\D/g, "").length >= FEWEST_DIGITS;
  return parts.length > 1 && parts.every(isWhole) ? parts.map((part) => part.trim()) : [cell];
}
