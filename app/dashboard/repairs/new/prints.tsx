import type { ReactNode } from "react";
import { type Control, type FieldValues, useWatch } from "react-hook-form";
import { PrintedPaper, type PrintedRepair } from "#components/repairs/papers.tsx";
import { papers } from "#components/repairs/use-prints.ts";
import { ChoiceLine } from "#components/ui/choice-line.tsx";
import { type Paper, paperKinds } from "#lib/contract/repair-terms.ts";
import type { Intake } from "./intake.ts";

type Ticket = Pick<PrintedRepair, "number" | "token" | "code">;

type Props<V> = {
  control: Control<FieldValues, unknown, V>;
  print: (ticket: Ticket, intake: Intake) => PrintedRepair;
  spare: Ticket | null;
  prints: readonly Paper[];
  choose: (paper: Paper, isChosen: boolean) => void;
};

export function Prints<V>({ control, print, spare, prints, choose }: Props<V>): ReactNode {
  const intake = useWatch({ control }) as Intake;
  const repair = print(intake.reserved ?? spare ?? { number: null, token: null }, intake);
  return (
    <section
      aria-labelledby="prints"
      className="grid gap-3 rounded-lg border bg-card p-4 pt-3 shadow-1 phone:hidden"
    >
      <h2 id="prints" className="leading-8!">
        Prints
      </h2>
      {paperKinds.map((paper) => {
        const isPrinted = prints.includes(paper);
        return (
          <div key={paper} className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
            <ChoiceLine
              type="checkbox"
              checked={isPrinted}
              onChange={({ target }) => choose(paper, target.checked)}
              className="text-sm"
            >
              {papers[paper]}
            </ChoiceLine>
            {isPrinted && (
              <article
                aria-label={papers[paper]}
                className={`rounded-[4px] border border-border-strong bg-[#fff] shadow-2 ${paper === "slip" ? "px-4 py-3.5" : "px-3 py-2.5"}`}
              >
                <PrintedPaper paper={paper} repair={repair} />
              </article>
            )}
          </div>
        );
      })}
    </section>
  );
}
