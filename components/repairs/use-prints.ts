import { useEffect, useState } from "react";
import { type Paper, paperKinds } from "#lib/contract/repair-terms.ts";

export const papers: Record<Paper, string> = { slip: "Claim slip", label: "Envelope label" };
const KEY = "repair-prints";

export function usePrints() {
  const [prints, setPrints] = useState<readonly Paper[]>(paperKinds);
  useEffect(() => {
    const stored = localStorage.getItem(KEY)?.split(",");
    if (stored) setPrints(paperKinds.filter((paper) => stored.includes(paper)));
  }, []);
  function choose(paper: Paper, isChosen: boolean) {
    const next = paperKinds.filter((one) => (one === paper ? isChosen : prints.includes(one)));
    localStorage.setItem(KEY, next.join());
    setPrints(next);
  }
  return { prints, choose };
}
