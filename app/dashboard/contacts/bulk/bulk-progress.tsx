import { Button } from "#components/ui/button.tsx";
import type { Progress } from "#components/use-bulk.ts";
import { formatCount } from "#lib/text.ts";
import { Frame } from "./frame.tsx";

export function BulkProgress({ progress: { done, of }, onStop }: { progress: Progress; onStop: () => void }) {
  return (
    <Frame>
      <span role="status" className="flex items-center gap-2 px-2 tabular-nums">
        <span className="spinner" aria-hidden="true" />
        {formatCount(done)} of {formatCount(of)}
      </span>
      <progress aria-label="Progress" value={done} max={of} className="h-1.5 w-32 accent-primary" />
      <Button
        onClick={onStop}
        className="border-transparent! bg-transparent! shadow-none! h-9! px-2.5! hover:bg-accent! pointer-coarse:h-11!"
      >
        Stop
      </Button>
    </Frame>
  );
}
