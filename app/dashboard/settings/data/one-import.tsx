import { useEffect, useState } from "react";
import { useUrlState } from "#components/shell/use-search.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { ScrollRegion } from "#components/ui/scroll-region.tsx";
import { Select } from "#components/ui/select.tsx";
import { Pending } from "#components/ui/states.tsx";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import {
  type ColumnField,
  type ImportField,
  type ImportKind,
  importFields,
  importKinds,
  personColumns,
} from "#lib/contract/import-terms.ts";
import type { Reading } from "#lib/contract/imports.ts";
import { Bar, FileCard } from "./card.tsx";
import { Check } from "./check.tsx";
import { ColumnSelect } from "./column-select.tsx";
import { Outcome, Running } from "./outcome.tsx";
import { SavedNotice } from "./stop-notice.tsx";
import { countOf, isWorking, kindNames, type WholeImport } from "./words.ts";

const POLL_MS = 1_000;

export function OneImport({ id, onLeave }: { id: string; onLeave: () => void }) {
  const asked = useRead(
    "imports.get",
    { params: { id } },
    { refreshInterval: (read?: WholeImport) => (read && isWorking(read) ? POLL_MS : 0) },
  );
  const { data, mutate } = asked;
  const [step, setStep] = useUrlState("step");
  const [changes, setChanges] = useState(0);
  const { act: read } = useAct("imports.read");
  const { act: remove } = useAct("imports.delete");
  const isRemembered = data?.isRemembered ?? false;
  const isColumnMissing = data?.stop?.why === "column";
  const state = data?.state;

  useEffect(() => {
    if (state === "checked" && !step && isRemembered && !isColumnMissing) setStep("check");
  }, [state, step, isRemembered, isColumnMissing, setStep]);

  if (!data) return <Pending read={asked} />;
  const { name, reading } = data;

  async function change(wanted: Partial<Reading>) {
    if (!reading) return false;
    const next = { ...reading, ...wanted };
    const { ok } = await read({ params: { id }, body: { reading: next } });
    if (ok) {
      await mutate();
      setChanges((before) => before + 1);
    }
    return ok;
  }

  async function discard() {
    if ((await remove({ params: { id } })).ok) leave();
  }

  function leave() {
    setStep("");
    onLeave();
  }

  if (state === "reading") return <Progress at={0} label="Reading the file…" data={data} />;
  if (state === "uploading" || state === "failed") {
    const isFailed = state === "failed";
    return (
      <FileCard name={name} at={0}>
        <div className="grid justify-items-start gap-3 p-4">
          {isFailed ? (
            <Alert>{data.problem}</Alert>
          ) : (
            <p>This file wasn’t uploaded completely. Choose it again.</p>
          )}
          <Button onClick={discard}>{isFailed ? "Choose another file" : "Choose it again"}</Button>
        </div>
      </FileCard>
    );
  }
  if (state === "running") return <Running data={data} />;
  if (state !== "checking" && state !== "checked") return <Outcome data={data} onNew={leave} />;
  const notice = <SavedNotice data={data} onRun={() => void mutate()} />;
  if (step !== "check") {
    return (
      <>
        {notice}
        <Columns
          data={data}
          onDiscard={discard}
          onContinue={async (wanted) => {
            if (!wanted || (await change(wanted))) setStep("check");
          }}
        />
      </>
    );
  }
  if (state === "checking") return <Progress at={2} label="Checking the rows…" data={data} />;
  return (
    <>
      {notice}
      <Check
        data={data}
        changes={changes}
        onChange={change}
        onMended={() => void mutate()}
        onBack={() => setStep("columns")}
        onDiscard={discard}
      />
    </>
  );
}

type ProgressProps = { at: number; label: string; data: WholeImport };

function Progress({ at, label, data: { name, done, total } }: ProgressProps) {
  const what = total > 0 ? `${done.toLocaleString("en-US")} of ${total.toLocaleString("en-US")}` : "";
  return (
    <FileCard name={name} at={at}>
      <Bar label={label} done={done} total={total} what={what} />
    </FileCard>
  );
}

type Column = Reading["columns"][number];
type Props = {
  data: WholeImport;
  onContinue: (changes: Partial<Reading> | null) => void;
  onDiscard: () => void;
};

function Columns({ data, onContinue, onDiscard }: Props) {
  const { headers, samples, reading, name, total } = data;
  const [edited, setEdited] = useState<Pick<Reading, "kind" | "columns"> | null>(null);
  if (!reading) return null;
  const { kind, columns } = edited ?? reading;
  const missing = missingColumn(kind, columns);

  return (
    <FileCard name={name} at={1}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
        <span id="kind">{countOf(null, total)} of</span>
        <Select
          aria-labelledby="kind"
          value={kind}
          options={importKinds.map((value) => ({ value, label: kindNames[value] }))}
          onChange={(value) => setEdited(asKind(value as ImportKind, columns))}
          className="w-44"
        />
      </div>
      <ScrollRegion aria-label="Columns of the file" className="relative overflow-x-auto">
        <table className="w-full text-left">
          <thead>
            <tr className="border-y text-muted-foreground text-xs [&>th]:px-4 [&>th]:py-2 [&>th]:font-medium">
              <th scope="col">Column of the file</th>
              <th scope="col">Import as</th>
              <th scope="col" className="phone:hidden">
                Examples
              </th>
            </tr>
          </thead>
          <tbody>
            {headers.map((header, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name
              <tr key={i} className="border-b last:border-0 [&>td]:px-4 [&>td]:py-2">
                <td className="max-w-56 break-words font-medium phone:max-w-32">{header}</td>
                <td className="w-56">
                  <ColumnSelect
                    file={data}
                    kind={kind}
                    columns={columns}
                    at={i}
                    onChange={(next) => setEdited({ kind, columns: next })}
                  />
                </td>
                <td className="max-w-96 truncate text-muted-foreground phone:hidden">
                  {samples[i]?.join(" · ")}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <div className="grid gap-3 border-t p-4">
        {missing && <Alert>{missing}</Alert>}
        <div className="flex flex-wrap items-center gap-2 phone:*:flex-1">
          <p className="min-w-48 flex-1 text-muted-foreground text-sm phone:basis-full!">
            Notes include the column’s name. Columns that are left out aren’t imported.
          </p>
          <Button onClick={onDiscard}>Another file</Button>
          <Button
            variant="primary"
            onClick={() => !missing && onContinue(edited)}
            aria-disabled={missing !== "" || undefined}
          >
            Continue
          </Button>
        </div>
      </div>
    </FileCard>
  );
}

function asKind(kind: ImportKind, columns: Column[]): Pick<Reading, "kind" | "columns"> {
  const fields: readonly ColumnField[] = importFields[kind];
  return { kind, columns: columns.map((column) => (column && fields.includes(column) ? column : null)) };
}

function missingColumn(kind: ImportKind, columns: Column[]): string {
  const has = (...fields: ImportField[]) => fields.some((field) => columns.includes(field));
  if (kind === "contacts") return has("name", "firstName", "lastName") ? "" : "Which column holds the names?";
  if (kind === "categories") return has("category") ? "" : "Which column holds the names of the categories?";
  if (kind === "sales" && !has("cost")) return "Which column holds the amounts?";
  if (kind === "notes" && !has("content")) return "Which column holds the text?";
  if (kind === "repairs" && !has("piece")) return "Which column holds the pieces?";
  if (kind === "repairs" && !has("promised")) return "Which column holds the promised days?";
  if ((kind === "sales" || kind === "appointments") && !has("date")) return "Which column holds the dates?";
  const isOfSomebody = has(...personColumns);
  return kind === "sales" || isOfSomebody
    ? ""
    : "Which column identifies the contact, by email, number or name?";
}
