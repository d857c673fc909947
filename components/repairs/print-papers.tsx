import { useState } from "react";
import { createPortal } from "react-dom";
import { useMay } from "#components/shell/use-me.ts";
import { usePrint } from "#components/use-print.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { Paper } from "#lib/contract/repair-terms.ts";
import { PrintedPaper, type PrintedRepair } from "./papers.tsx";
import { papers } from "./use-prints.ts";

type Props = { repair: PrintedRepair; print: readonly Paper[]; onPrinted: () => void };

export function PrintPapers({ repair, print, onPrinted }: Props) {
  const [at, setAt] = useState(0);
  const paper = print[at];
  if (!paper) return null;
  const next = () => (at + 1 < print.length ? setAt(at + 1) : onPrinted());
  return <Job key={paper} paper={paper} repair={repair} onPrinted={next} />;
}

type JobProps = { paper: Paper; repair: PrintedRepair; onPrinted: () => void };

function Job({ paper, repair, onPrinted }: JobProps) {
  const mayAsk = useMay()("organization.brand");
  const brand = useRead("organization.brand", {});
  const settings = useRead("repairs.settings", {});
  const isReady = (!mayAsk || brand.data || brand.error) && (settings.data || settings.error);
  usePrint(Boolean(isReady), async () => {}, onPrinted);
  return createPortal(
    <article
      data-paper="alone"
      aria-label={papers[paper]}
      className={paper === "label" ? "page-label" : undefined}
    >
      <PrintedPaper paper={paper} repair={repair} />
    </article>,
    document.body,
  );
}
