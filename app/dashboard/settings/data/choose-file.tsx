import { useSearchParams } from "next/navigation";
import { Alert } from "#components/ui/alert.tsx";
import { DropFile } from "#components/ui/drop-file.tsx";
import { type ImportKind, importKinds } from "#lib/contract/import-terms.ts";
import { Bar, Card, FileCard } from "./card.tsx";
import { type Sending, useUpload } from "./use-upload.ts";
import { kindNames } from "./words.ts";

export const FILES = ".csv,.tsv,.txt,.xlsx,.vcf,text/csv,text/vcard";

export function ChooseFile({ onSent }: { onSent: (id: string) => void }) {
  const kind = readKind(useSearchParams().get("kind"));
  const { send, sending, problem } = useUpload({ kind }, onSent);

  if (sending) return <SendingCard sending={sending} />;
  return (
    <Card title={kind ? `Import ${kindNames[kind].toLowerCase()}` : "Import"}>
      <div className="grid gap-3 p-4">
        <DropFile title="CSV, Excel or vCard file" accept={FILES} onFile={send}>
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

export function SendingCard({ sending: { name, done, total } }: { sending: Sending }) {
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

function readKind(text: string | null): ImportKind | null {
  return importKinds.find((kind) => kind === text) ?? null;
}
