"use client";
import { useEffect, useState } from "react";
import { useUrlState } from "#components/shell/use-search.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { Pending } from "#components/ui/states.tsx";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { Reading } from "#lib/contract/imports.ts";
import { Bar, FileCard } from "./card.tsx";
import { Check } from "./check.tsx";
import { Columns } from "./columns.tsx";
import { Outcome, Running } from "./outcome.tsx";
import { isWorking, type WholeImport } from "./words.ts";

const AGAIN_MS = 1_000;

/** Polls each second while the host works. */
export function OneImport({ id, onLeave }: { id: string; onLeave: () => void }) {
  const asked = useRead(
    "imports.get",
    { params: { id } },
    { refreshInterval: (read?: WholeImport) => (read && isWorking(read) ? AGAIN_MS : 0) },
  );
  const { data, mutate } = asked;
  const [step, setStep] = useUrlState("step");
  // The rows are loaded again after each change of the reading.
  const [changes, setChanges] = useState(0);
  const { act: read } = useAct("imports.read");
  const { act: remove } = useAct("imports.delete");
  const isRemembered = data?.isRemembered ?? false;
  const state = data?.state;

  // Known columns are checked without asking.
  useEffect(() => {
    if (state === "checked" && !step && isRemembered) setStep("check");
  }, [state, step, isRemembered, setStep]);

  if (!data) {
    return <Pending read={asked} />;
  }
  const { name, done, total, reading } = data;

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
    const { ok } = await remove({ params: { id } });
    if (!ok) return;
    setStep("");
    onLeave();
  }

  if (state === "uploading" || state === "reading" || state === "failed") {
    return (
      <FileCard name={name} at={0}>
        {state === "failed" ? (
          <div className="grid justify-items-start gap-3 p-4">
            <Alert>{data.problem}</Alert>
            <Button onClick={discard}>Choose another file</Button>
          </div>
        ) : state === "uploading" ? (
          <div className="grid justify-items-start gap-3 p-4">
            <p>This file wasn’t uploaded completely. Choose it again.</p>
            <Button onClick={discard}>Choose it again</Button>
          </div>
        ) : (
          <Bar label="Reading the file…" done={done} total={total} what={progress(done, total)} />
        )}
      </FileCard>
    );
  }
  if (state === "running") return <Running data={data} />;
  if (state !== "checking" && state !== "checked") {
    return (
      <Outcome
        data={data}
        onNew={() => {
          setStep("");
          onLeave();
        }}
      />
    );
  }
  if (step !== "check") {
    return (
      <Columns
        data={data}
        onDiscard={discard}
        onContinue={async (wanted) => {
          if (!wanted || (await change(wanted))) setStep("check");
        }}
      />
    );
  }
  if (state === "checking") {
    return (
      <FileCard name={name} at={2}>
        <Bar label="Checking the rows…" done={done} total={total} what={progress(done, total)} />
      </FileCard>
    );
  }
  return (
    <Check
      data={data}
      changes={changes}
      onChange={change}
      onMended={() => void mutate()}
      onBack={() => setStep("columns")}
      onDiscard={discard}
    />
  );
}

function progress(done: number, total: number): string {
  return total > 0 ? `${done.toLocaleString("en-US")} of ${total.toLocaleString("en-US")}` : "";
}
