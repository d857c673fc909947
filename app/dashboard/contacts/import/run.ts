import { type ContactForm, IMPORT_SIZE, type ImportOutcome } from "#lib/contract/contacts.ts";
import { type Reading, readRow } from "./read-row.ts";

/** `number` counts rows as a spreadsheet does. */
export type Row = { number: number; cells: string[] };
export type NewContact = Row & { form: ContactForm };
export type LeftOut = Row & { reason: string };

/** Asks the host what becomes of some contacts; it answers in their order. */
export type Send = (contacts: ContactForm[]) => Promise<ImportOutcome[]>;

/** `onDone` is told how many rows are done; nothing more is begun after `signal` is aborted. */
export type Watch = { onDone: (rows: number) => void; signal: AbortSignal };

const KNOWN = "This email belongs to a contact already";

/** Which rows are new contacts and which are left out, and why. `ask` imports nobody. */
export async function checkRows(rows: Row[], reading: Reading, ask: Send, { onDone, signal }: Watch) {
  const contacts: NewContact[] = [];
  const leftOut: LeftOut[] = [];
  const emails = new Map<string, number>();

  for (let from = 0; from < rows.length && !signal.aborted; from += IMPORT_SIZE) {
    const asked: NewContact[] = [];
    for (const row of rows.slice(from, from + IMPORT_SIZE)) {
      const { form, reason } = readRow(row.cells, reading);
      const twin = form && emails.get(form.email.toLowerCase());
      if (!form) leftOut.push({ ...row, reason });
      else if (twin) leftOut.push({ ...row, reason: `Row ${twin} has this email too` });
      else {
        emails.set(form.email.toLowerCase(), row.number);
        asked.push({ ...row, form });
      }
    }
    const { taken, refused } = await sendBatch(asked, ask);
    contacts.push(...taken);
    leftOut.push(...refused);
    onDone(Math.min(from + IMPORT_SIZE, rows.length));
    await letOthersRun();
  }
  return { contacts, leftOut: inOrder(leftOut) };
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

async function sendBatch(batch: NewContact[], send: Send) {
  const outcomes = batch.length > 0 ? await send(batch.map(({ form }) => form)) : [];
  const taken: NewContact[] = [];
  const refused: LeftOut[] = [];
  batch.forEach((row, i) => {
    const { outcome, reason } = outcomes[i] ?? { outcome: "refused", reason: "" };
    if (outcome === "new") taken.push(row);
    else refused.push({ ...row, reason: outcome === "known" ? KNOWN : reason || "Refused by the server" });
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
