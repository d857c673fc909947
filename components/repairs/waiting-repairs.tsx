import { useContext } from "react";
import { Button } from "#components/ui/button.tsx";
import { confirm } from "#components/ui/confirm.tsx";
import { DraftOwner } from "#components/ui/draft.tsx";
import { Link } from "#components/ui/link.tsx";
import {
  dropWaiting,
  unsavedRepairs,
  useWaitingRepairs,
  type WaitingRepair,
} from "#lib/api/waiting-repairs.ts";

type Props = { onCorrect?: (values: WaitingRepair["values"]) => void; className?: string };

export function WaitingRepairs({ onCorrect, className = "" }: Props) {
  const owner = useContext(DraftOwner) ?? "";
  const repairs = useWaitingRepairs(owner);
  const refused = repairs.filter((one) => one.refused);
  const count = onCorrect ? repairs.length - refused.length : repairs.length;
  async function discard(ticket: string) {
    const text = "It has never been saved. This can’t be undone.";
    if (await confirm({ title: `Discard ${ticket}?`, text, verb: "Discard" })) dropWaiting(owner, ticket);
  }
  return (
    <div role="status" className={`grid gap-2 empty:hidden ${className}`}>
      {count > 0 && (
        <p className="text-muted-foreground text-sm">
          {unsavedRepairs(count)}.{" "}
          {!onCorrect && refused.length > 0 && (
            <Link href="/dashboard/repairs/new" className="underline">
              Correct in New repair
            </Link>
          )}
        </p>
      )}
      {onCorrect &&
        refused.map(({ key, ticket, refused, values }) => (
          <p
            key={key}
            className="flex flex-wrap items-center gap-2 rounded-md bg-danger-soft px-3 py-1.5 text-danger"
          >
            <span className="min-w-0 flex-1 wrap-anywhere">{`${ticket} could not be saved: ${refused}`}</span>
            <Button aria-label={`Correct ${ticket}`} onClick={() => onCorrect(values)}>
              Correct
            </Button>
            <Button variant="ghost" aria-label={`Discard ${ticket}`} onClick={() => discard(ticket)}>
              Discard
            </Button>
          </p>
        ))}
    </div>
  );
}
