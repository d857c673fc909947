import { join } from "node:path";
import { ProviderError } from "#server/platform/errors.ts";
import { stopwatch } from "#server/platform/machine.ts";
import { createThreads } from "#server/platform/threads.ts";
import type { Readings, WorkerAnswer, WorkerRequest } from "./reading-worker.ts";

const ask = createThreads<WorkerRequest, WorkerAnswer>({
  file: join(import.meta.dirname, "reading-worker.ts"),
  most: 3,
  readMs: 2_000,
  memoryMb: 512,
});

export type Read = <T extends keyof Readings>(
  task: T,
  ...args: Parameters<Readings[T]>
) => Promise<ReturnType<Readings[T]>>;

/** All calls together must finish within `ms` from now. */
export function reader(key: string, ms: number): Read {
  const until = stopwatch() + ms;
  return async (task, ...args) => {
    const moved = args.flatMap((arg) => (arg instanceof Uint8Array ? [arg.buffer as ArrayBuffer] : []));
    const answer = await ask(key, { task, args }, until, moved).catch((cause) => {
      throw new ProviderError("later", "Reading this calendar took too long", { cause });
    });
    if ("value" in answer) return answer.value as never;
    throw new ProviderError(answer.kind, answer.message, { cause: answer.cause });
  };
}
