import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { dropUnfinished, type Unfinished } from "#components/unfinished-bulk.ts";
import { useBulk } from "#components/use-bulk.ts";
import { formatCount, plural } from "#lib/text.ts";
import { BulkProgress } from "./bulk-progress.tsx";
import { Frame } from "./frame.tsx";

type Props = { owner: string; work: Unfinished; onClose: () => void };

export function UnfinishedBar({ owner, work, onClose }: Props) {
  const { run, takeBack, progress, stop } = useBulk();
  const [isEnding, setEnding] = useState(false);
  const said = (some: string) => work.said.replace("{n}", some);

  const end = () => {
    dropUnfinished(owner);
    onClose();
  };
  async function goOn() {
    await run(work.what, work.whom, work.of, said, work);
    onClose();
  }
  async function undo() {
    if (isEnding) return;
    setEnding(true);
    await takeBack(work.work);
    end();
  }

  if (progress) return <BulkProgress progress={progress} onStop={stop} />;
  return (
    <Frame>
      <span role="status" className="px-2 py-1.5 tabular-nums">
        <b className="font-medium">Not finished when the page was closed:</b>{" "}
        {said(plural(work.done, "contact"))} of {formatCount(work.of)}
      </span>
      <Button variant="primary" onClick={() => void goOn()} className="pointer-coarse:h-11">
        Continue
      </Button>
      <Button busy={isEnding} onClick={() => void undo()} className="pointer-coarse:h-11">
        Undo
      </Button>
      <Button variant="ghost" onClick={end} className="pointer-coarse:h-11">
        Keep as is
      </Button>
    </Frame>
  );
}
