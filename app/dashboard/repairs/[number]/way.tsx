import clsx from "clsx";
import { Check, type LucideIcon } from "lucide-react";
import { stateLooks } from "#components/repairs/states.tsx";
import { useMe } from "#components/shell/use-me.ts";
import { type RepairState, repairWords } from "#lib/contract/repair-terms.ts";
import type { Repair } from "#lib/contract/repairs.ts";
import { formatDay, formatTime, readDay } from "#lib/dates.ts";
import { dayWords } from "#lib/repair-words.ts";
import { dayOf } from "#lib/time/days.ts";

/** Away and Returned appear only once they have happened. */
const USUAL: RepairState[] = ["IN", "WAITING", "BENCH", "READY", "HANDED_OVER"];
const ALL: RepairState[] = ["IN", "WAITING", "BENCH", "AWAY", "READY", "RETURNED", "HANDED_OVER"];

type Step = {
  state: RepairState;
  name: string;
  day: string;
  who: string;
  isDone: boolean;
  isCurrent: boolean;
  isPassed: boolean;
};

export function Way({ repair }: { repair: Repair }) {
  const { data: me } = useMe();
  const steps = stepsOf(repair, me?.timezone);
  return (
    <ol
      aria-label="Where the piece is"
      className="grid auto-cols-fr grid-flow-col border-b px-2 py-3.5 text-center phone:px-1"
    >
      {steps.map(({ state, name, day, who, isDone, isCurrent, isPassed }, i) => (
        <li
          key={state}
          aria-current={isCurrent ? "step" : undefined}
          className={clsx(
            "relative grid content-start justify-items-center gap-0.5 text-sm phone:text-[11px]",
            i > 0 &&
              "before:absolute before:top-3.25 before:right-[calc(50%+22px)] before:left-[calc(-50%+22px)] before:h-0.5",
            isDone || isCurrent || isPassed ? "before:bg-primary" : "before:bg-border-strong",
            !isDone && !isCurrent && "text-muted-foreground",
          )}
        >
          <Mark isDone={isDone} isCurrent={isCurrent} icon={stateLooks[state].icon} />
          <span className={clsx("mt-1", isCurrent ? "font-semibold" : "font-medium")}>{name}</span>
          <span className="text-muted-foreground text-xs phone:text-[11px]">
            {day}
            {who && <span className="phone:hidden"> · {who}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}

type MarkProps = { isDone: boolean; isCurrent: boolean; icon: LucideIcon };

function Mark({ isDone, isCurrent, icon: StepIcon }: MarkProps) {
  return (
    <span
      className={clsx(
        "grid size-7 place-items-center rounded-full border",
        isCurrent
          ? "border-transparent bg-primary text-primary-foreground"
          : isDone
            ? "border-transparent bg-primary-soft text-primary-soft-foreground"
            : "border-border-strong bg-card",
      )}
    >
      {isDone ? <Check size={14} aria-hidden="true" /> : <StepIcon size={15} aria-hidden="true" />}
    </span>
  );
}

function stepsOf({ state, steps, approved, promisedDay }: Repair, timezone: string | undefined): Step[] {
  const last = new Map(steps.map((step) => [step.state, step]));
  const shown = ALL.filter(
    (one) => USUAL.includes(one) || one === state || (one === "AWAY" && last.has(one)),
  );
  const at = shown.indexOf(state);
  return shown.map((one, i): Step => {
    const isCurrent = one === state;
    const isDone = !isCurrent && ((i < at && last.has(one)) || (one === "WAITING" && approved !== null));
    const happened = isDone || isCurrent ? last.get(one) : undefined;
    const isApproved = one === "WAITING" && approved !== null && !isCurrent;
    const due = one === "READY" && i > at ? `by ${dayWords(promisedDay)}` : "";
    return {
      ...{ state: one, isDone, isCurrent, isPassed: i < at },
      name: isApproved ? "Approved" : repairWords[one],
      day: dayIn(isApproved ? approved.at : (happened?.at ?? null), timezone) || due,
      who: isApproved ? "by link" : happened ? whoOf(happened) : "",
    };
  });
}

function whoOf({ by, workshop }: { by: string; workshop?: string | null }): string {
  return workshop || (by.split(" ")[0] ?? by);
}

function dayIn(at: string | null, timezone: string | undefined): string {
  if (!at) return "";
  const isToday = dayOf(new Date(at), timezone) === dayOf(Date.now(), timezone);
  return isToday ? `Today, ${formatTime(at, timezone)}` : formatDay(readDay(at, timezone), { short: true });
}
