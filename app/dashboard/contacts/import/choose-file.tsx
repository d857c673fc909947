"use client";
import clsx from "clsx";
import { FileSpreadsheet } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { saveFile } from "#lib/save-file.ts";
import { writeCsv } from "#lib/write-csv.ts";
import { type FileTable, readFileTable } from "./file-table.ts";
import { StepFrame } from "./step-frame.tsx";

const SAMPLE = [
  ["First Name", "Last Name", "Email", "Phone Number", "Birthday", "Anniversary"],
  ["Amara", "Okafor", "amara@example.com", "(415) 555-0132", "03/14/1968", "06/02/1995"],
  ["Zoë", "O’Brien", "zoe@example.com", "+44 20 7946 0018", "", ""],
];

type Props = { onChosen: (table: FileTable) => void; cancel: ReactNode };

/** The native file input lies over its whole picture: so a file can be dropped on it, and every key works. */
export function ChooseFile({ onChosen, cancel }: Props) {
  const [problem, setProblem] = useState("");
  const [over, setOver] = useState(false);

  async function read(file: File | undefined) {
    setOver(false);
    if (!file) return;
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
      <label
        onDragEnter={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        className={clsx(
          "relative grid justify-items-center gap-1 rounded-lg border border-input border-dashed px-4 py-10 text-center hover:bg-accent has-focus-visible:outline-2 has-focus-visible:outline-ring has-focus-visible:outline-offset-2",
          over && "bg-primary-soft",
        )}
      >
        <FileSpreadsheet
          size={24}
          strokeWidth={1.5}
          aria-hidden="true"
          className="mb-1 text-muted-foreground"
        />
        <span className="font-semibold">CSV file</span>
        <span className="text-muted-foreground">
          Choose one<span className="phone:hidden">, or drop it here</span>.
        </span>
        <input
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          onChange={({ target }) => {
            read(target.files?.[0]);
            // So that the same file can be chosen again once it is mended.
            target.value = "";
          }}
          className="absolute inset-0 cursor-pointer opacity-0"
        />
      </label>
      <p className="text-muted-foreground text-sm">
        One contact in each row, and the names of the columns in the first. Excel, Google Sheets and most
        tills save such a file as “CSV”. Contacts that you have already are left as they are.
      </p>
      {problem && <Alert>{problem}</Alert>}
    </StepFrame>
  );
}
