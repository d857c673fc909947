import { type ContactForm, contactForm } from "#lib/contract/contacts.ts";
import { parseDay } from "#lib/date-input.ts";
import { type Day, writeDay } from "#lib/dates.ts";
import { formatPhone } from "#lib/phone.ts";
import { plainCell } from "#lib/write-csv.ts";
import type { Columns, FieldName } from "./columns.ts";

/** How a file's cells are to be read. `countryCode` is given to phone numbers that have none. */
export type Reading = { columns: Columns; countryCode: string; dayFirst: boolean; today: Day };

export const labels: Record<FieldName, string> = {
  firstName: "First name",
  lastName: "Last name",
  email: "Email",
  phoneNumber: "Phone number",
  birthday: "Birthday",
  anniversary: "Anniversary",
};

type Read = { form: ContactForm; reason?: undefined } | { form?: undefined; reason: string };

/** The contact in a row, checked as its form would be, or everything that is wrong with it. */
export function readRow(cells: string[], reading: Reading): Read {
  const values = valuesOf(cells, reading);
  const { data, error } = contactForm.safeParse(values);
  if (data) return { form: data };
  const wrong = new Map<string, string>();
  for (const { path, message } of error.issues) {
    const field = path[0] as FieldName;
    const isDate = field === "birthday" || field === "anniversary";
    const text = isDate ? `“${values[field]}” is no date with a year` : message;
    const label = text.startsWith(labels[field]) ? "" : `${labels[field]}: `;
    if (!wrong.has(field)) wrong.set(field, label + text);
  }
  return { reason: [...wrong.values()].join("; ") };
}

/** What the fields of the form would hold. A date that cannot be read stays as it is written. */
export function valuesOf(cells: string[], reading: Reading): Record<FieldName, string> {
  const { columns, countryCode } = reading;
  const cell = (field: FieldName) => {
    const column = columns[field];
    return column === null
      ? ""
      : plainCell(cells[column] ?? "")
          .replace(/\s+/g, " ")
          .trim();
  };
  const date = (text: string) => {
    const day = readDate(text, reading);
    return day ? writeDay(day) : text;
  };
  const names =
    columns.lastName === null
      ? splitName(cell("firstName"))
      : { firstName: cell("firstName"), lastName: cell("lastName") };
  return {
    ...names,
    email: cell("email"),
    phoneNumber: formatPhone(cell("phoneNumber"), countryCode),
    birthday: date(cell("birthday")),
    anniversary: date(cell("anniversary")),
  };
}

/** "Anna Maria van Dijk" → "Anna", "Maria van Dijk"; "Okafor, Amara" → "Amara", "Okafor". */
function splitName(name: string): { firstName: string; lastName: string } {
  const [last = "", given] = name.split(/, */);
  if (given) return { firstName: given, lastName: last };
  const [firstName = "", ...rest] = name.split(" ");
  return { firstName, lastName: rest.join(" ") };
}

const SLASHED = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})$/;

/** A day with its year, as spreadsheets write it; what time of day follows does not count. Null for anything else. */
function readDate(text: string, { dayFirst, today }: Reading): Day | null {
  const date = text.replace(/[T ]\d{1,2}:\d{2}.*$/, "");
  if (!/\d{4}/.test(date) && !SLASHED.test(date)) return null;
  // The file says which comes first, whatever stands between them.
  const numbers = date.replace(SLASHED, dayFirst ? "$3/$1/$4" : "$1/$3/$4");
  return parseDay(numbers, today, { past: true });
}

/** Whether dates like 14/03/1968 begin with the day. Where none tells, those with full stops do. */
export function guessDayFirst(cells: string[]): boolean {
  const found = cells.flatMap((text) => {
    const [, first, separator, second] = SLASHED.exec(text.trim().replace(/ .*$/, "")) ?? [];
    return separator ? [{ first: Number(first), second: Number(second), separator }] : [];
  });
  if (found.some(({ first }) => first > 12)) return true;
  if (found.some(({ second }) => second > 12)) return false;
  return found.length > 0 && found.every(({ separator }) => separator === ".");
}
