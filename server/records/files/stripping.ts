import { join } from "node:path";
import { HttpError } from "#server/platform/errors.ts";
import { stopwatch } from "#server/platform/machine.ts";
import { createThreads, TooLong } from "#server/platform/threads.ts";
import type { StripAnswer } from "./strip-worker.ts";

const WAIT_MS = 15_000;

const ask = createThreads<Uint8Array, StripAnswer>({
  file: join(import.meta.dirname, "strip-worker.ts"),
  most: 1,
  readMs: 5_000,
  memoryMb: 256,
});

export async function stripInThread(store: string, bytes: Uint8Array) {
  const answer = await ask(store, bytes, stopwatch() + WAIT_MS).catch((error) => {
    if (!(error instanceof TooLong)) throw error;
    throw new HttpError(503, "Checking this file took too long. Try again in a moment.", 5);
  });
  if ("refused" in answer) throw new HttpError(422, answer.refused);
  return answer;
}
