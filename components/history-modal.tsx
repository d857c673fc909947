import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { Empty, Pending } from "#components/ui/states.tsx";
import { useRead } from "#lib/api/use-read.ts";
import type { Entry } from "#lib/contract/journal.ts";
import { formatMoment } from "#lib/dates.ts";
import { actorWords, changeWords, deedWord } from "#lib/journal-words.ts";
import { useMe } from "./shell/use-me.ts";

export function HistoryModal({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const [pieces, setPieces] = useState<(string | undefined)[]>([undefined]);
  return (
    <Modal title="History" description={name} side onClose={onClose}>
      <div className="relative min-h-40 flex-1 overflow-y-auto px-5 pb-5">
        {pieces.map((before) => (
          <Piece
            key={before ?? ""}
            id={id}
            before={before}
            onMore={before === pieces.at(-1) ? (last) => setPieces([...pieces, last]) : undefined}
          />
        ))}
      </div>
    </Modal>
  );
}

type PieceProps = { id: string; before: string | undefined; onMore?: ((last: string) => void) | undefined };

const FULL = 50;

function Piece({ id, before, onMore }: PieceProps) {
  const { data: me } = useMe();
  const read = useRead("history.ofRecord", { params: { id }, query: { before } });
  const { data } = read;
  if (!data) return <Pending read={read} />;
  const last = data.at(-1)?.id;
  return (
    <>
      {data.length === 0 && !before && <Empty text="No changes yet" hint="New changes appear here." />}
      <ol className="grid">
        {data.map((entry) => (
          <Line key={entry.id} entry={entry} timezone={me?.timezone} />
        ))}
      </ol>
      {onMore && last && data.length === FULL && (
        <Button onClick={() => onMore(last)} className="mt-3">
          Load older
        </Button>
      )}
    </>
  );
}

function Line({ entry, timezone }: { entry: Entry; timezone: string | undefined }) {
  const isTag = entry.kind === "tagging";
  const isRecipient = entry.kind === "recipient";
  const changes = isTag || isRecipient ? [] : changeWords(entry, timezone);
  const way = entry.action === "deleted" ? "from" : "to";
  const target = isRecipient ? `them ${way} the campaign “${entry.name}”` : "it";
  const what = isTag ? `the tag “${entry.name}”` : target;
  return (
    <li className="grid gap-1 border-b py-3 last:border-0">
      <p>
        <span className="font-medium">{actorWords(entry.actor)}</span>{" "}
        {changes.length === 0 && `${deedWord(entry)} ${what}`}
        {changes.length > 0 && (entry.reason ? deedWord(entry) : "changed")}
      </p>
      <Changes changes={changes} />
      <time dateTime={entry.at ?? undefined} className="text-muted-foreground text-sm tabular-nums">
        {formatMoment(entry.at, timezone)}
      </time>
    </li>
  );
}

export function Changes({ changes }: { changes: ReturnType<typeof changeWords> }) {
  if (changes.length === 0) return null;
  return (
    <ul className="grid gap-0.5">
      {changes.map(({ field, from, to }) => (
        <li key={field} className="wrap-anywhere whitespace-normal">
          <span className="font-medium">{field}</span>
          {(from || to) && (
            <>
              <span className="text-muted-foreground"> from </span>
              {from}
              <span className="text-muted-foreground"> to </span>
              {to}
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
