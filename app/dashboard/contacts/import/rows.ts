import { type ContactForm, contactForm, IMPORT_SIZE, type ImportOutcome } from "#lib/contract/contacts.ts";
import { plainCell } from "#lib/csv.ts";
import { type Day, writeDay } from "#lib/dates.ts";
import { cleanName, readDate, splitName } from "#lib/import/cells.ts";
import type { Columns, FieldName } from "#lib/import/columns.ts";
import { formatPhone } from "#lib/phone.ts";

/** How a file's cells are to be read. `countryCode` is given to phone numbers that have none. */
export type Reading = { columns: Columns; countryCode: string; dayFirst: boolean; today: Day };

/** What somebody wrote instead of what stands in the file. */
export type Corrections = Partial<Record<FieldName, string>>;

/** What could not be read of a row: what stands there, and why it is nothing. */
type Doubts = Partial<Record<FieldName, { text: string; reason: string }>>;

export const labels: Record<FieldName, string> = {
  firstName: "First name",
  lastName: "Last name",
  email: "Email",
  phoneNumber: "Phone number",
  birthday: "Birthday",
  anniversary: "Anniversary",
};

/**
 * The contact in a row, checked as its form would be. What is missing or cannot be read is left empty, and costs nobody
 * the person; only without a first name there is none, and `form` is null.
 */
export function readRow(
  cells: string[],
  reading: Reading,
  corrections: Corrections = {},
): { form: ContactForm | null; doubts: Doubts } {
  const values = valuesOf(cells, reading, corrections);
  const { data, error } = contactForm.safeParse(values);
  if (data) return { form: data, doubts: {} };
  const doubts: Doubts = {};
  for (const { path, message } of error.issues) {
    const field = path[0] as FieldName;
    const isDate = field === "birthday" || field === "anniversary";
    if (doubts[field] || (!values[field] && field !== "firstName")) continue;
    doubts[field] = { text: values[field], reason: isDate ? "This is no date" : message };
  }
  if (doubts.firstName) return { form: null, doubts };
  const kept = { ...values };
  for (const field of Object.keys(doubts) as FieldName[]) kept[field] = "";
  const { birthday, anniversary } = kept;
  return { form: { ...kept, birthday: birthday || null, anniversary: anniversary || null }, doubts };
}

/** What the fields of the form would hold. A date that cannot be read stays as it is written. */
export function valuesOf(
  cells: string[],
  reading: Reading,
  corrections: Corrections = {},
): Record<FieldName, string> {
  const { columns, countryCode } = reading;
  const clean = (text: string) => text.replace(/\s+/g, " ").trim();
  const cell = (field: FieldName) => {
    const column = columns[field];
    return clean(column === null ? "" : plainCell(cells[column] ?? ""));
  };
  const names =
    columns.lastName === null
      ? splitName(cell("firstName"))
      : { firstName: cell("firstName"), lastName: cell("lastName") };
  const text = { ...names, email: cell("email"), phoneNumber: cell("phoneNumber") };
  const written = { ...text, birthday: cell("birthday"), anniversary: cell("anniversary"), ...corrections };
  const date = (text: string) => {
    const day = readDate(text, reading);
    return day ? writeDay(day) : text;
  };
  return {
    firstName: cleanName(clean(written.firstName)),
    lastName: cleanName(clean(written.lastName)),
    email: clean(written.email),
    phoneNumber: formatPhone(clean(written.phoneNumber), countryCode),
    birthday: date(clean(written.birthday)),
    anniversary: date(clean(written.anniversary)),
  };
}

/** `number` counts rows as a spreadsheet does. */
export type Row = { number: number; cells: string[] };
/**
 * A person to be. `form` is null while there is no name. `doubtful`: the fields that could not be read at first, which
 * stay on the screen when they are corrected.
 */
export type Draft = Row & {
  form: ContactForm | null;
  doubts: Doubts;
  doubtful: FieldName[];
  corrections: Corrections;
};
export type NewContact = Row & { form: ContactForm };
export type LeftOut = Row & { reason: string };

/** Asks the host what becomes of some contacts; it answers in their order. */
export type Send = (contacts: ContactForm[]) => Promise<ImportOutcome[]>;

/** `onDone` is told how many rows are done; nothing more is begun after `signal` is aborted. */
type Watch = { onDone: (rows: number) => void; signal: AbortSignal };

const KNOWN = "This email belongs to a contact already";
const KNOWN_NAME = "A contact has this name and number already";

/** One row as it is read now; corrected, it keeps what was doubtful in it. */
export function toDraft({ number, cells }: Row, reading: Reading, corrections: Corrections = {}): Draft {
  const doubtful = Object.keys(readRow(cells, reading).doubts) as FieldName[];
  const { form, doubts } = readRow(cells, reading, corrections);
  // What was corrected into something worse has to be shown, too.
  const shown = [...new Set([...doubtful, ...(Object.keys(doubts) as FieldName[])])];
  return { number, cells, form, doubts, doubtful: shown, corrections };
}

/** Who would be imported now, and who would not. */
export function sorted(drafts: Draft[], leftOut: LeftOut[]): { contacts: NewContact[]; leftOut: LeftOut[] } {
  const contacts: NewContact[] = [];
  const nameless: LeftOut[] = [];
  for (const { number, cells, form, doubts } of drafts) {
    if (form) contacts.push({ number, cells, form });
    else nameless.push({ number, cells, reason: reasonOf(doubts) });
  }
  return { contacts, leftOut: inOrder([...leftOut, ...nameless]) };
}

function reasonOf({ firstName }: Doubts): string {
  const reason = firstName?.reason ?? "First name is required";
  return reason.startsWith(labels.firstName) ? reason : `${labels.firstName}: ${reason}`;
}

/**
 * Which rows become people and which are left out, and why. `ask` imports nobody. `corrections` is what was written into
 * rows before, by their numbers.
 */
export async function checkRows(
  rows: Row[],
  reading: Reading,
  ask: Send,
  { onDone, signal }: Watch,
  corrections: Record<number, Corrections> = {},
) {
  const drafts: Draft[] = [];
  const leftOut: LeftOut[] = [];
  const emails = new Map<string, number>();

  for (let from = 0; from < rows.length && !signal.aborted; from += IMPORT_SIZE) {
    const asked: (Draft & NewContact)[] = [];
    for (const row of rows.slice(from, from + IMPORT_SIZE)) {
      const draft = toDraft(row, reading, corrections[row.number]);
      const { form } = draft;
      const email = form?.email.toLowerCase();
      const twin = email && emails.get(email);
      if (!form) drafts.push(draft);
      else if (twin) leftOut.push({ ...row, reason: `Row ${twin} has this email too` });
      else {
        if (email) emails.set(email, row.number);
        asked.push({ ...draft, form });
      }
    }
    const { taken, refused } = await sendBatch(asked, ask);
    drafts.push(...taken);
    leftOut.push(...refused);
    onDone(Math.min(from + IMPORT_SIZE, rows.length));
    await letOthersRun();
  }
  return { drafts: drafts.toSorted((a, b) => a.number - b.number), leftOut: inOrder(leftOut) };
}

/**
 * Imports contacts in batches. `progress` knows what is done: after a failure, which throws, the same call goes on with
 * the batch that failed.
 */
export async function importContacts(
  contacts: NewContact[],
  progress: Progress,
  send: Send,
  { onDone, signal }: Watch,
) {
  while (progress.done < contacts.length && !signal.aborted) {
    const batch = contacts.slice(progress.done, progress.done + IMPORT_SIZE);
    const { taken, refused } = await sendBatch(batch, send);
    progress.done += batch.length;
    progress.imported += taken.length;
    progress.leftOut.push(...refused);
    onDone(progress.done);
  }
}

export type Progress = { done: number; imported: number; leftOut: LeftOut[] };

/** What was left out, before and during the import, and what nobody got to. */
export function allLeftOut(
  before: LeftOut[],
  contacts: NewContact[],
  { done, leftOut }: Progress,
): LeftOut[] {
  const untouched = contacts.slice(done).map((row) => ({ ...row, reason: "Stopped before this row" }));
  return inOrder([...before, ...leftOut, ...untouched]);
}

async function sendBatch<C extends NewContact>(batch: C[], send: Send) {
  const outcomes = batch.length > 0 ? await send(batch.map(({ form }) => form)) : [];
  const taken: C[] = [];
  const refused: LeftOut[] = [];
  batch.forEach((row, i) => {
    const { outcome, reason } = outcomes[i] ?? { outcome: "refused", reason: "" };
    if (outcome === "new") taken.push(row);
    else
      refused.push({
        number: row.number,
        cells: row.cells,
        reason:
          outcome === "known" ? (row.form.email ? KNOWN : KNOWN_NAME) : reason || "Refused by the server",
      });
  });
  return { taken, refused };
}

function inOrder(rows: LeftOut[]): LeftOut[] {
  return rows.toSorted((a, b) => a.number - b.number);
}

/** A click on Stop is heard between two batches, also where nothing had to be asked. */
function letOthersRun(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
