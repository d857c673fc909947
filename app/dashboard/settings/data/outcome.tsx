import { CircleCheck, RotateCcw, Undo2 } from "lucide-react";
import { useId, useState } from "react";
import { useMe } from "#components/shell/use-me.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { confirm } from "#components/ui/confirm.tsx";
import { Link } from "#components/ui/link.tsx";
import { call } from "#lib/api/call.ts";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { ImportKind } from "#lib/contract/import-terms.ts";
import { formatDate, formatMoment } from "#lib/dates.ts";
import { plural } from "#lib/text.ts";
import { Bar, Card, Figures, FileCard } from "./card.tsx";
import { DownloadRows } from "./download-rows.tsx";
import { countOf, type WholeImport } from "./words.ts";

export function Running({ data }: { data: WholeImport }) {
  const { id, name, done, total, added, updated, counts, mayChange, startedAt } = data;
  const { act: stop, pending } = useAct("imports.stop");
  const left = timeLeft(startedAt, done, total);
  return (
    <FileCard name={name} at={3}>
      <Bar
        label="Importing…"
        done={done}
        total={total}
        what={`${done.toLocaleString("en-US")} of ${total.toLocaleString("en-US")}${left && ` · ${left}`}`}
      />
      <div className="-mt-2 flex flex-wrap items-center gap-3 px-4 pb-4">
        <p className="min-w-48 flex-1 text-muted-foreground text-sm">
          You can close this page. The import continues, even after a restart.
        </p>
        {mayChange && (
          <Button busy={pending} onClick={() => stop({ params: { id } })}>
            Stop here
          </Button>
        )}
      </div>
      <Figures
        figures={[
          { count: added, what: "added" },
          { count: updated, what: "updated" },
          { count: total - done, what: "to go" },
          { count: counts.doubt + counts.out, what: "left out" },
        ]}
      />
    </FileCard>
  );
}

function timeLeft(startedAt: string | null | undefined, done: number, total: number): string {
  const elapsed = Date.now() - Date.parse(startedAt ?? "");
  if (!(elapsed > 2_000) || done === 0) return "";
  const seconds = Math.ceil(((elapsed / done) * (total - done)) / 1_000);
  if (seconds > 90) return `about ${Math.ceil(seconds / 60)} minutes left`;
  return `about ${plural(Math.max(1, seconds), "second")} left`;
}

const lists: Record<ImportKind, string> = {
  contacts: "/dashboard/contacts",
  sales: "/dashboard/sales",
  notes: "/dashboard/contacts",
  categories: "/dashboard/products",
  appointments: "/dashboard/appointments",
  repairs: "/dashboard/repairs",
};

export function Outcome({ data, onNew }: { data: WholeImport; onNew: () => void }) {
  const { name, kind, state, added, updated, notes, leftOut, createdBy, startedAt, finishedAt, stop } = data;
  const { data: me } = useMe();
  const isReverted = state === "reverted";
  const seconds = Math.round((Date.parse(finishedAt ?? "") - Date.parse(startedAt ?? "")) / 1_000);
  const took =
    seconds >= 0
      ? `, in ${seconds > 90 ? plural(Math.round(seconds / 60), "minute") : plural(Math.max(1, seconds), "second")}`
      : "";
  const heading = {
    done: stop?.why === "same" ? `${name} was imported before` : `${name} is imported`,
    stopped: `${name} was stopped`,
    reverting: `Reverting ${name}…`,
    reverted: `${name} was reverted`,
  }[state as "done"];
  return (
    <Card
      title={
        <>
          {isReverted ? (
            <RotateCcw size={18} strokeWidth={1.75} className="shrink-0 text-muted-foreground" />
          ) : (
            <CircleCheck size={18} strokeWidth={1.75} className="shrink-0 text-success" />
          )}
          <span role="status" className="min-w-0 break-words">
            {heading ?? name}
          </span>
        </>
      }
      beside={
        <>
          <RevertButton data={data} label="Revert this import" />
          {kind && !isReverted && state !== "reverting" && added + updated > 0 && (
            <Link href={lists[kind]} className={buttonClass({ variant: "primary" })}>
              See the {countOf(kind, added + updated)}
            </Link>
          )}
          <Button onClick={onNew}>New import</Button>
        </>
      }
    >
      <p className="px-4 py-3 text-muted-foreground text-sm">
        Imported by {createdBy || "someone"}, {formatMoment(finishedAt, me?.timezone)}
        {took}
      </p>
      <div className="px-4 pb-3 empty:hidden">
        <SaveColumns data={data} />
      </div>
      <Figures
        figures={[
          { count: added, what: `${kind ?? "rows"} added` },
          { count: updated, what: "updated" },
          { count: notes, what: "notes added" },
          { count: leftOut, what: leftOut > 0 ? <LeftOut data={data} /> : "left out" },
        ]}
      />
      <About data={data} />
    </Card>
  );
}

function LeftOut({ data }: { data: WholeImport }) {
  return (
    <>
      left out · <DownloadRows data={data} show="out" look="link" />
    </>
  );
}

function About({ data }: { data: WholeImport }) {
  const { state, revertUntil, revertedAt, kept } = data;
  const { data: me } = useMe();
  if (state === "reverted") {
    return (
      <div className="grid gap-2 border-t px-4 py-3 text-sm">
        <p className="text-muted-foreground">
          Reverted {formatMoment(revertedAt, me?.timezone)}.{" "}
          {kept === 0 ? "Everything is as it was before." : `${plural(kept, "record")} edited since stayed:`}
        </p>
        {kept > 0 && <KeptList id={data.id} />}
      </div>
    );
  }
  return (
    <p className="border-t px-4 py-3 text-muted-foreground text-sm">
      {state === "reverting"
        ? "You can close this page. It continues, even after a restart."
        : revertUntil
          ? `You can revert this import until ${formatDate(revertUntil, me?.timezone)}. Records it added are deleted, and records it changed are restored. Records edited since then are kept and listed.`
          : "It can no longer be reverted."}
    </p>
  );
}

function KeptList({ id }: { id: string }) {
  const { data } = useRead("imports.kept", { params: { id } });
  return (
    <ul className="list-disc pl-5">
      {data?.records.map((record) => (
        <li key={record.id}>{record.name || record.kind}</li>
      ))}
    </ul>
  );
}

const SHOWN = 5;

type RevertButtonProps = {
  data: Pick<WholeImport, "id" | "name" | "revertUntil" | "mayChange">;
  label?: string;
};

export function RevertButton({ data, label = "Revert" }: RevertButtonProps) {
  const { act, pending } = useAct("imports.revert");
  const { id, name, revertUntil, mayChange } = data;
  if (!revertUntil || !mayChange) return null;

  async function revert() {
    const kept = await call("imports.kept", { params: { id } }).catch(() => null);
    const names = kept?.records.slice(0, SHOWN).map((record) => record.name) ?? [];
    const more = (kept?.count ?? 0) - names.length;
    const stays =
      names.length > 0
        ? ` Edited since, and therefore kept: ${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}.`
        : "";
    const text = `Records added by ${name} are deleted, and changed ones are restored.${stays}`;
    if (await confirm({ title: "Revert this import?", text, verb: "Revert" })) await act({ params: { id } });
  }

  return (
    <Button onClick={revert} busy={pending} aria-label={label === "Revert" ? `Revert ${name}` : undefined}>
      <Undo2 size={16} strokeWidth={1.75} />
      {label}
    </Button>
  );
}

function SaveColumns({ data }: { data: WholeImport }) {
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
