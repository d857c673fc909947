import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { after } from "#server/platform/machine.ts";
import { FileProblem } from "./file-problem.ts";
import type { Limits, Message, Task } from "./read-main.ts";
import type { Asked, Proposed } from "./understand.ts";

const { NODE_COMPILE_CACHE } = process.env;
const MAIN = join(import.meta.dirname, "read-main.ts");
// Enough for a sheet of 200,000 rows (docs/limits.md).
const LIMITS: Limits = { memory: 700_000_000, cpu: 15 };
const HEAP_MB = 512;
const TIMEOUT_MS = 60_000;
const TOO_MUCH = "Reading this file takes too much time or memory. Split it, or save it as CSV.";

type File = { bytes: number; parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array> };
type Work = {
  /** Takes rows as JSON. If it returns false, no more rows come. */
  store: (rows: string, count: number, proposed: Proposed) => Promise<boolean>;
  signal?: AbortSignal | undefined;
  limits?: Limits;
};

/**
 * Resolves after all rows are stored; null if `store` returned false. Throws a FileProblem if the file is at
 * fault.
 */
export async function readInProcess(
  { bytes, parts }: File,
  asked: Asked,
  { store, signal, limits = LIMITS }: Work,
): Promise<Proposed | null> {
  const child = fork(MAIN, {
    env: (NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}) as NodeJS.ProcessEnv,
    execArgv: [`--max-old-space-size=${HEAP_MB}`],
    stdio: ["pipe", "ignore", "ignore", "ipc"],
  });
  const end = () => child.kill("SIGKILL");
  const ended = new Promise<never>((_, reject) => {
    child.on("error", reject);
    child.on("exit", (code, by) => {
      const isKilled = by !== null || (code ?? 0) > 128;
      reject(isKilled ? new FileProblem(TOO_MUCH) : new Error(`The reading process ended with ${code}`));
    });
  });
  ended.catch(() => {});
  const answer = () => Promise.race([once(child, "message").then(([message]) => message as Message), ended]);
  const timer = after(TIMEOUT_MS, end);
  signal?.addEventListener("abort", end);
  let failure: unknown;
  async function* file() {
    try {
      yield* parts;
    } catch (error) {
      failure = error;
      end();
    }
  }

  try {
    const first = answer();
    child.send({ asked, bytes, limits } satisfies Task);
    // An error means that the process closed its input. Its exit says why.
    if (child.stdin) pipeline(file(), child.stdin).catch(() => {});
    let proposed: Proposed | null = null;
    for (let message = await first; ; message = await answer()) {
      clearTimeout(timer);
      if (message === "end") return proposed;
      if ("problem" in message) throw new FileProblem(message.problem);
      if ("error" in message) throw new FileProblem("This file can't be read. Save it as CSV and try again.");
      if ("proposed" in message) proposed = message.proposed;
      else if (!proposed || !(await store(message.rows, message.count, proposed))) return null;
      child.send("next");
    }
  } catch (error) {
    signal?.throwIfAborted();
    throw failure ?? error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", end);
    end();
  }
}
