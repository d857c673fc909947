import { type ContactForm, IMPORT_SIZE, type ImportOutcome } from "#lib/contract/contacts.ts";
import type { FieldName } from "./columns.ts";
import { type Doubts, labels, type Mends, type Reading, readRow } from "./read-row.ts";

/** `number` counts rows as a spreadsheet does. */
export type Row = { number: number; cells: string[] };
/**
 * A person to be. `form` is null while there is no name. `doubtful`: the fields that could not be read at first, which
 * stay on the screen when they are mended.
 */
export type Draft = Row & { form: ContactForm | null; doubts: Doubts; doubtful: FieldName[]; mends: Mends };
export type NewContact = Row & { form: ContactForm };
export type LeftOut = Row & { reason: string };

/** Asks the host what becomes of some contacts; it answers in their order. */
export type Send = (contacts: ContactForm[]) => Promise<ImportOutcome[]>;

/** `onDone` is told how many rows are done; nothing more is begun after `signal` is aborted. */
export type Watch = { onDone: (rows: number) => void; signal: AbortSignal };

const KNOWN = "This email belongs to a contact already";
const KNOWN_NAME = "A contact has this name and number already";

/** One row as it is read now; mended, it keeps what was doubtful in it. */
export function toDraft({ number, cells }: Row, reading: Reading, mends: Mends = {}): Draft {
  const doubtful = Object.keys(readRow(cells, reading).doubts) as FieldName[];
  const { form, doubts } = readRow(cells, reading, mends);
  // What was mended into something worse has to be shown, too.
  const shown = [...new Set([...doubtful, ...(Object.keys(doubts) as FieldName[])])];
  return { number, cells, form, doubts, doubtful: shown, mends };
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
 * Which rows become people and which are left out, and why. `ask` imports nobody. `mends` is what was written into
 * rows before, by their numbers.
 */
export async function checkRows(
  rows: Row[],
  reading: Reading,
  ask: Send,
  { onDone, signal }: Watch,
  mends: Record<number, Mends> = {},
) {
  const drafts: Draft[] = [];
  const leftOut: LeftOut[] = [];
  const emails = new Map<string, number>();

  for (let from = 0; from < rows.length && !signal.aborted; from += IMPORT_SIZE) {
    const asked: (Draft & NewContact)[] = [];
    for (const row of rows.slice(from, from + IMPORT_SIZE)) {
      const draft = toDraft(row, reading, mends[row.number]);
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
