import { Check, Copy, RotateCcw, TriangleAlert } from "lucide-react";
import { Badge } from "#components/ui/badge.tsx";
import type { Import, Stop } from "#lib/contract/imports.ts";
import type { Money } from "#lib/contract/money.ts";
import { countOf } from "./words.ts";

type Run = Pick<Import, "state" | "stop">;

export function isStopped({ state, stop }: Run): boolean {
  return state === "checked" && stop != null;
}

const ICON = { size: 12, strokeWidth: 2 };

export function RunBadge({ run }: { run: Run }) {
  const { state, stop } = run;
  if (isStopped(run))
    return (
      <Badge tone="warning">
        <TriangleAlert {...ICON} />
        Stopped
      </Badge>
    );
  if (state === "reverted")
    return (
      <Badge tone="muted">
        <RotateCcw {...ICON} />
        Reverted
      </Badge>
    );
  if (stop?.why === "same")
    return (
      <Badge tone="muted">
        <Copy {...ICON} />
        Skipped
      </Badge>
    );
  if (state === "failed") return <Badge tone="danger">Failed</Badge>;
  if (state === "stopped") return <Badge tone="muted">Canceled</Badge>;
  if (state !== "done") return <Badge tone="info">Running…</Badge>;
  return (
    <Badge tone="success">
      <Check {...ICON} />
      Done
    </Badge>
  );
}

/** "38 added, 2 updated" */
export function rowsOf(run: Import): string {
  const { state, stop, added, updated, leftOut, edited, total, kept } = run;
  if (isStopped(run)) return `0 of ${total.toLocaleString("en-US")}`;
  if (stop?.why === "same") return "Already imported";
  if (state === "reverted") return `${(added - kept).toLocaleString("en-US")} removed`;
  const parts = [
    [added, "added"],
    [updated, "updated"],
    [edited, "kept as edited here"],
    [leftOut, "left out"],
  ] as const;
  return parts
    .flatMap(([count, what]) => (count > 0 ? [`${count.toLocaleString("en-US")} ${what}`] : []))
    .join(", ");
}

export function stopText({ why, what, instead }: Stop, money: Money): [string, string] {
  const nothing = "Nothing was imported.";
  const amount = (text: string | null) => money.format(Number(text));
  if (why === "column")
    return [
      `Stopped: the column “${what}” is missing.`,
      instead ? `The file has “${instead}” instead. ${nothing}` : nothing,
    ];
  if (why === "notation") {
    const which = what === "dates" ? "dates" : "amounts";
    return [`Stopped: ${which} are written differently than last time.`, nothing];
  }
  if (why === "amount")
    return [`Stopped: the total is ${amount(what)}.`, `${amount(instead)} is usual. ${nothing}`];
  if (why === "categories") return [`Stopped: ${countOf("categories", Number(what))} would be new.`, nothing];
  if (why === "doubts") return [`Stopped: ${what} rows need a look.`, nothing];
  return ["Skipped: this file was imported before.", nothing];
}
