import type { RepairState } from "#lib/contract/repair-terms.ts";
import type { Repair } from "#lib/contract/repairs.ts";
import { formatWeekdayAndDay } from "#lib/dates.ts";
import { isApproved, stepDay } from "#lib/repair-words.ts";

type Stop = {
  state: RepairState;
  word?: string;
  is: "done" | "skipped" | "current" | "ahead";
  when: string;
  by?: string;
};

export function repairStops(repair: Repair, timezone?: string): Stop[] {
  const { state, steps, approved, promisedDay } = repair;
  const reached = new Map(steps.map((step) => [step.state, step]));
  const order: RepairState[] = ["IN", "WAITING", "BENCH"];
  if (reached.has("AWAY")) order.push("AWAY");
  order.push("READY", state === "RETURNED" ? "RETURNED" : "HANDED_OVER");
  const at = order.indexOf(state);
  return order.map((one, i): Stop => {
    if (i > at)
      return {
        state: one,
        is: "ahead",
        when: one === "READY" ? `by ${formatWeekdayAndDay(promisedDay)}` : "",
      };
    const step = reached.get(one);
    const shown = step ? { when: stepDay(step.at, timezone), by: step.by.split(" ")[0] } : { when: "" };
    if (i === at) return { state: one, is: "current", ...shown };
    if (one === "WAITING" && approved && isApproved(repair)) {
      const when = stepDay(approved.at, timezone);
      return { state: one, word: "Approved", is: "done", when, by: "by link" };
    }
    return { state: one, is: step ? "done" : "skipped", ...shown };
  });
}
