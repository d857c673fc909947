"use client";
import { useEffect, useRef, useState } from "react";
import { useSWRConfig } from "swr";
import { act, answerOf, idempotencyKeys } from "#lib/api/act.ts";
import { refresh } from "#lib/api/cache.ts";
import { call } from "#lib/api/call.ts";
import { failureText, messages } from "#lib/api/messages.ts";
import type { ContactForm } from "#lib/contract/contacts.ts";
import { route } from "#lib/contract/routes.ts";
import type { FieldName } from "#lib/import/columns.ts";
import { UNEXPECTED } from "#lib/unexpected.ts";
import type { FileTable } from "./choose-file.tsx";
import {
  allLeftOut,
  type Corrections,
  checkRows,
  type Draft,
  importContacts,
  type LeftOut,
  type NewContact,
  type Progress,
  type Reading,
  toDraft,
} from "./rows.ts";

/** Where the dialog is, with what that step shows. `failed` says why a step could not go on. */
type Step =
  | { at: "file" }
  | { at: "columns"; failed?: string }
  | { at: "checking"; done: number }
  | { at: "review"; drafts: Draft[]; leftOut: LeftOut[] }
  | { at: "importing"; done: number; total: number; failed?: string }
  | { at: "result"; imported: number; leftOut: LeftOut[] };

const NAME = "contacts.import";

/** An import from the chosen file to its result. */
export function useImport() {
  const swr = useSWRConfig();
  const [step, setStep] = useState<Step>({ at: "file" });
  const [table, setTable] = useState<FileTable>({ name: "", headers: [], rows: [] });
  const [reading, setReading] = useState<Reading | null>(null);
  const [keys] = useState(idempotencyKeys);
  const stopping = useRef(new AbortController());
  // By the rows' numbers. They outlive a way back to the columns.
  const corrections = useRef<Record<number, Corrections>>({});
  const work = useRef<{ contacts: NewContact[]; before: LeftOut[]; progress: Progress } | null>(null);

  useEffect(() => () => stopping.current.abort(), []);

  function watch(onDone: (done: number) => void) {
    stopping.current = new AbortController();
    return { onDone, signal: stopping.current.signal };
  }

  async function check(reading: Reading) {
    setReading(reading);
    setStep({ at: "checking", done: 0 });
    const ask = async (contacts: ContactForm[]) =>
      (await call(NAME, { body: { contacts, dryRun: true } })).outcomes;
    const watching = watch((done) => setStep({ at: "checking", done }));
    try {
      const checked = await checkRows(table.rows, reading, ask, watching, corrections.current);
      setStep(watching.signal.aborted ? { at: "columns" } : { at: "review", ...checked });
    } catch (error) {
      setStep({ at: "columns", failed: reasonOf(error) });
    }
  }

  /** Writes something else into a cell; null takes back what the file says. */
  function correct({ number }: Draft, field: FieldName, text: string | null) {
    const { [field]: _, ...rest } = corrections.current[number] ?? {};
    const corrected: Corrections = text === null ? rest : { ...rest, [field]: text };
    corrections.current = { ...corrections.current, [number]: corrected };
    setStep((step) => {
      if (step.at !== "review" || !reading) return step;
      const drafts = step.drafts.map((row) =>
        row.number === number ? toDraft(row, reading, corrected) : row,
      );
      return { ...step, drafts };
    });
  }

  function start(contacts: NewContact[], before: LeftOut[]) {
    work.current = { contacts, before, progress: { done: 0, imported: 0, leftOut: [] } };
    return goOn();
  }

  /** Also after a failure: a batch that was done all the same has the same key, and is not done twice. */
  async function goOn() {
    if (!work.current) return;
    const { contacts, progress } = work.current;
    const total = contacts.length;
    const send = async (contacts: ContactForm[]) =>
      answerOf(await act(NAME, { body: { contacts } }, keys)).outcomes;
    setStep({ at: "importing", done: progress.done, total });
    try {
      const watching = watch((done) => setStep({ at: "importing", done, total }));
      await importContacts(contacts, progress, send, watching);
      finish();
    } catch (error) {
      // Whoever stopped meanwhile wants to hear how far it came, not to try again.
      if (stopping.current.signal.aborted) finish();
      else setStep({ at: "importing", done: progress.done, total, failed: reasonOf(error) });
    }
  }

  function finish() {
    if (!work.current) return;
    const { contacts, before, progress } = work.current;
    if (progress.imported > 0) refresh(swr, "contacts", "create", route(NAME).touches ?? []);
    setStep({ at: "result", imported: progress.imported, leftOut: allLeftOut(before, contacts, progress) });
  }

  function stop() {
    stopping.current.abort();
    if (step.at === "importing" && step.failed) finish();
  }

  function choose(chosen: FileTable) {
    setTable(chosen);
    corrections.current = {};
    setReading(null);
    setStep({ at: "columns" });
  }

  return {
    step,
    table,
    reading,
    choose,
    check,
    correct,
    isCorrected: () => Object.keys(corrections.current).length > 0,
    start,
    goOn,
    stop,
    goTo: (at: "file" | "columns") => setStep({ at }),
  };
}

function reasonOf(error: unknown): string {
  return failureText(messages[NAME], error instanceof Error ? error : new Error(UNEXPECTED));
}
