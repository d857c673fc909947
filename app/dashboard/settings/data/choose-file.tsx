import { useSearchParams } from "next/navigation";
import { useRef, useState } from "react";
import { Alert } from "#components/ui/alert.tsx";
import { DropFile } from "#components/ui/drop-file.tsx";
import { useUnsaved } from "#components/ui/use-unsaved.ts";
import { act, answerOf } from "#lib/api/act.ts";
import { ApiError } from "#lib/api/call.ts";
import { useAct } from "#lib/api/use-act.ts";
import { type ImportKind, importKinds, MOST_BYTES, PART_BYTES } from "#lib/contract/import-terms.ts";
import { UNEXPECTED } from "#lib/unexpected.ts";
import { Bar, Card, FileCard } from "./card.tsx";
import { kindNames } from "./words.ts";

export function ChooseFile({ onSent }: { onSent: (id: string) => void }) {
  const kind = readKind(useSearchParams().get("kind"));
  const [problem, setProblem] = useState("");
  const [sending, setSending] = useState<{ name: string; done: number; total: number } | null>(null);
  const { act: create } = useAct("imports.create", { quiet: true });
  const isBusy = useRef(false);
  useUnsaved(sending !== null);

  async function send(file: File) {
    if (isBusy.current) return;
    if (file.size === 0) return setProblem("This file is empty.");
    if (file.size > MOST_BYTES)
      return setProblem("This file is larger than 30 MB. Split it into several files.");
    isBusy.current = true;
    setProblem("");
    try {
      const { name, size } = file;
      const made = answerOf<"imports.create">(
        await create({ body: { name: name.slice(0, 200), bytes: size, kind } }),
      );
      if (!made) throw new ApiError(500, UNEXPECTED);
      const total = Math.ceil(size / PART_BYTES);
      for (let part = 0; part < total; part++) {
        setSending({ name, done: part, total });
        const data = await base64Of(file.slice(part * PART_BYTES, (part + 1) * PART_BYTES));
        const sent = () => act("imports.upload", { params: { id: made.id }, body: { part, data } });
        const first = await sent();
        // Once after a lost connection. The host accepts a repeated part.
        if (!first.ok) answerOf(await sent());
      }
      onSent(made.id);
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : "This file could not be read.");
    }
    isBusy.current = false;
    setSending(null);
  }

  if (sending) {
    const { name, done, total } = sending;
    return (
      <FileCard name={name} at={0}>
        <Bar
          label="Sending the file…"
          done={done}
          total={total}
          what={`${Math.round((done / total) * 100)}%`}
        />
      </FileCard>
    );
  }
  return (
    <Card title={kind ? `Import ${kindNames[kind].toLowerCase()}` : "Import"}>
      <div className="grid gap-3 p-4">
        <DropFile
          title="CSV, Excel or vCard file"
          accept=".csv,.tsv,.txt,.xlsx,.vcf,text/csv,text/vcard"
          onFile={send}
        >
          {" "}
          30 MB at most.
        </DropFile>
        <p className="max-w-prose text-muted-foreground text-sm">
          Contacts, sales, notes, categories or appointments, one in each row. You can review everything
          before it’s saved, and undo the import for 30 days. No emails are sent and no automations start.
        </p>
        {problem && <Alert>{problem}</Alert>}
      </div>
    </Card>
  );
}

function readKind(text: string | null): ImportKind | null {
  return importKinds.find((kind) => kind === text) ?? null;
}

async function base64Of(part: Blob): Promise<string> {
  const bytes = new Uint8Array(await part.arrayBuffer());
  let text = "";
  // A call has a maximum number of arguments.
  for (let at = 0; at < bytes.length; at += 8_192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(text);
}
