import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { FailureLine } from "#components/ui/failure-line.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { Pending } from "#components/ui/states.tsx";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { Answer } from "#lib/contract/contract.ts";
import type { SavedImport } from "#lib/contract/imports.ts";
import { ColumnSelect } from "./column-select.tsx";

type Props = { saved: Answer<"savedImports.get">; onClose: () => void };

/** Also columns of the newest file that the import doesn't use yet. */
export function EditColumns({ saved, onClose }: Props) {
  const newest = saved.runs.find(({ total }) => total > 0);
  const read = useRead("imports.get", newest ? { params: { id: newest.id } } : null);
  const isLoading = newest !== undefined && !read.data && !read.error;
  return (
    <Modal title="Edit columns" description={saved.name} onClose={onClose}>
      {isLoading ? (
        <Pending read={read} className="min-h-60" />
      ) : (
        <Columns saved={saved} file={read.data} onClose={onClose} />
      )}
    </Modal>
  );
}

type ColumnsProps = {
  saved: SavedImport;
  file: Answer<"imports.get"> | undefined;
  onClose: () => void;
};

function Columns({ saved: { id, kind, columns: used, fields }, file, onClose }: ColumnsProps) {
  const { act, pending } = useAct("savedImports.setColumns");
  const unused = (file?.headers ?? []).filter((header) => !used.includes(header));
  const headers = [...used, ...new Set(unused)];
  const samples = headers.map((header) => file?.samples[file.headers.indexOf(header)] ?? []);
  const [columns, setColumns] = useState(headers.map((_, at) => fields[at] ?? null));
  const [failure, setFailure] = useState("");

  async function save() {
    if (pending) return;
    const body = { uses: headers.map((header, at) => ({ header, field: columns[at] ?? null })) };
    const { ok, refused } = await act({ params: { id }, body });
    if (ok) onClose();
    else setFailure(refused?.text ?? "");
  }

  return (
    <>
      <ul className="grid min-h-0 overflow-y-auto px-5">
        {headers.map((header, at) => (
          <li
            key={header}
            className="grid grid-cols-2 items-center gap-4 border-t py-2 phone:grid-cols-1 phone:gap-1.5"
          >
            <span className="min-w-0 wrap-anywhere">
              {header}
              <span className="block truncate text-muted-foreground text-sm">
                {samples[at]?.filter(Boolean).slice(0, 2).join(", ")}
              </span>
            </span>
            <ColumnSelect file={{ headers, samples }} {...{ kind, columns, at }} onChange={setColumns} />
          </li>
        ))}
      </ul>
      <footer className="flex flex-wrap items-center justify-end gap-2 border-t px-5 py-3 phone:mt-auto phone:pb-[calc(12px+env(safe-area-inset-bottom))]">
        {failure && <FailureLine>{failure}</FailureLine>}
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="primary"
          busy={pending}
          disabled={columns.every((one) => one === null)}
          onClick={save}
        >
          Save
        </Button>
      </footer>
    </>
  );
}
