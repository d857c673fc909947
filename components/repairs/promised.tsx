import clsx from "clsx";
import { useMe } from "#components/shell/use-me.ts";
import { Icon } from "#components/ui/icon.tsx";
import type { RepairRow } from "#lib/contract/repairs.ts";
import { promiseWords } from "#lib/repair-words.ts";

export function Promised({ repair }: { repair: Pick<RepairRow, "state" | "stateAt" | "promisedDay"> }) {
  const { data: me } = useMe();
  const { text, isLate } = promiseWords(repair, me?.timezone);
  return (
    <span className={clsx("inline-flex items-center gap-1 tabular-nums", isLate && "text-danger")}>
      {isLate && <Icon is="triangle-exclamation-point" className="size-3.5" />}
      {text}
    </span>
  );
}
