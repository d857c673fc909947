import { FileSearch, TriangleAlert } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useMoney } from "#components/shell/use-me.ts";
import { Button } from "#components/ui/button.tsx";
import { useAct } from "#lib/api/use-act.ts";
import type { Import } from "#lib/contract/imports.ts";
import { isStopped, stopText } from "./run-badge.tsx";
import type { WholeImport } from "./words.ts";

type Run = Pick<Import, "id" | "state" | "stop" | "mayChange">;
type Props = { run: Run; onRun: () => void; onLook?: () => void };

export function StopNotice({ run, onRun, onLook }: Props) {
  const money = useMoney();
  const { act, pending } = useAct("imports.useColumn");
  const { id, stop, mayChange } = run;
  if (!stop || !isStopped(run)) return null;
  const [reason, more] = stopText(stop, money);

  async function takeColumn() {
    const { ok } = await act({ params: { id } });
    if (ok) onRun();
  }

  return (
    <div className="grid gap-2.5 rounded-md bg-warning-soft px-4 py-3 text-warning">
      <p role="status" className="flex gap-2 break-words">
        <TriangleAlert size={18} strokeWidth={1.75} className="mt-0.5 shrink-0" />
        <span className="min-w-0">
          <b className="font-semibold">{reason}</b> {more}
        </span>
      </p>
      <div className="flex flex-wrap gap-2 empty:hidden">
        {stop.instead !== null && stop.why === "column" && mayChange && (
          <Button className="text-foreground" busy={pending} onClick={takeColumn}>
            Use “{stop.instead}” and run
          </Button>
        )}
        {onLook && (
          <Button variant="ghost" onClick={onLook}>
            Look at the file
          </Button>
        )}
      </div>
    </div>
  );
}

export function SavedNotice({ data, onRun }: { data: WholeImport; onRun: () => void }) {
  const { act, pending } = useAct("imports.run");
  const [isNew, setNew] = useState(false);
  const { id, looksLike, mayChange } = data;
  if (isStopped(data))
    return <StopNotice run={{ ...data, mayChange: mayChange && data.mayUseColumn }} onRun={onRun} />;
  if (!looksLike || !mayChange || isNew) return null;

  async function run(savedId: string) {
    const { ok } = await act({ params: { id }, body: { savedId } });
    if (ok) onRun();
  }

  return (
    <Notice
      text={
        <>
          Looks like <b className="font-semibold">{looksLike.name}</b>
        </>
      }
    >
      <Button className="text-foreground" busy={pending} onClick={() => void run(looksLike.id)}>
        Run
      </Button>
      <Button className="text-foreground" onClick={() => setNew(true)}>
        New import
      </Button>
    </Notice>
  );
}

function Notice({ text, children }: { text: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-info-soft px-4 py-2.5 text-info">
      <FileSearch size={18} strokeWidth={1.75} className="shrink-0" />
      <p role="status" className="min-w-40 flex-1 break-words">
        {text}
      </p>
      {children}
    </div>
  );
}
