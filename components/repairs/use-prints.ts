import { useEffect, useState } from "react";

export const papers = { slip: "Claim slip", label: "Envelope label" } as const;
export type Paper = keyof typeof papers;

export const paperKinds = Object.keys(papers) as Paper[];
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
