import { Ellipsis, FileSpreadsheet } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { useMe } from "#components/shell/use-me.ts";
import { Button } from "#components/ui/button.tsx";
import { confirm } from "#components/ui/confirm.tsx";
import { Menu } from "#components/ui/menu.tsx";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { SavedImport } from "#lib/contract/imports.ts";
import { formatMoment } from "#lib/dates.ts";
import { Card } from "./card.tsx";
import { FILES, SendingCard } from "./choose-file.tsx";
import { RunBadge } from "./run-badge.tsx";
import { useUpload } from "./use-upload.ts";
import { isWorking, kindNames, pollWhile } from "./words.ts";

type Props = { onOpen: (id: string) => void; onSent: (id: string) => void };

export function SavedImports({ onOpen, onSent }: Props) {
  const { data } = useRead(
    "savedImports.list",
    {},
    {
      refreshInterval: (list?: SavedImport[]) =>
        pollWhile(list?.some(({ last }) => last !== null && isWorking(last))),
    },
  );
  if (!data || data.length === 0) return null;
  return (
    <Card title="Saved imports">
      <p className="border-b px-4 py-2 text-muted-foreground text-sm">
        Columns you’ve already matched, ready for the next file.
      </p>
      <ul>
        {data.map((one) => (
          <SavedRow key={one.id} saved={one} onOpen={() => onOpen(one.id)} onSent={onSent} />
        ))}
      </ul>
    </Card>
  );
}

const WAYS = { hand: "by hand", email: "by email", program: "with an API key" };

type RowProps = { saved: SavedImport; onOpen: () => void; onSent: (id: string) => void };

function SavedRow({ saved, onOpen, onSent }: RowProps) {
  const { name, kind, comes, last } = saved;
  const { data: me } = useMe();
  const remove = useRemove(saved);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b px-4 py-2.5 last:border-0 phone:gap-x-2 phone:pr-1">
      <span className="grid size-8 shrink-0 place-items-center rounded-md border bg-muted text-muted-foreground phone:hidden">
        <FileSpreadsheet size={16} strokeWidth={1.75} />
      </span>
      <span className="min-w-40 flex-1 phone:min-w-24">
        <button
          type="button"
          onClick={onOpen}
          className="tap max-w-full truncate text-left font-medium hover:underline"
        >
          {name}
        </button>
        <span className="block text-muted-foreground text-sm">
          {kindNames[kind]} · {WAYS[comes]}
        </span>
      </span>
      {last && (
        <span className="flex items-center gap-3">
          <span className="text-muted-foreground text-sm tabular-nums phone:hidden">
            {formatMoment(last.createdAt, me?.timezone)}
          </span>
          <RunBadge run={last} />
        </span>
      )}
      <RunFile saved={saved} onSent={onSent}>
        Run again
      </RunFile>
      {remove && (
        <Menu
          label={`${name} menu`}
          items={[{ label: "Delete", danger: true, onSelect: () => void remove() }]}
          className="grid size-9 place-items-center rounded-md hover:bg-accent pointer-coarse:size-11"
        >
          <Ellipsis size={16} />
        </Menu>
      )}
    </li>
  );
}

export function useRemove({ id, name, mayChange }: SavedImport, onGone?: () => void) {
  const { act } = useAct("savedImports.delete");
  if (!mayChange) return null;
  return async () => {
    const text = "What it has imported stays. The next file is a new import.";
    if (!(await confirm({ title: `Delete “${name}”?`, text, verb: "Delete" }))) return;
    const { ok } = await act({ params: { id } });
    if (ok) onGone?.();
  };
}

type RunProps = {
  saved: Pick<SavedImport, "id" | "name">;
  variant?: "primary";
  onSent: (id: string) => void;
  children: ReactNode;
};

export function RunFile({ saved: { id, name }, variant, onSent, children }: RunProps) {
  const input = useRef<HTMLInputElement>(null);
  const { send, sending, problem } = useUpload({ savedId: id }, onSent);
  return (
    <>
      <Button
        {...(variant && { variant })}
        busy={sending !== null}
        aria-label={`${String(children)}: ${name}`}
        onClick={() => input.current?.click()}
      >
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={`File for ${name}`}
        accept={FILES}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) void send(file);
          target.value = "";
        }}
      />
      {problem && (
        <p role="alert" className="basis-full text-danger text-sm">
          {problem}
        </p>
      )}
      {sending && (
        <div className="basis-full">
          <SendingCard sending={sending} />
        </div>
      )}
    </>
  );
}
