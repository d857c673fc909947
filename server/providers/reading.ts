import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { ProviderError } from "./provider.ts";
import type { Answered, Asked, Readings } from "./reading-worker.ts";

/**
 * What strangers write is read in threads of their own, never where requests are answered: a thread that takes too long
 * or too much memory is ended, and the reading counts as failed. Each store (`key`) has one at a time, and takes its
 * turn among the others, so that nobody waits for another's calendar.
 */
const MOST_THREADS = 3;
const READ_MS = 2_000;
// Whoever got less than this had no chance.
const CHANCE_MS = 500;
// Far above what the largest answer can need: a thread that reaches it is ended, but not every allocation can be refused
// without taking the process along. What is read is therefore bounded first, by bytes and steps.
const LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 };
// What has to be ended once is not begun again at once.
const PAUSE_MS = 10_000;
const IDLE_MS = 60_000;
// Libraries keep what they saw.
const MOST_READINGS = 1_000;

type Job = {
  key: string;
  asked: Asked;
  until: number;
  resolve: (value: unknown) => void;
  reject: (error: ProviderError) => void;
};
type Thread = { worker: Worker; readings: number; ends?: NodeJS.Timeout };

/** In the order of their turns. */
const waiting = new Map<string, Job[]>();
const reading = new Set<string>();
const paused = new Map<string, number>();
const idle: Thread[] = [];

export type Read = <T extends keyof Readings>(
  task: T,
  ...args: Parameters<Readings[T]>
) => Promise<ReturnType<Readings[T]>>;

/** Reads for one piece of work of a store, all of which must be done after `ms`. */
export function reader(key: string, ms: number): Read {
  const until = performance.now() + ms;
  return (task, ...args) =>
    new Promise((resolve, reject) => {
      const job: Job = { key, asked: { task, args }, until, resolve: resolve as Job["resolve"], reject };
      if ((paused.get(key) ?? 0) > performance.now()) return reject(tooLong());
      const jobs = waiting.get(key);
      if (jobs) jobs.push(job);
      else waiting.set(key, [job]);
      begin();
    });
}

function begin(): void {
  for (const [key, jobs] of waiting) {
    if (reading.size >= MOST_THREADS) return;
    if (reading.has(key)) continue;
    const job = jobs.shift();
    // Whoever was served is the last one again.
    waiting.delete(key);
    if (jobs.length > 0) waiting.set(key, jobs);
    // Whose time was spent in the queue costs no thread, and nobody a rest.
    if (job && job.until <= performance.now()) job.reject(tooLong());
    else if (job) void run(job);
  }
}

async function run(job: Job): Promise<void> {
  const { key } = job;
  reading.add(key);
  let thread: Thread | undefined;
  try {
    thread = idle.pop() ?? { worker: startWorker(), readings: 0 };
    clearTimeout(thread.ends);
    const answered = await answerOf(thread.worker, job);
    if (++thread.readings < MOST_READINGS) keep(thread);
    else void thread.worker.terminate();
    if ("value" in answered) job.resolve(answered.value);
    else job.reject(new ProviderError(answered.kind, answered.message, { cause: answered.cause }));
  } catch (error) {
    void thread?.worker.terminate();
    if (!(error instanceof Expired)) {
      if (paused.size > 1_000) paused.clear();
      paused.set(key, performance.now() + PAUSE_MS);
    }
    job.reject(error instanceof ProviderError ? error : tooLong(error));
  } finally {
    reading.delete(key);
    begin();
  }
}

/** Rejects where the thread has to be ended, or ended by itself. */
function answerOf(worker: Worker, { asked, until }: Job): Promise<Answered> {
  return new Promise((resolve, reject) => {
    // A thread that is still starting is not reading yet; but whoever waits for a page waits no longer than that.
    const left = () => Math.max(0, until - performance.now());
    let timer = setTimeout(late, left());
    function fail(cause?: unknown) {
      done();
      reject(tooLong(cause));
    }
    function late() {
      done();
      reject(new Expired());
    }
    function take(answer: Answered | "begun") {
      clearTimeout(timer);
      if (answer === "begun") timer = setTimeout(left() < CHANCE_MS ? late : fail, Math.min(READ_MS, left()));
      else {
        done();
        resolve(answer);
      }
    }
    function done() {
      clearTimeout(timer);
      worker.off("message", take).off("error", fail).off("exit", fail);
      worker.unref();
    }
    worker.ref();
    worker.on("message", take).on("error", fail).on("exit", fail);
    const buffers = asked.args.flatMap((arg) =>
      arg instanceof Uint8Array ? [arg.buffer as ArrayBuffer] : [],
    );
    worker.postMessage(asked, buffers);
  });
}

/** Nobody waits any more for what had hardly begun to be read: that is not this calendar's fault. */
class Expired extends Error {}

function startWorker(): Worker {
  const worker = new Worker(join(import.meta.dirname, "reading-worker.ts"), {
    resourceLimits: LIMITS,
    // It needs no secrets, and nothing that the host is started with.
    env: {},
    execArgv: [],
  });
  // Whoever waits hears of it; an idle one has nobody.
  worker.on("error", () => {});
  return worker;
}

function keep(thread: Thread): void {
  thread.ends = setTimeout(() => {
    idle.splice(idle.indexOf(thread), 1);
    void thread.worker.terminate();
  }, IDLE_MS);
  thread.ends.unref();
  idle.push(thread);
}

function tooLong(cause?: unknown): ProviderError {
  return new ProviderError("later", "Reading this calendar takes too long", { cause });
}
