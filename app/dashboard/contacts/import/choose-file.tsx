"use client";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { DropFile } from "#components/ui/drop-file.tsx";
import { decodeText, readCsv, saveFile, writeCsv } from "#lib/csv.ts";
import { plural } from "#lib/text.ts";
import type { Row } from "./rows.ts";

const SAMPLE = [
  ["First Name", "Last Name", "Email", "Phone Number", "Birthday", "Anniversary"],
  ["Amara", "Okafor", "amara@example.com", "(415) 555-0132", "03/14/1968", "06/02/1995"],
  ["Zoë", "O’Brien", "zoe@example.com", "+44 20 7946 0018", "", ""],
];

type Props = { onChosen: (table: FileTable) => void; cancel: ReactNode };

export function ChooseFile({ onChosen, cancel }: Props) {
  const [problem, setProblem] = useState("");

  async function read(file: File) {
    const table = await readFileTable(file);
    if (typeof table === "string") setProblem(table);
    else onChosen(table);
  }

  return (
    <StepFrame
      first
      heading="Choose a file"
      footer={
        <>
          <Button
            variant="ghost"
            onClick={() => saveFile("contacts-sample.csv", writeCsv(SAMPLE))}
            className="mr-auto phone:basis-full"
          >
            Download a sample file
          </Button>
          {cancel}
        </>
      }
    >
      <DropFile title="CSV file" accept=".csv,.tsv,.txt,text/csv" onFile={read} />
      <p className="text-muted-foreground text-sm">
        One contact in each row, and the names of the columns in the first. Excel, Google Sheets and most
        tills save such a file as “CSV”. Contacts that you have already are left as they are.
      </p>
      {problem && <Alert>{problem}</Alert>}
    </StepFrame>
  );
}

/** A file as a table: what its columns are called, and its rows. */
export type FileTable = { name: string; headers: string[]; rows: Row[] };

const MAX_BYTES = 3_000_000;
const MAX_ROWS = 20_000;

/** Reads a file that somebody chose; resolves to a sentence where it cannot be one with contacts. */
export async function readFileTable(file: File): Promise<FileTable | string> {
  if (file.size > MAX_BYTES) return `“${file.name}” is larger than 3 MB. Split it into several files.`;
  const text = decodeText(await file.arrayBuffer());
  // A workbook or a picture: nothing that is written has this character.
  if (text.includes("\0")) return `“${file.name}” is no CSV file. Save it as CSV first.`;
  const { rows: cells, unclosed } = readCsv(text);
  if (unclosed) return `A quotation mark in row ${unclosed} is never closed.`;

  const [first, ...rest] = cells.flatMap((row, i) =>
    row.some((cell) => cell.trim()) ? [{ number: i + 1, cells: row }] : [],
  );
  if (!first) return `“${file.name}” is empty.`;
  // Whoever has an address is a person, and no column's name.
  const named = !first.cells.some((cell) => cell.includes("@"));
  const rows = named ? rest : [first, ...rest];
  if (rows.length === 0) return `“${file.name}” has no rows below the names of its columns.`;
  if (rows.length > MAX_ROWS) {
    return `“${file.name}” has ${plural(rows.length, "row")}; ${MAX_ROWS} at a time can be imported.`;
  }
  const headers = first.cells.map((cell, i) => (named && cell.trim()) || `Column ${i + 1}`);
  return { name: file.name, headers, rows };
}

type StepFrameProps = {
  heading: string;
  /** The first one: the dialog finds the focus a place by itself. */
  first?: boolean;
  footer: ReactNode;
  children: ReactNode;
};

/** One step of the dialog. The focus goes to its heading: the button that led here is gone. */
export function StepFrame({ heading, first, footer, children }: StepFrameProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!first) title.current?.focus();
  }, [first]);
  return (
    <>
      <div className="relative grid min-h-0 flex-1 content-start gap-4 overflow-y-auto px-5 pb-5">
        <h3 ref={title} tabIndex={-1} className="justify-self-start rounded-sm font-semibold text-lg">
          {heading}
        </h3>
        {children}
      </div>
      <footer className="flex flex-wrap items-center justify-end gap-2 border-t px-5 py-3 phone:pb-[calc(12px+env(safe-area-inset-bottom))] phone:*:flex-1">
        {footer}
      </footer>
    </>
  );
}
