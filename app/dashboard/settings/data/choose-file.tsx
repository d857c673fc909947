import clsx from "clsx";
import { FileSpreadsheet } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { type ReactNode, useState } from "react";
import { Alert } from "#components/ui/alert.tsx";
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
          Contacts, sales, repairs or other records, one in each row. You can review everything before it’s
          saved, and undo the import for 30 days. No emails are sent and no automations start.
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

type Props = { title: string; accept: string; onFile: (file: File) => void; children?: ReactNode };

/** The native file input covers the whole area, so dropping and all keys work. */
function DropFile({ title, accept, onFile, children }: Props) {
  const [over, setOver] = useState(false);
  return (
    <label
      onDragEnter={() => setOver(true)}
      onDragLeave={() => setOver(false)}
      className={clsx(
        "relative grid justify-items-center gap-1 rounded-lg border border-input border-dashed px-4 py-10 text-center hover:bg-accent has-focus-visible:outline-2 has-focus-visible:outline-ring has-focus-visible:outline-offset-2",
        over && "bg-primary-soft",
      )}
    >
      <FileSpreadsheet size={24} strokeWidth={1.5} className="mb-1 text-muted-foreground" />
      <span className="font-semibold">{title}</span>
      <span className="text-muted-foreground">
        Choose one<span className="phone:hidden">, or drop it here</span>.{children}
      </span>
      <input
        type="file"
        accept={accept}
        onChange={({ target }) => {
          setOver(false);
          const [file] = target.files ?? [];
          if (file) onFile(file);
          target.value = "";
        }}
        className="absolute inset-0 cursor-pointer opacity-0"
      />
    </label>
  );
}
