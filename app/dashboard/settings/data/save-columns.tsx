import { useId, useState } from "react";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { useAct } from "#lib/api/use-act.ts";
import type { WholeImport } from "./words.ts";

export function SaveColumns({ data }: { data: WholeImport }) {
  const { id: importId, name: file, savedId, state, mayChange } = data;
  const [name, setName] = useState<string | null>(null);
  const [problem, setProblem] = useState("");
  const { act, pending } = useAct("savedImports.create", { quiet: true });
  const id = useId();
  if (savedId || !mayChange || (state !== "done" && state !== "stopped")) return null;
  if (name === null) {
    const usual = file
      .replace(/\.\w+$/, "")
      .replace(/[\d_-]+/g, " ")
      .trim()
      .slice(0, 60);
    return <Button onClick={() => setName(usual)}>Save these columns as…</Button>;
  }

  async function save() {
    if (pending) return;
    const { refused } = await act({ body: { importId, name: name?.trim() ?? "" } });
    setProblem(refused?.text ?? "");
  }

  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <label htmlFor={id} className="font-medium text-sm">
        Save these columns as
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          id={id}
          value={name}
          maxLength={60}
          required
          // biome-ignore lint/a11y/noAutofocus: the person just asked for this box
          autoFocus
          onChange={({ target }) => setName(target.value)}
          className="field min-w-48 flex-1"
        />
        <Button type="submit" variant="primary" busy={pending}>
          Save
        </Button>
      </div>
      <p className="text-muted-foreground text-sm">
        The next file with these columns is imported in one step. It stops if something looks different.
      </p>
      {problem && <Alert>{problem}</Alert>}
    </form>
  );
}
