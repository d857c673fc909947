import { parentPort } from "node:worker_threads";
import { BudgetExceeded } from "#server/calendar/budget.ts";
import { davCalendars, davEvents, davHref, davObject } from "./caldav-answers.ts";
import { ProviderError } from "./provider.ts";
import { unipileCalendars, unipileEvents } from "./unipile-answers.ts";
import { unipileMail } from "./unipile-mail.ts";

/** What is done in a thread of its own (server/providers/reading.ts): each takes bytes that strangers wrote. */
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

export type Asked = { task: keyof Readings; args: unknown[] };
export type Answered = { value: unknown } | { kind: ProviderError["kind"]; message: string; cause?: string };

parentPort?.on("message", ({ task, args }: Asked) => {
  parentPort?.postMessage("begun");
  parentPort?.postMessage(answer(readings[task] as (...args: unknown[]) => unknown, args));
});

function answer(read: (...args: unknown[]) => unknown, args: unknown[]): Answered {
  try {
    return { value: read(...args) };
  } catch (error) {
    const { message } = error as Error;
    if (error instanceof ProviderError) return { kind: error.kind, message };
    if (error instanceof BudgetExceeded) return { kind: "never", message };
    return { kind: "later", message: "The calendar server's answer cannot be understood", cause: message };
  }
}
