import { parentPort } from "node:worker_threads";
import { BudgetExceeded } from "#server/connections/calendar/budget.ts";
import { ProviderError } from "#server/platform/errors.ts";
import { davCalendars, davEvents, davHref, davObject } from "./caldav-answers.ts";
import { unipileCalendars, unipileEvents, unipileMail } from "./unipile-answers.ts";

const readings = {
  davCalendars,
  davEvents,
  davHref,
  davObject,
  unipileCalendars,
  unipileEvents,
  unipileMail,
};
export type Readings = typeof readings;

export type WorkerRequest = { task: keyof Readings; args: unknown[] };
export type WorkerAnswer =
  | { value: unknown }
  | { kind: ProviderError["kind"]; message: string; cause?: string };

parentPort?.on("message", (asked: WorkerRequest) => {
  parentPort?.postMessage("begun");
  parentPort?.postMessage(answer(asked));
});

export function answer({ task, args }: WorkerRequest): WorkerAnswer {
  const read = readings[task] as (...args: unknown[]) => unknown;
  try {
    return { value: read(...args) };
  } catch (error) {
    const { message } = error as Error;
    if (error instanceof ProviderError) return { kind: error.kind, message };
    if (error instanceof BudgetExceeded) return { kind: "never", message };
    return { kind: "later", message: "We couldn't understand the calendar server's answer", cause: message };
  }
}
