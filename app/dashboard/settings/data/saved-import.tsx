import { Check } from "lucide-react";
import { useId, useState } from "react";
import { PrefetchLink } from "#components/shell/prefetch-link.tsx";
import { useMe } from "#components/shell/use-me.ts";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { FailureLine } from "#components/ui/failure-line.tsx";
import { GrowingText } from "#components/ui/growing-text.tsx";
import { part } from "#components/ui/part.tsx";
import { ScrollRegion } from "#components/ui/scroll-region.tsx";
import { Pending } from "#components/ui/states.tsx";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { Answer } from "#lib/contract/contract.ts";
import type { Import, SavedImport } from "#lib/contract/imports.ts";
import { formatMoment } from "#lib/dates.ts";
import { ByProgram } from "./by-program.tsx";
import { Card } from "./card.tsx";
import { RevertButton } from "./outcome.tsx";
import { isStopped, RunBadge, rowsOf } from "./run-badge.tsx";
import { RunFile, useRemove } from "./saved-imports.tsx";
import { StopNotice } from "./stop-notice.tsx";
import { isWorking, kindNames, pollWhile } from "./words.ts";

const EditColumns = part(() => import("./edit-columns.tsx"), "EditColumns");

type Saved = Answer<"savedImports.get">;
type Props = { id: string; onOpen: (id: string) => void; onLeave: () => void };

export function SavedImportPage({ id, onOpen, onLeave }: Props) {
  const read = useRead(
    "savedImports.get",
    { params: { id } },
    { refreshInterval: (saved?: Saved) => pollWhile(saved?.runs.some(isWorking)) },
  );
  const { data } = read;
  if (!data) return <Pending read={read} />;
  return (
    <div className="grid items-start gap-4 min-[68.75rem]:grid-cols-[minmax(0,1fr)_312px]">
      <Runs saved={data} onOpen={onOpen} onLeave={onLeave} onChange={() => void read.mutate()} />
      <div className="grid gap-4">
        <WaysToImport saved={data} onChange={() => void read.mutate()} />
        <Rules kind={data.kind} />
      </div>
    </div>
  );
}

type RunsProps = { saved: Saved; onOpen: (id: string) => void; onLeave: () => void; onChange: () => void };

function Runs({ saved, onOpen, onLeave, onChange }: RunsProps) {
  const { name, kind, createdBy, createdAt, runs, columns } = saved;
  const { data: me } = useMe();
  const remove = useRemove(saved, onLeave);
  const [isEditing, setEditing] = useState(false);
  const [newest] = runs;
  return (
    <Card
      title={name}
      beside={
        <>
          {saved.mayChange && (
            <Button {...EditColumns.near} onClick={() => setEditing(true)}>
              Edit columns
            </Button>
          )}
          <RunFile saved={saved} variant="primary" onSent={onOpen}>
            Run with new file
          </RunFile>
        </>
      }
    >
      <div className="grid gap-3 px-4 py-3">
        <p className="text-muted-foreground text-sm">
          {kindNames[kind]} · saved{createdBy && ` by ${createdBy.split(" ")[0]}`},{" "}
          {formatMoment(createdAt, me?.timezone)}
        </p>
        <p className="break-words text-muted-foreground text-sm">Columns: {columns.join(", ")}</p>
        {newest && (
          <StopNotice
            run={{ ...newest, mayChange: newest.mayChange && saved.mayChange }}
            onRun={onChange}
            onLook={() => onOpen(newest.id)}
          />
        )}
        {isEditing && (
          <EditColumns
            saved={saved}
            onClose={() => {
              setEditing(false);
              onChange();
            }}
          />
        )}
      </div>
      <ScrollRegion aria-label="Runs" className="relative overflow-x-auto">
        <table className="w-full text-left phone:block">
          <thead className="phone:sr-only">
            <tr className="border-y text-muted-foreground text-xs [&>th]:px-4 [&>th]:py-2 [&>th]:font-medium">
              <th scope="col">Result</th>
              <th scope="col">When</th>
              <th scope="col">File</th>
              <th scope="col">Rows</th>
              <th scope="col">
                <span className="sr-only">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody className="phone:block">
            {runs.map((run) => (
              <Run key={run.id} run={run} timezone={me?.timezone} onOpen={() => onOpen(run.id)} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <div className="flex gap-2 border-t px-2 py-2">
        <Button variant="ghost" onClick={onLeave}>
          All imports
        </Button>
        {remove && (
          <Button variant="ghost" onClick={() => void remove()}>
            Delete
          </Button>
        )}
      </div>
    </Card>
  );
}

type RunProps = { run: Import; timezone: string | undefined; onOpen: () => void };

function Run({ run, timezone, onOpen }: RunProps) {
  const canRevert = run.revertUntil && run.mayChange && run.stop?.why !== "same";
  return (
    <tr className="border-b last:border-0 phone:flex phone:flex-wrap phone:items-center phone:gap-x-3 phone:px-4 phone:py-2 [&>td]:whitespace-nowrap [&>td]:px-4 [&>td]:py-2 phone:[&>td]:p-0">
      <td>
        <RunBadge run={run} />
      </td>
      <td className="tabular-nums">{formatMoment(run.createdAt, timezone)}</td>
      <td className="max-w-56 truncate text-muted-foreground phone:max-w-full">{run.name}</td>
      <td>{rowsOf(run)}</td>
      <td className="text-right phone:ml-auto">
        {canRevert && !isStopped(run) ? (
          <RevertButton data={run} />
        ) : (
          <Button variant="ghost" aria-label={`Details of ${run.name}`} onClick={onOpen}>
            Details
          </Button>
        )}
      </td>
    </tr>
  );
}

const RULES = [
  "A column it uses is missing or renamed",
  "Dates or amounts are written differently than last time",
  "More than 5% of rows need a look",
  "More than 20 categories would be new",
];

function Rules({ kind }: Pick<SavedImport, "kind">) {
  return (
    <Card title="Stops and asks if" aside>
      <ul className="grid gap-2 px-4 py-3 text-sm">
        {[...RULES, ...(kind === "sales" ? ["The total is over three times the usual"] : [])].map((rule) => (
          <li key={rule} className="flex gap-2">
            <Check size={14} className="mt-1 shrink-0 text-muted-foreground" />
            {rule}
          </li>
        ))}
      </ul>
      {kind === "sales" && (
        <p className="border-t px-4 py-3 text-muted-foreground text-sm">
          A sale with the same invoice number is updated, never added twice. Sales edited here stay as they
          are.
        </p>
      )}
    </Card>
  );
}

type WaysProps = { saved: Saved; onChange: () => void };

function WaysToImport({ saved, onChange }: WaysProps) {
  return (
    <Card title="Ways to import" aside>
      <div className="px-4 py-3">
        <h3 className="font-medium">By hand</h3>
        <p className="text-muted-foreground text-sm">Run it with a new file, or drop one under Import.</p>
      </div>
      {saved.mail && <ByEmail id={saved.id} mail={saved.mail} onChange={onChange} />}
      {saved.api && <ByProgram id={saved.id} api={saved.api} onChange={onChange} />}
    </Card>
  );
}

type ByEmailProps = { id: string; mail: NonNullable<SavedImport["mail"]>; onChange: () => void };

function ByEmail({ id, mail: { address, senders }, onChange }: ByEmailProps) {
  const { act, pending } = useAct("savedImports.setSenders");
  const box = useId();
  const stored = senders.join("\n");
  const [typed, setTyped] = useState(stored);
  const [failure, setFailure] = useState("");
  const wanted = [
    ...new Set(
      typed
        .toLowerCase()
        .split(/[\s,;]+/)
        .filter(Boolean),
    ),
  ];

  async function save() {
    if (pending) return;
    const { ok, refused } = await act({ params: { id }, body: { senders: wanted } });
    setFailure(ok ? "" : (refused?.text ?? "The senders could not be saved."));
    if (ok) onChange();
  }

  return (
    <div className="grid gap-2 border-t px-4 py-3">
      <h3 className="font-medium">By email</h3>
      <label htmlFor={box} className="text-muted-foreground text-sm">
        Files attached to email from these addresses are imported. Enter one address per line.
      </label>
      <GrowingText
        id={box}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        placeholder="reports@your-till.com"
        maxLength={3_000}
      />
      {failure && <FailureLine>{failure}</FailureLine>}
      {wanted.join("\n") !== stored && (
        <div>
          <Button variant="primary" busy={pending} onClick={() => void save()}>
            {wanted.length > 0 ? "Save" : "Turn off"}
          </Button>
        </div>
      )}
      {address ? (
        <>
          <p className="text-muted-foreground text-sm">Email files to:</p>
          <code className="rounded-md bg-muted px-2 py-1.5 text-xs wrap-anywhere">{address}</code>
          <div>
            <CopyButton text={address} />
          </div>
        </>
      ) : (
        senders.length > 0 && (
          <p className="text-sm text-warning">
            There’s no mailbox for these files yet.{" "}
            <PrefetchLink href="/dashboard/settings/integrations" className="link">
              Connect an email account
            </PrefetchLink>
            .
          </p>
        )
      )}
    </div>
  );
}
