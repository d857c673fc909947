import clsx from "clsx";
import { Check, Minus } from "lucide-react";
import { type SetupMarks, type SetupStep, setupSteps } from "#lib/contract/setup.ts";

export const stepTitles: Record<SetupStep, { title: string; hint: string }> = {
  timezone: { title: "Timezone", hint: "The clock of your days" },
  hours: { title: "Opening hours", hint: "When visitors may book" },
  categories: { title: "Categories", hint: "What sales are sorted by" },
  team: { title: "Your team", hint: "Invite your colleagues" },
};

const states = { done: "done", skipped: "skipped", open: "" };
const looks = {
  done: "bg-success-soft text-success",
  skipped: "border border-border-strong text-muted-foreground",
  open: "border border-border-strong text-muted-foreground",
};

type Props = { current: SetupStep; marks: SetupMarks; onOpen: (step: SetupStep) => void };

/** All steps, each to be opened at any time: a column beside the step, or a line of progress above it. */
export function StepList({ current, marks, onOpen }: Props) {
  const index = setupSteps.indexOf(current);
  const next = setupSteps[index + 1];
  return (
    <nav
      aria-label="Set-up steps"
      className="grid content-start gap-1 border-b p-3 min-[1100px]:border-r min-[1100px]:border-b-0 phone:px-4"
    >
      <p className="flex justify-between gap-3 text-sm min-[1100px]:hidden" aria-hidden="true">
        <span className="font-semibold">{`Step ${index + 1} of ${setupSteps.length}`}</span>
        {next && <span className="text-muted-foreground">Next: {stepTitles[next].title.toLowerCase()}</span>}
      </p>
      <ol className="grid grid-cols-4 gap-1.5 min-[1100px]:grid-cols-1">
        {setupSteps.map((step, at) => {
          const state = marks[step] ?? "open";
          const isCurrent = step === current;
          const { title, hint } = stepTitles[step];
          return (
            <li key={step}>
              <button
                type="button"
                aria-current={isCurrent ? "step" : undefined}
                onClick={() => onOpen(step)}
                className="group flex w-full items-start gap-3 rounded-md text-left hover:bg-accent aria-[current]:bg-primary-soft max-[1099px]:h-11 max-[1099px]:items-center max-[1099px]:justify-center min-[1100px]:p-3"
              >
                <span
                  aria-hidden="true"
                  className={clsx(
                    "grid size-6 shrink-0 place-items-center rounded-full font-semibold text-xs",
                    isCurrent ? "bg-primary text-primary-foreground" : looks[state],
                  )}
                >
                  {state === "done" ? (
                    <Check size={14} strokeWidth={2.5} />
                  ) : state === "skipped" ? (
                    <Minus size={14} strokeWidth={2.5} />
                  ) : (
                    at + 1
                  )}
                </span>
                <span className="min-w-0 phone:sr-only">
                  <b className="block font-medium group-aria-[current]:text-primary-soft-foreground">
                    {title}
                    {states[state] && <span className="sr-only">{` (${states[state]})`}</span>}
                  </b>
                  <span className="block text-muted-foreground text-sm group-aria-[current]:text-primary-soft-foreground max-[1099px]:hidden">
                    {hint}
                  </span>
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
