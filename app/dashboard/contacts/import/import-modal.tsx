"use client";
import { CircleCheck, Download } from "lucide-react";
import type { ComponentProps } from "react";
import { useMe } from "#components/shell/use-me.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { confirm, DISCARD } from "#components/ui/confirm.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { ScrollRegion } from "#components/ui/scroll-region.tsx";
import { useUnsaved } from "#components/ui/use-unsaved.ts";
import { plainCell, saveFile, writeCsv } from "#lib/csv.ts";
import { plural } from "#lib/text.ts";
import { ChooseFile, StepFrame } from "./choose-file.tsx";
import { CorrectionTable } from "./correction-table.tsx";
import { MatchColumns } from "./match-columns.tsx";
import { type Draft, type LeftOut, type NewContact, sorted } from "./rows.ts";
import { useImport } from "./use-import.ts";

/** Brings contacts in from a CSV file: choose it, match its columns, see what would happen, import. */
export function ImportModal({ onClose }: { onClose: () => void }) {
  const { data: me } = useMe();
  const run = useImport();
  const { step, table } = run;
  const busy = step.at === "importing";
  const isCorrected = step.at === "review" && run.isCorrected();
  useUnsaved(busy || isCorrected);

  // What is being imported is not left alone: closing stops it, and then tells how far it came.
  async function close() {
    if (busy) run.stop();
    else if (!isCorrected || (await confirm(DISCARD))) onClose();
  }
  const cancel = <Button onClick={close}>Cancel</Button>;

  return (
    <Modal title="Import contacts" onClose={close}>
      {step.at === "file" && <ChooseFile onChosen={run.choose} cancel={cancel} />}
      {step.at === "columns" && (
        <MatchColumns
          table={table}
          reading={run.reading}
          failed={step.failed}
          timezone={me?.timezone}
          onBack={() => run.goTo("file")}
          onContinue={run.check}
          cancel={cancel}
        />
      )}
      {step.at === "checking" && (
        <StepFrame heading="Checking the rows" footer={<Button onClick={run.stop}>Stop</Button>}>
          <Bar done={step.done} total={table.rows.length} what="rows" />
        </StepFrame>
      )}
      {step.at === "review" && (
        <Review
          drafts={step.drafts}
          known={step.leftOut}
          headers={table.headers}
          onCorrect={run.correct}
          onBack={() => run.goTo("columns")}
          onImport={run.start}
        />
      )}
      {step.at === "importing" && (
        <StepFrame
          heading="Importing"
          footer={
            <>
              <Button onClick={run.stop}>Stop</Button>
              {step.failed && (
                <Button variant="primary" onClick={run.goOn}>
                  Try again
                </Button>
              )}
            </>
          }
        >
          <Bar done={step.done} total={step.total} what="contacts" />
          {step.failed && <Alert>{step.failed}</Alert>}
        </StepFrame>
      )}
      {step.at === "result" && (
        <StepFrame
          heading={`${plural(step.imported, "contact")} imported`}
          footer={
            <>
              <DownloadLeftOut rows={step.leftOut} headers={table.headers} />
              <span className="flex-1 phone:hidden" />
              <Button variant="primary" onClick={onClose}>
                Done
              </Button>
            </>
          }
        >
          {step.leftOut.length === 0 ? (
            <p className="flex items-center gap-2 text-success">
              <CircleCheck size={18} strokeWidth={1.75} aria-hidden="true" />
              Every row of the file is in.
            </p>
          ) : (
            <p className="text-muted-foreground">{plural(step.leftOut.length, "row")} left out.</p>
          )}
          <LeftOutList rows={step.leftOut} />
        </StepFrame>
      )}
    </Modal>
  );
}

type ReviewProps = {
  drafts: Draft[];
  /** Rows that nothing on this step can bring in: they are there already, or twice in the file. */
  known: LeftOut[];
  headers: string[];
  onCorrect: ComponentProps<typeof CorrectionTable>["onCorrect"];
  onBack: () => void;
  onImport: (contacts: NewContact[], leftOut: LeftOut[]) => void;
};

/** What would happen now, and what can be corrected before it does. */
function Review({ drafts, known, headers, onCorrect, onBack, onImport }: ReviewProps) {
  const { contacts, leftOut } = sorted(drafts, known);
  const doubts = drafts.reduce((sum, { doubts }) => sum + Object.keys(doubts).length, 0);
  return (
    <StepFrame
      heading={plural(contacts.length, "new contact")}
      footer={
        <>
          <DownloadLeftOut rows={leftOut} headers={headers} />
          <span className="flex-1 phone:hidden" />
          <Button onClick={onBack}>Back</Button>
          {contacts.length > 0 && (
            <Button variant="primary" onClick={() => onImport(contacts, leftOut)}>
              Import {plural(contacts.length, "contact")}
            </Button>
          )}
        </>
      }
    >
      <p className="text-muted-foreground" role="status">
        {leftOut.length === 0
          ? "Every row of the file can be imported."
          : `${plural(leftOut.length, "row")} would be left out.`}
        {doubts > 0 &&
          ` ${plural(doubts, "cell")} could not be read: mend them here, or import without them.`}
      </p>
      <CorrectionTable rows={drafts} onCorrect={onCorrect} />
      <LeftOutList rows={known} />
    </StepFrame>
  );
}

function Bar({ done, total, what }: { done: number; total: number; what: string }) {
  return (
    <div className="grid gap-2 py-4">
      <progress
        aria-label="Progress"
        value={done}
        max={total}
        className="h-2 w-full appearance-none overflow-hidden rounded-full bg-border-strong [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-primary"
      />
      <p role="status" className="text-muted-foreground tabular-nums">
        {done.toLocaleString("en-US")} of {total.toLocaleString("en-US")} {what}
      </p>
    </div>
  );
}

const SHOWN = 100;

/** The rows that are not imported, each with its reason; nothing where there is none. */
function LeftOutList({ rows }: { rows: LeftOut[] }) {
  if (rows.length === 0) return null;
  return (
    <ScrollRegion
      aria-label="Rows that are left out"
      className="relative max-h-64 overflow-auto rounded-lg border phone:max-h-none"
    >
      <table className="w-full text-left text-sm">
        <thead>
          <tr className="text-muted-foreground text-xs [&>th]:sticky [&>th]:top-0 [&>th]:bg-popover [&>th]:px-3 [&>th]:py-2 [&>th]:font-medium">
            <th scope="col">Row</th>
            <th scope="col" className="phone:hidden">
              Begins with
            </th>
            <th scope="col">Left out because</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, SHOWN).map(({ number, cells, reason }) => (
            <tr key={number} className="[&>td]:border-t [&>td]:px-3 [&>td]:py-2 [&>td]:align-top">
              <td className="tabular-nums">{number}</td>
              <td className="max-w-48 truncate text-muted-foreground phone:hidden">
                {cells.filter(Boolean).slice(0, 3).join(", ")}
              </td>
              <td>{reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > SHOWN && (
        <p className="border-t px-3 py-2 text-muted-foreground text-sm">
          And {plural(rows.length - SHOWN, "row")} more: the download has all of them.
        </p>
      )}
    </ScrollRegion>
  );
}

type DownloadProps = { rows: LeftOut[]; headers: string[] };

/** The same rows as a file that can be corrected and imported again. */
function DownloadLeftOut({ rows, headers }: DownloadProps) {
  if (rows.length === 0) return null;
  const table = rows.map(({ cells, reason }) => [reason, ...cells.map(plainCell)]);
  return (
    <Button
      onClick={() =>
        saveFile("contacts-left-out.csv", writeCsv([["Left out because", ...headers], ...table]))
      }
    >
      <Download size={16} strokeWidth={1.75} aria-hidden="true" />
      Download them
    </Button>
  );
}
